/* Starts Python, from the snapshot or, where the worker is named "bundle", from the bundle: Pyodide, the .pyc standard library and one
   zip of .pyc packages. The page says where each file lies. Then passes messages and runs the clock. Reports every byte and step, and
   every failure in one line. */

const SITE = "/lib/python3.14/site-packages";
const TICK = 50; // ms between ticks: a Pause is read between two of them
const SLICE = 0.02; // s of background work at a time

let loaded = 0;
let share = 0; // of the snapshot file
let step = "download";
const tell = (kind, rest = {}) => postMessage({ kind, ...rest });
const progress = () => tell("progress", { loaded, share, step });
const words = (error) => String(error?.message ?? error).trim().slice(-2000);
const failed = (error) => tell("failed", { details: words(error) });
const enter = (name) => { step = name; progress(); };

/** fetch that counts what arrives, and takes an answer that is not whole for a failure that names its file. */
const plainFetch = self.fetch.bind(self);
let lastProgress = 0;
const counting = () => { if (performance.now() - lastProgress > 100) { lastProgress = performance.now(); progress(); } };
async function counted(url, options) {
  const name = String(url.url ?? url).split("/").at(-1);
  let answer;
  try { answer = await plainFetch(url, options); } catch (error) { throw new Error(`${name}: ${error.message}`); }
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  const count = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      counting();
      controller.enqueue(chunk);
    },
  });
  const headers = new Headers(answer.headers);
  if (name.endsWith(".wasm")) headers.set("content-type", "application/wasm");
  return new Response(answer.body.pipeThrough(count), { status: answer.status, headers });
}
self.fetch = counted;

// Pyodide waits for ever where its wasm does not compile: say so here.
const compile = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = (...given) => compile(...given).catch((error) => { failed(error); throw error; });

let files; // plain name: path from the page's folder
let root;
const urlOf = (name) => new URL(files[name], root).href;
const bytesOf = async (name) => new Uint8Array(await (await counted(urlOf(name))).arrayBuffer());

/** A file, while Python waits: for an import of what is not here yet. */
function fetchNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", urlOf(name), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name}: HTTP ${request.status}`);
  return request.response;
}
const addPackages = (name) => python.unpackArchive(fetchNow(name), "zip", { extractDir: SITE });

/** Called by Python's RestFinder: adds the packages that the page can do without. */
self.losslessFetchRest = () => addPackages("site-rest.zip");

/** Called by Python's RestFinder where a snapshot was restored: adds the files of what the snapshot holds. */
self.losslessFetchFiles = () => {
  python.FS.writeFile("/lib/python314.zip", new Uint8Array(fetchNow("pyodide/python_stdlib.zip")));
  addPackages("site.zip");
};

let python;
let link;
let timer = null;

const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.3" }, packages: {} };
/** What both starts give to loadPyodide. */
function options() {
  const index = new URL(".", urlOf("pyodide/pyodide.mjs")).href;
  const env = { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" };
  return { indexURL: index, packageBaseUrl: index, stdLibURL: urlOf("pyodide/python_stdlib.zip"), lockFileContents: LOCK, env };
}
async function pyodide() {
  const name = "pyodide/pyodide.mjs";
  try { return await import(urlOf(name)); } catch (error) { throw new Error(`${name}: ${words(error)}`); }
}

/** Python with everything imported and the document built, as the build left it. */
async function fromSnapshot() {
  const file = plainFetch(urlOf("snapshot/python.gz")).then((answer) => {
    if (!answer.ok) throw new Error(`python.gz: HTTP ${answer.status}`);
    return answer.body;
  });
  file.catch(() => {}); // reported where it is awaited
  const [{ restore }, { loadPyodide }] = await Promise.all([import("./snapshot/restore.mjs"), pyodide()]);
  const core = urlOf("pyodide/pyodide.asm.mjs");
  python = await restore({ body: file, loadPyodide, core, options: options(), enter, share: (now) => { share = now; counting(); } });
  return python.runPython("import app.views.pyodide_start; app.views.pyodide_start.restored(); lossless_link");
}

/** Python from its parts, importing what the app needs. */
async function fromBundle() {
  const site = bytesOf("site.zip");
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

async function start(begin) {
  ({ files, root } = begin);
  enter("download");
  link = await (self.name === "bundle" ? fromBundle() : fromSnapshot());
  link.send = (patch) => tell("patch", { patch });
  tell("ready");
}

/** Runs one entry of the link; what it raises is shown, and the clock goes on. */
function call(act) {
  try { return act(); } catch (error) { tell("raised", { details: words(error) }); return null; }
}

function tick() {
  timer = null;
  const began = performance.now();
  const next = call(() => link.tick(began / 1000, SLICE)); // "tick", "work" or "" (nothing to do)
  const spent = performance.now() - began;
  if (next === "work") timer = setTimeout(tick, 1);
  else if (next === "tick" || next === null) timer = setTimeout(tick, Math.max(1, TICK - spent));
}

self.onmessage = ({ data }) => {
  if (data.kind === "begin") start(data).catch(failed);
  if (data.kind !== "message") return;
  call(() => link.receive(data.message, performance.now() / 1000));
  tell("alive");
  if (timer === null) timer = setTimeout(tick, 0);
};

self.addEventListener("unhandledrejection", (event) => { event.preventDefault(); failed(event.reason); });
