// Starts the page's own Python under Node.js, for build steps that must run in the target interpreter.
// Nothing of this runs in the page; static/worker.js starts Python there.
import crypto from "node:crypto";
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Pyodide imports the package `ws` under Node.js, for sockets that the build never opens.
const noSockets = `export const resolve = (name, context, next) =>
  name === "ws" ? { url: "data:text/javascript,export default {}", shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(noSockets)}`);

// panel.io.pyodide asks for it on import.
globalThis.XMLHttpRequest ??= class {};

const noPackages = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.3" },
  packages: {},
};

/** Python from a folder with Pyodide's core, with the standard library of `stdlib` (a zip file); `more` goes to loadPyodide. */
export async function startPython(folder, stdlib, more = {}) {
  const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
  return loadPyodide({
    indexURL: folder + "/",
    stdLibURL: stdlib,
    lockFileContents: noPackages,
    packageBaseUrl: "./",
    // Panel's style sheets are named relative to the page; dist.py puts those that are named there.
    // Tracebacks name lines; columns would double their tables.
    env: { PYTHONNODEBUGRANGES: "1", PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0", HOME: "/home", PANEL_CDN_ROOT: "./panel/" },
    ...more,
  });
}

/** Runs a file of tools/inside/ and calls its function `name` with strings; returns what it returns. */
export function callInside(python, file, name, ...words) {
  python.runPython(readFileSync(file, "utf8"), { filename: file });
  return python.globals.get(name)(...words);
}

/** Makes a folder of this machine visible to Python. */
export function mount(python, point, folder) {
  python.FS.mkdirTree(point);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, point);
}

/** Stops the clock and makes chance repeatable, so that what is built depends on its sources alone. */
export function holdStill() {
  const moment = Date.UTC(2000, 0, 1);
  let state = 1;
  const fill = (view) => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
    return view;
  };
  crypto.randomFillSync = fill;
  globalThis.crypto.getRandomValues = fill;
  Date.now = () => moment;
  performance.now = () => 0;
}

/** Ends the process with one readable message where anything goes wrong. */
export function failReadably() {
  process.on("uncaughtException", (error) => {
    console.error(String(error.message ?? error).slice(-3000));
    process.exit(1);
  });
}
