/* Where the page has its files from: each from an address of its own. In the one-file page, where all lie in the page itself,
   ../single/source.js stands in the place of this. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { data } = page;
  page.ways = {}; // plain name: "" or ".gz", as the worker says
  const urlOf = (name) => data.files[name] ?? name;
  const pathOf = (name) => data.files[name] + (page.ways[name] ?? ""); // as the worker asked for it

  async function inspect(name, path, { [path]: entry }) {
    try {
      const answer = await fetch(path, { cache: "reload" });
      if (!answer.ok) return `${name}: HTTP ${answer.status}`;
      const bytes = await answer.arrayBuffer();
      if (!entry) return null;
      if (bytes.byteLength !== entry.bytes) return `${name}: ${bytes.byteLength} of ${entry.bytes} bytes`;
      if (!crypto.subtle) return null; // plain http in a LAN has no hashes
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") === entry.sha256 ? null : `${name}: damaged`;
    } catch (error) { return `${name}: ${error.message}`; }
  }

  page.source = {
    /** Whether a browser would load the files at all. */
    reachable: location.protocol !== "file:",

    /** Calls `act` as soon as what the methods below give is there. */
    whenReady(act) { act(); },

    /** The address of a script. */
    urlOf,

    /** Promises a file's content. */
    async json(name) {
      try {
        const answer = await fetch(urlOf(name));
        if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
        return await answer.json();
      } catch (error) { throw new Error(`${name}: ${error.message}`); }
    },

    /** Whether several pages can have one worker between them. */
    sharable: true,

    /** A new worker, which starts Python as its name says. */
    worker(name) {
      if (self.origin !== "null" || location.protocol === "file:") return new Worker(urlOf("worker.js"), { type: "module", name });
      // A frame in a sandbox has no origin, and no worker may come from an address then: one that is written here fetches the rest. It cannot
      // be a module (Chromium starts none from a blob there), but behaves as one, which Pyodide looks for.
      const script = `"use strict";
        self.importScripts = () => { throw new TypeError("this worker is as good as a module"); };
        const early = [];
        self.onmessage = (event) => early.push(event);
        import(${JSON.stringify(new URL(urlOf("worker.js"), document.baseURI).href)}).then(() => early.forEach((event) => self.onmessage(event)), (error) => self.postMessage({ kind: "failed", details: String(error) }));`;
      return new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), { name });
    },

    /** What a failure to start is, of the kinds in the catalog. */
    failureOf: (kind) => kind,

    /** Compares every file that the demo needs with the manifest, past the browser's cache: promises a Map of what is wrong with each
        that is missing or damaged. */
    async diagnose() {
      const manifest = await fetch("manifest.json", { cache: "reload" }).then((answer) => (answer.ok ? answer.json() : {}), () => ({}));
      const { needed } = data;
      const found = await Promise.all(needed.map((name) => inspect(name, pathOf(name), manifest)));
      return new Map(needed.map((name, i) => [name, found[i]]).filter(([, wrong]) => wrong));
    },

    /** Brings files anew, past the browser's cache, which keeps them for long. */
    async renew(names) {
      await Promise.allSettled(names.map(async (name) => (await fetch(pathOf(name), { cache: "reload" })).arrayBuffer()));
    },
  };
})();
