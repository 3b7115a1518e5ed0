/* Starts Python from the bundle: Pyodide, the .pyc standard library and one zip of .pyc packages; then passes messages and runs the
   clock. Reports every byte and step, and every failure in one line. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";
const TICK = 50; // ms between ticks: a Pause is read between two of them
const SLICE = 0.02; // s of background work at a time

let loaded = 0;
let step = "download";
const tell = (kind, rest = {}) => postMessage({ kind, ...rest });
const progress = () => tell("progress", { loaded, step });
const words = (error) => String(error?.message ?? error).trim().slice(-2000);
const failed = (error) => tell("failed", { details: words(error) });
const enter = (name) => { step = name; progress(); };

/** fetch that counts what arrives, and takes an answer that is not whole for a failure that names its file. */
const plainFetch = self.fetch.bind(self);
let lastProgress = 0;
async function counted(url, options) {
  const name = String(url.url ?? url).split("/").at(-1);
  let answer;
  try { answer = await plainFetch(url, options); } catch (error) { throw new Error(`${name}: ${error.message}`); }
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  const count = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      if (performance.now() - lastProgress > 100) { lastProgress = performance.now(); progress(); }
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

const bytesOf = async (url) => new Uint8Array(await (await counted(new URL(url, import.meta.url))).arrayBuffer());

/** Imports what is missing from the site zip out of the rest of the packages, fetched only then. */
function fetchRest() {
  const request = new XMLHttpRequest();
  request.open("GET", new URL("site-rest.zip", import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`site-rest.zip: HTTP ${request.status}`);
  python.unpackArchive(request.response, "zip", { extractDir: SITE });
}

let python;
let link;
let timer = null;

async function start() {
  enter("download");
  const site = bytesOf("site.zip");
  site.catch(() => {}); // reported where it is awaited
  const index = new URL("pyodide/", import.meta.url).href;
  python = await loadPyodide({
    indexURL: index,
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" },
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.3" }, packages: {} },
    packageBaseUrl: index,
  });
  enter("unpack");
  python.unpackArchive(await site, "zip", { extractDir: SITE });
  self.losslessFetchRest = fetchRest;
  for (const module of ["numpy", "bokeh.models", "panel"]) {
    enter("import");
    python.runPython(`import app.views.pyodide_start; import ${module}`);
    await new Promise((resolve) => setTimeout(resolve)); // let the progress out
  }
  link = python.runPython("import app.main; app.main.open_link()");
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
  if (data.kind !== "message") return;
  call(() => link.receive(data.message, performance.now() / 1000));
  tell("alive");
  if (timer === null) timer = setTimeout(tick, 0);
};

self.addEventListener("unhandledrejection", (event) => { event.preventDefault(); failed(event.reason); });
start().catch(failed);
