/* What a failure shows: plain words, a Retry, and everything that was on screen still there. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const box = page.byId("failure");
  const field = (name) => box.querySelector(`[data-failure="${name}"]`);
  page.lastFailure = null;
  page.ways = {}; // plain name: "" or ".gz", as the worker says
  let diagnosis = Promise.resolve([]); // the names of the files that are missing or damaged

  /** Shows failure `kind` (a key of the catalog: failure.<kind>-title, failure.<kind>); `retry` is what the button does. */
  page.fail = (kind, details, retry) => {
    const text = page.text;
    const cutOff = self.origin === "null" && location.protocol !== "file:" && ["start", "charts"].includes(kind);
    if (cutOff) { page.fail("sandbox", details, retry); return; } // by a host without CORS
    const link = page.byId("own-tab");
    link.hidden = kind !== "sandbox";
    link.href = link.textContent = location.href.replace(/[?&]embed=1/, "").replace(/index\.html&/, "index.html?");
    field("title").textContent = text[`failure.${kind}-title`];
    field("what").textContent = text[`failure.${kind}`];
    field("details").textContent = String(details);
    page.byId("retry").hidden = !retry;
    page.byId("retry").disabled = false;
    page.byId("retry").onclick = () => again(retry);
    page.byId("dismiss").onclick = page.unfail;
    box.hidden = false;
    page.lastFailure = { kind, details: String(details) };
    page.hideProgress();
    diagnosis = ["start", "charts", "slow"].includes(kind) ? diagnose() : Promise.resolve([]);
    console.error(`lossless: ${kind}: ${details}`);
    page.api?.dispatchEvent(new CustomEvent("error", { detail: page.lastFailure }));
    page.tellHost?.({ type: "lossless:error", kind, message: text[`failure.${kind}`] });
  };

  const pathOf = (name) => page.data.files[name] + (page.ways[name] ?? ""); // as the worker asked for it

  /** Retry: what was found damaged comes anew, past the browser's cache, which keeps files for long; then the start is tried again. */
  async function again(retry) {
    page.byId("retry").disabled = true;
    const names = await diagnosis;
    await Promise.allSettled(names.map(async (name) => (await fetch(pathOf(name), { cache: "reload" })).arrayBuffer()));
    page.unfail();
    retry();
  }

  /** Compares every file that the demo needs with the manifest, past the browser's cache; names those that are missing or damaged under
      the message's details. */
  async function diagnose() {
    const failure = page.lastFailure;
    const manifest = await fetch("manifest.json", { cache: "reload" }).then((answer) => (answer.ok ? answer.json() : {}), () => ({}));
    const { needed } = page.data;
    const found = await Promise.all(needed.map((name) => inspect(name, pathOf(name), manifest)));
    const wrong = found.filter(Boolean);
    if (failure && failure === page.lastFailure && wrong.length) field("details").textContent = `${wrong.join("; ")}. ${failure.details}`;
    return needed.filter((_, i) => found[i]);
  }
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

  /** Takes the message away, e.g. when what was slow arrived after all. */
  page.unfail = () => { box.hidden = true; page.lastFailure = null; };

  /** Takes away a message of this kind only. */
  page.unfailIf = (kind) => { if (page.lastFailure?.kind === kind) page.unfail(); };
})();
