/* Where the one-file page has its files from: out of its own end, where each lies compressed, in parts of base64. Behind every part stands
   a script that calls `losslessPage.take`; so a part is used as soon as it is read, and the page does not wait for the last. Stands in the
   place of ../page/source.js (tools/single.py), with the same interface. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { data } = page;
  const own = new Set(["worker.js", "document.json", "recording.json", "bokeh/bokeh.min.js"]); // what the page itself reads; the rest is the worker's
  const parts = new Map(Object.keys(data.files).map((name) => [name, []]));
  const damaged = new Map(); // plain name: what is wrong with it
  const contents = new Map(); // of the page's own files
  const urls = new Map();
  let ready = () => {};
  const isReady = new Promise((resolve) => { ready = resolve; });
  let worker = null;
  page.ways = {};

  function decoded(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
    return bytes;
  }

  /** Fletcher's checksum over 32-bit words, as tools/single.py has it. */
  function sumOf(bytes) {
    const words = new Uint32Array((bytes.length + 3) >> 2);
    new Uint8Array(words.buffer).set(bytes);
    let one = 0;
    let two = 0;
    for (let i = 0; i < words.length; i++) { one = (one + words[i]) | 0; two = (two + one) | 0; }
    return [two, one].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }

  const isWhole = (name) => parts.get(name).at(-1)?.last && !damaged.has(name);

  /** Inflates what the page itself reads, once all of it is here. */
  async function unpack() {
    for (const name of own) {
      const pieces = new Blob(parts.get(name).map(({ bytes }) => bytes));
      contents.set(name, await new Response(pieces.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
    }
    ready();
  }

  /** Takes the part that was just read, and `script`, which stands behind it, out of the page. (Between the two may stand by now what other
      scripts, such as BokehJS, append to the page.) */
  page.take = (script) => {
    const holder = document.querySelector("script[data-sum]");
    const { name, sum, last } = holder.dataset;
    try {
      const bytes = decoded(holder.textContent);
      if (sumOf(bytes) !== sum) throw new Error("its sum is wrong");
      const part = { kind: "part", name, bytes, last: last !== undefined };
      if (!damaged.has(name)) { // behind a gap nothing is of use
        parts.get(name).push(part);
        if (!own.has(name)) worker?.postMessage(part);
      }
    } catch (error) { spoil(name, `damaged (${error.message})`); }
    page.heard?.();
    holder.remove();
    script.remove();
    if (last !== undefined && own.has(name) && [...own].every(isWhole)) unpack().catch((error) => page.fail("old-browser", error, null));
  };

  function spoil(name, why) {
    const broken = `${name.split("/").at(-1)}: ${why}`;
    damaged.set(name, broken);
    worker?.postMessage({ kind: "part", name, broken });
  }

  /** The file has been read to its end, wherever that is. */
  document.addEventListener("DOMContentLoaded", () => {
    for (const [name, come] of parts) if (!come.at(-1)?.last && !damaged.has(name)) spoil(name, "the file ends before it does");
    if (![...own].every(isWhole)) page.fail("start", [...damaged.values()].join("; "), page.restart);
  });

  function urlOf(name) {
    if (!urls.has(name)) urls.set(name, URL.createObjectURL(new Blob([contents.get(name)], { type: "text/javascript" })));
    return urls.get(name);
  }

  page.source = {
    reachable: true,
    sharable: false,
    whenReady(act) { isReady.then(act); },
    urlOf,
    json: async (name) => JSON.parse(new TextDecoder().decode(contents.get(name))),

    /** A classic worker: browsers start no module from a page that lies on a disk. */
    worker(name) {
      worker = new Worker(urlOf("worker.js"), { name });
      for (const [of, come] of parts) if (!own.has(of)) for (const part of come) worker.postMessage(part);
      for (const [of, broken] of damaged) worker.postMessage({ kind: "part", name: of, broken });
      return worker;
    },

    failureOf: (kind) => (damaged.size ? "damaged" : kind),
    diagnose: async () => damaged,
    /** Only the file itself, read again, can be better. */
    renew: (names) => (names.length ? new Promise(() => { location.reload(); }) : Promise.resolve()),
  };
})();
