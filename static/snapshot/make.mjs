// Makes the snapshot: the page's Python with every package and the app imported and the first document built, as one file.
//   node make.mjs CORE_FOLDER SITE_PACKAGES STDLIB_ZIP SITE_FOLDER NAMES_FILE DOCUMENT_JSON RESULT_FILE
// Run by the build after the prerender; its document must have the prerendered one's ids. Uses Pyodide's private snapshot interface,
// which knows nothing of shared libraries: what they have added to memory, to the function table and to the linker's tables is
// recorded here and put back by restore.mjs. Randomness and time are held still meanwhile, so that the same input gives the same bytes.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { failReadably, holdStill, startPython } from "../../tools/start.mjs";
import { TABLE_BASE, encode, runsOf } from "./format.mjs";
import { UNDEFINED, nameOf } from "./objects.mjs";

const [core, sitePackages, stdlib, site, namesFile, documentFile, result] = process.argv.slice(2);
const inside = fileURLToPath(new URL("../../tools/inside/snapshot_app.py", import.meta.url));
failReadably();
holdStill();
process.argv[1] = "./this.program"; // Python keeps the name of what started it: the same as in a browser, and no path of this machine

let Module;
const { default: create } = await import(pathToFileURL(join(core, "pyodide.asm.mjs")).href);
const python = await startPython(core, stdlib, {
  _makeSnapshot: true,
  createPyodideModule: async (settings) => {
    Module = await create(settings);
    if (Module.wasmTable.length > TABLE_BASE) throw new Error(`this engine's table has ${Module.wasmTable.length} slots; TABLE_BASE is ${TABLE_BASE}`);
    Module.wasmTable.grow(TABLE_BASE - Module.wasmTable.length);
    return Module;
  },
});

copyIn(site, sitePackages);
python.runPython(readFileSync(inside, "utf8"), { filename: "snapshot_app.py" });
checkIds(JSON.parse(python.runPython("open_document()")), readFileSync(documentFile, "utf8"));
python.runPython("rehearse()");
python.runPython(`hold_back(${JSON.stringify(readFileSync(namesFile, "utf8"))})`);
python.runPython("tidy()");
holdUndefined();
const libraries = loadedLibraries();
const files = libraries.map(({ name }) => Module.FS.readFile(name));
libraries.forEach(({ handle }, i) => dropFile(handle, files[i]));
zeroFreeMemory();
const whole = python.makeMemorySnapshot({ serializer: nameOf });
const preludeLength = new Uint32Array(whole.buffer, 0, 2)[1];
const heap = whole.subarray(preludeLength);
const header = {
  build: Module.API.config.BUILD_ID,
  heap: heap.length,
  runs: runsOf(heap),
  prelude: preludeLength,
  libraries: libraries.map((library, i) => ({ ...library, bytes: files[i].length })),
  got: Object.fromEntries(Object.entries(Module.GOT).map(([symbol, { value }]) => [symbol, value])),
  table: Module.wasmTable.length,
  extra: extraSlots(libraries),
  stack: Module.stackSave(),
};
writeFileSync(result, encode(header, files, whole.subarray(0, preludeLength), heap));
process.exit(0);

/** The document must be the one that the page shows before Python is there. Throws naming an id that is not in it. */
function checkIds(ids, document) {
  for (const id of ids) if (!document.includes(`"id":"${id}"`)) throw new Error(`the snapshot's model ${id} is not in the prerendered document`);
}

/** Copies a folder into Python's file system in memory. */
function copyIn(folder, point) {
  Module.FS.mkdirTree(point);
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const [from, to] = [join(folder, entry.name), `${point}/${entry.name}`];
    if (entry.isDirectory()) copyIn(from, to);
    else Module.FS.writeFile(to, readFileSync(from));
  }
}

/** Pyodide's table of objects may hold `undefined` (the receiver of a function), which its snapshot cannot write: a marked object can. */
function holdUndefined() {
  const get = Module.__hiwire_get;
  Module.__hiwire_get = (slot) => get(slot) ?? (get(slot) === undefined ? UNDEFINED : null);
}

/** Frees the copy of a library's file that the linker keeps in memory for threads, which there are none of: `file_data` and
    `file_data_size` of emscripten's `struct dso`. Throws where something else stands there. */
function dropFile(handle, file) {
  const [data, size] = [(handle + 28) >> 2, (handle + 32) >> 2];
  const start = Module.HEAPU32[data];
  const same = Module.HEAPU32[size] === file.length && Buffer.compare(Module.HEAPU8.subarray(start, start + file.length), file) === 0;
  if (!same) throw new Error(`struct dso holds no copy of its file (${file.length} bytes) at ${start}`);
  Module._free(start);
  Module.HEAPU32[data] = Module.HEAPU32[size] = 0;
}

/** Fills all free memory with zeros, so that it costs nothing: takes free blocks until none is left, clears them, gives them back. */
function zeroFreeMemory() {
  const top = Module._sbrk(0);
  const held = [];
  for (let size = 1 << 20; size >= 16; size >>= 1) {
    for (;;) {
      const block = Module._malloc(size);
      if (!block) break;
      if (block + size > top) { Module._free(block); break; }
      Module.HEAPU8.fill(0, block, block + size);
      held.push(block);
    }
  }
  for (const block of held) Module._free(block);
  Module.HEAPU8.fill(0, Module._sbrk(0));
}

/** Each shared library with the addresses it was given: fields of emscripten's `struct dso` at its handle. */
function loadedLibraries() {
  const handles = new Map(Object.entries(Module.LDSO.loadedLibsByHandle).map(([handle, dso]) => [dso, Number(handle)]));
  return Object.entries(Module.LDSO.loadedLibsByName).filter(([name]) => name !== "__main__").map(([name, dso]) => {
    const handle = handles.get(dso);
    const field = (offset) => Module.HEAPU32[(handle + offset) >> 2];
    return { name, handle, memory: field(12), table: field(20), slots: field(24), global: Boolean(dso.global), refcount: dso.refcount === Infinity ? -1 : dso.refcount };
  });
}

/** Table slots above the base that belong to no library's segment: [slot, library, export]. Throws where one's origin is unknown. */
function extraSlots(libraries) {
  const origin = new Map();
  libraries.forEach(({ name }, i) => {
    for (const [symbol, value] of Object.entries(Module.LDSO.loadedLibsByName[name].exports)) if (typeof value === "function" && !origin.has(value)) origin.set(value, [i, symbol]);
  });
  const extra = [];
  for (let slot = TABLE_BASE; slot < Module.wasmTable.length; slot++) {
    if (libraries.some(({ table, slots }) => slot >= table && slot < table + slots)) continue;
    const held = Module.wasmTable.get(slot);
    if (!held) continue;
    if (!origin.has(held)) throw new Error(`table slot ${slot} holds ${held.name}, which no library exports`);
    extra.push([slot, ...origin.get(held)]);
  }
  return extra;
}
