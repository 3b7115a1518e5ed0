/* Starts Python, from the snapshot or from the bundle: Pyodide, the .pyc standard library and one zip of .pyc packages. Which of them is the
   first word of the worker's name; named "choice", it takes what is live sooner over this link. The page says where each file lies. Then
   passes messages and runs the clock. Reports every byte and step, and every failure in one line. As a SharedWorker it serves all embedded
   demos of a page from one Python: each is a client, with a link, a document and a clock of its own. */
import { Files, isGzip } from "./files.mjs";
import { choose } from "./choice.mjs";
import { written } from "./snapshot/objects.mjs";

const SITE = "/lib/python3.14/site-packages";
const LIFE = `lossless:${Math.random()}`; // a lock that a shared worker holds for as long as it lives
const TICK = 50; // ms between ticks: a Pause is read between two of them
const SLICE = 0.02; // s of background work at a time, of all clients together
const [MODULE, CORE, WASM, STDLIB, SNAPSHOT] = ["pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "snapshot/python.bin"];

const [BY_SNAPSHOT, BY_BUNDLE] = [[WASM, SNAPSHOT], [WASM, STDLIB, "site.zip"]];

const shared = "onconnect" in self;
let files;
let core; // the answer with Pyodide's wasm, which both starts need
let step = "download";
let chosen = null; // which start, for those who come later
const clients = new Set();
const tell = (kind, rest = {}) => { for (const client of clients) client.tell(kind, rest); };
const progress = () => tell("progress", { loaded: files.loaded, total: files.total, step });
const words = (error) => String(error?.message ?? error).trim().slice(-2000);
const failed = (error) => {
  tell("failed", { details: words(error) });
  if (shared) self.close(); // the next who asks gets a new one
};
const enter = (name) => { step = name; progress(); };
let lastProgress = 0;
const counting = () => { if (performance.now() - lastProgress > 100) { lastProgress = performance.now(); progress(); } };

// Pyodide fetches by itself: what is ours comes as all our files do.
const plainFetch = self.fetch.bind(self);
self.fetch = (url, options) => {
  const name = files.nameOf(String(url.url ?? url));
  if (name === WASM && core) return core;
  return name ? files.answer(name) : plainFetch(url, options);
};

// Panel writes one function of JavaScript as a text, and a page's policy may forbid to evaluate any.
const plainEval = self.eval;
self.eval = (source) => written(source) ?? plainEval(source);

// Pyodide waits for ever where its wasm does not compile: say so here.
const compile = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = (...given) => compile(...given).catch((error) => { failed(error); throw error; });

/** A file, while Python waits: for an import of what is not here yet. */
function fetchNow(name) {
  const data = files.now(name);
  return isGzip(data) ? python.runPython("import zlib; lambda data: zlib.decompress(data.to_bytes(), 31)")(data).toJs() : data;
}
const addPackages = (name) => python.unpackArchive(fetchNow(name), "zip", { extractDir: SITE });

/** Called by Python's RestFinder: adds the packages that the page can do without. */
self.losslessFetchRest = () => addPackages("site-rest.zip");

/** Called by Python's RestFinder where a snapshot was restored: adds the files of what the snapshot holds. */
self.losslessFetchFiles = () => {
  python.FS.writeFile("/lib/python314.zip", fetchNow(STDLIB));
  addPackages("site.zip");
};

let python;
let first; // the link to the document that Python began with, until a client takes it
let start; // promises that Python is there

const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.3" }, packages: {} };
/** What both starts give to loadPyodide. */
function options() {
  const index = new URL(".", files.urlOf(MODULE)).href;
  const env = { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" };
  return { indexURL: index, packageBaseUrl: index, stdLibURL: files.urlOf(STDLIB), lockFileContents: LOCK, env };
}
async function pyodide() {
  try { return await import(files.urlOf(MODULE)); } catch (error) { throw new Error(`${MODULE}: ${words(error)}`); }
}

/** Python with everything imported and the document built, as the build left it. */
async function fromSnapshot() {
  files.expect(BY_SNAPSHOT);
  const body = files.open(SNAPSHOT);
  body.catch(() => {}); // reported where it is awaited
  const [{ restore }, { loadPyodide }] = await Promise.all([import("./snapshot/restore.mjs"), pyodide()]);
  python = await restore({ body, loadPyodide, core: files.urlOf(CORE), options: options(), enter });
  return python.runPython("import app.views.pyodide_start; app.views.pyodide_start.restored(); lossless_link");
}

/** Python from its parts, importing what the app needs. */
async function fromBundle() {
  files.expect(BY_BUNDLE);
  const site = files.bytesOf("site.zip");
  site.catch(() => {}); // reported where it is awaited
  const { loadPyodide } = await pyodide();
  python = await loadPyodide(options());
  enter("unpack");
  python.unpackArchive(await site, "zip", { extractDir: SITE });
  for (const module of ["numpy", "bokeh.models", "panel"]) {
    enter("import");
    python.runPython(`import app.views.pyodide_start; import ${module}`);
    await new Promise((resolve) => setTimeout(resolve)); // let the progress out
  }
  return python.runPython("import app.main; app.main.open_link()");
}

/** Rejects where a promise does, and never resolves. */
const failure = (promise) => promise.then(() => new Promise(() => {}));

// Firefox lets no worker fetch while the computer is offline, not even from a service worker. The page may.
const byPage = new Map(); // address: what to do with the page's answer
const askPage = (url) => new Promise((resolve, reject) => { byPage.set(url, { resolve, reject }); for (const client of [...clients].slice(0, 1)) client.tell("fetch", { url }); });
function fetchedByPage({ url, buffer }) {
  if (buffer) byPage.get(url).resolve(new Response(buffer));
  else byPage.get(url).reject(new Error("offline"));
}

/** Without a network: holds what an import may want, for such a request waits and then no service worker is asked. */
async function holdIfOffline() {
  const reached = await plainFetch(files.urlOf(STDLIB), { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!reached) await files.hold([STDLIB, "site.zip", "site-rest.zip"]);
}

async function startPython(begin) {
  files = new Files(begin, counting, begin.kept ? askPage : null);
  enter("download");
  core = files.answer(WASM);
  core.catch(() => {}); // reported where it is awaited
  const name = self.name.split(" ")[0];
  chosen = name === "choice" ? await Promise.race([choose(files, WASM, SNAPSHOT, BY_BUNDLE), failure(core)]) : { start: name, reason: null };
  tell("chosen", chosen);
  first = await (chosen.start === "bundle" ? fromBundle() : fromSnapshot());
  if (begin.kept) holdIfOffline().catch(() => {}); // an import that fails says so
}

let fetching = null;
/** Once live from the bundle over a slow link: fetches the snapshot for the next visit, if the reader's contract allows. */
async function fetchForNextTime() {
  if (navigator.connection?.saveData) return;
  const stream = await files.raw(SNAPSHOT, { priority: "low" });
  for (const reader = stream.getReader(); !(await reader.read()).done;);
  tell("kept");
}

/** One page, or one embedded demo, that talks to Python through a port. */
class Client {
  constructor(port) {
    this.port = port;
    this.link = null;
    this.timer = null;
    clients.add(this);
  }

  tell(kind, rest = {}) { this.port.postMessage({ kind, ways: files?.ways, ...rest }); }

  /** Runs one entry of the link; what it raises is shown, and the clock goes on. */
  call(act) {
    try { return act(this.link); } catch (error) { this.tell("raised", { details: words(error) }); return null; }
  }

  hear(data) {
    if (data.kind === "begin") this.begin(data).catch((error) => (python ? this.tell("failed", { details: words(error) }) : failed(error)));
    if (data.kind === "bye") this.leave();
    if (data.kind === "keep") this.keep(data);
    if (data.kind === "fetched") fetchedByPage(data);
    if (data.kind === "fetch") (fetching ??= fetchForNextTime()).catch(() => {}); // the next visit does without
    if (data.kind === "message") this.call((link) => link.receive(data.message, performance.now() / 1000));
    else if (data.kind === "bytes") this.call((link) => link.receive_bytes(data.buffer, data.last, performance.now() / 1000, data.reply));
    else return;
    this.tell("alive");
    this.timer ??= setTimeout(() => this.tick(), 0);
  }

  async begin(data) {
    if (data.lock) navigator.locks.request(data.lock, () => this.leave()); // held by the page for as long as it lives
    if (chosen) this.tell("chosen", { ...chosen, there: Boolean(python) });
    await (start ??= startPython(data));
    if (!clients.has(this)) return; // it did not wait
    this.link = first ?? python.runPython("import app.main; app.main.open_another()");
    first = null;
    this.link.send = (patch) => this.tell("patch", { patch });
    this.tell("ready");
  }

  /** Makes a figure or a table to keep; answers under the number of the request. */
  async keep({ order, request }) {
    let seen = null;
    try {
      if (!order.ready) seen = this.link.seen(); // at the click: what draws may take its time, and the scene go on
      const maker = await import("./keep.mjs");
      const file = await maker.keep({ python, link: this.link, files }, { ...order, seen }, (step) => this.tell("making", { request, ...step }));
      this.port.postMessage({ kind: "made", request, file }, file ? [file.buffer] : []);
    } catch (error) { this.tell("made", { request, failed: words(error) }); } finally { seen?.destroy(); }
  }

  leave() {
    clients.delete(this);
    clearTimeout(this.timer);
    this.link?.close();
    this.link?.destroy();
    this.link = null;
    if (shared && clients.size === 0 && !python) self.close(); // nobody waits for it any more
  }

  tick() {
    this.timer = null;
    if (!this.link) return;
    const began = performance.now();
    const next = this.call((link) => link.tick(began / 1000, SLICE / clients.size)); // "tick", "work" or "" (nothing to do)
    const spent = performance.now() - began;
    if (next === "work") this.timer = setTimeout(() => this.tick(), 1);
    else if (next === "tick" || next === null) this.timer = setTimeout(() => this.tick(), Math.max(1, TICK - spent));
  }
}

if (shared) {
  const held = new Promise((resolve) => { // before any page asks for it
    if (!navigator.locks) resolve(null);
    navigator.locks?.request(LIFE, () => { resolve(LIFE); return new Promise(() => {}); }).catch(() => resolve(null));
  });
  self.onconnect = ({ ports: [port] }) => {
    const client = new Client(port);
    port.onmessage = ({ data }) => client.hear(data);
    held.then((lock) => client.tell("shared", { lock }));
  };
  self.addEventListener("error", (event) => failed(event.message));
} else {
  const page = new Client(self);
  self.onmessage = ({ data }) => {
    page.hear(data);
  };
}

self.addEventListener("unhandledrejection", (event) => { event.preventDefault(); failed(event.reason); });
