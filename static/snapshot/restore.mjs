/* Starts Python from the snapshot: a Pyodide whose memory, shared libraries and function table are put back as make.mjs recorded them.

   Pyodide's snapshots know no shared libraries; here they are instantiated at their recorded addresses, without running relocations or
   constructors, whose results are in the memory already. Everything that this relies on is checked by name; whatever does not hold
   throws, and the page falls back to the bundle. */
import { TABLE_BASE, decodeHeader } from "./format.mjs";
import { named } from "./objects.mjs";
import { byteStream } from "./stream.mjs";

// What of Pyodide's inside is used: none of it is public, so each is looked for.
const INSIDE = ["API", "FS", "GOT", "HEAP32", "LDSO", "growMemory", "mergeLibSymbols", "newDSO", "relocateExports", "stackSave", "updateTableMap", "wasmTable",
  "__PyRuntime", "__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET"];
const EMPTY_ZIP = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==";

const must = (holds, what) => { if (!holds) throw new Error(`snapshot: ${what}`); };

/** Restores Python. `body` promises the stream of the file, `core` is the address of pyodide.asm.mjs, `options` is what the bundle start
    gives to loadPyodide; `enter` is told of a step. */
export async function restore({ body, loadPyodide, core, options, enter }) {
  const bytes = byteStream(body);
  const opened = open(bytes);
  opened.catch(() => {}); // reported where it is awaited
  let takeTrampoline = () => {};
  const python = await loadPyodide({
    ...options,
    stdLibURL: EMPTY_ZIP,
    _loadSnapshot: opened.then(({ prelude }) => prelude),
    _snapshotDeserializer: named,
    createPyodideModule: async (settings) => {
      const [{ default: create }, { header, compiled }] = await Promise.all([import(core), opened]);
      const Module = await create(settings);
      check(Module, header);
      takeTrampoline = trampolineOf(Module);
      makeRoom(Module, header);
      await placeLibraries(Module, header, await Promise.all(compiled)); // writes their data segments: before the heap
      await readHeap(Module, header, bytes);
      enter("boot");
      return Module;
    },
  });
  takeTrampoline();
  return python;
}

/** Reads the file up to the heap; the libraries begin to compile as soon as they are here. */
async function open(bytes) {
  const header = await decodeHeader(bytes.exactly);
  const compiled = [];
  for (const library of header.libraries) {
    const module = WebAssembly.compile(await bytes.exactly(library.bytes));
    module.catch(() => {});
    compiled.push(module);
  }
  return { header, compiled, prelude: await bytes.exactly(header.prelude) };
}

function check(Module, header) {
  for (const name of INSIDE) must(Module[name] !== undefined, `Pyodide has no ${name}`);
  must(Module.API.config.BUILD_ID === header.build, `it is of Pyodide build ${header.build.slice(0, 12)}, this is ${Module.API.config.BUILD_ID.slice(0, 12)}`);
  must(Module.wasmTable.length <= TABLE_BASE, `the function table has ${Module.wasmTable.length} slots at the start, more than ${TABLE_BASE}`);
  must(header.table >= TABLE_BASE, `the recorded function table has ${header.table} slots, fewer than ${TABLE_BASE}`);
}

/** Grows memory and table to the recorded sizes, and gives the linker's symbols the recorded addresses. */
function makeRoom(Module, header) {
  if (Module.HEAP8.length < header.heap) Module.growMemory(header.heap);
  must(Module.HEAP8.length >= header.heap, `memory could not grow from ${Module.HEAP8.length} to ${header.heap} bytes`);
  must(Module.HEAP8.length === header.heap, `memory has ${Module.HEAP8.length} bytes at the start, more than the recorded ${header.heap}`);
  try { Module.wasmTable.grow(header.table - Module.wasmTable.length); } catch (error) { must(false, `the function table could not grow to ${header.table} slots (${error.message})`); }
  for (const [symbol, value] of Object.entries(header.got)) {
    if (Module.GOT[symbol]) Module.GOT[symbol].value = value;
    else Module.GOT[symbol] = new WebAssembly.Global({ value: "i32", mutable: true }, value);
  }
}

/** Writes the recorded heap over memory as it arrives, then waits for the file's sound end. */
async function readHeap(Module, header, bytes) {
  const heap = new Uint8Array(Module.HEAP8.buffer, 0, header.heap);
  let end = 0;
  for (const [start, length] of header.runs) {
    heap.fill(0, end, start);
    await bytes.into(heap.subarray(start, start + length));
    end = start + length;
  }
  heap.fill(0, end);
  await bytes.finish();
}

/** Instantiates each library where it was, and tells the linker's tables of it. */
async function placeLibraries(Module, header, modules) {
  const main = Module.LDSO.loadedLibsByName.__main__?.exports;
  must(main, "Pyodide has no table of its own exports");
  const all = await Promise.all(modules.map((module, i) => instantiate(Module, header.libraries[i], module, main)));
  for (const [slot, library, symbol] of header.extra) {
    must(typeof all[library]?.[symbol] === "function", `${header.libraries[library]?.name} does not export ${symbol}`);
    Module.wasmTable.set(slot, all[library][symbol]);
  }
  header.libraries.forEach((library, i) => {
    const dso = Module.newDSO(library.name, library.handle, all[i]);
    dso.refcount = library.refcount < 0 ? Infinity : library.refcount;
    dso.global = library.global;
    if (library.global) Module.mergeLibSymbols(all[i], library.name);
  });
  Module.updateTableMap(TABLE_BASE, header.table - TABLE_BASE);
}

/** One library's exports, as the linker wants them. Throws naming an import that nothing gives. */
async function instantiate(Module, library, module, main) {
  const exported = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  const given = { __memory_base: library.memory, __table_base: library.table };
  const env = {};
  const got = {};
  let own = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (from.startsWith("GOT.")) {
      must(Module.GOT[name], `${library.name} wants the address of ${name}, which was not recorded`);
      got[name] = Module.GOT[name];
    } else if (name in given) env[name] = given[name];
    else if (main[name] && !main[name].stub) env[name] = main[name];
    else {
      must(kind === "function" && exported.has(name), `${library.name} wants ${name}, which nothing here exports`);
      env[name] = (...values) => own[name](...values);
    }
  }
  const { exports } = await WebAssembly.instantiate(module, { env, wasi_snapshot_preview1: env, "GOT.mem": got, "GOT.func": got });
  own = Module.relocateExports(exports, library.memory);
  return own;
}

/** This browser's own way to call from Python through the table stands in the memory that is about to be overwritten; puts it back. */
function trampolineOf(Module) {
  const place = (Module.__PyRuntime + Module.HEAP32[Module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
  const pointer = Module.HEAP32[place];
  return () => { Module.HEAP32[place] = pointer; };
}
