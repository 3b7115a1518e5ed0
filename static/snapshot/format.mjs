/* The snapshot file, by name: what stands in it, in which order, and how a reader knows that it is whole.

   MAGIC (8 bytes), length of the header (uint32), version (uint32), header (JSON in UTF-8), then as the header says: the shared
   libraries, Pyodide's own prelude (its state of JavaScript objects), and the runs of the heap that are not zero. Written by make.mjs
   in Node.js, read by restore.mjs in the page; knows nothing of either. */

export const MAGIC = "LOSSLESS";
export const VERSION = 1;
export const PAGE = 4096; // bytes; runs of the heap begin and end at multiples of it
export const TABLE_BASE = 16384; // slots; above every engine's own table (Chromium 14171, WebKit 15143)
const FIXED = 16; // bytes before the header

/** The header's fields and what each must be. */
const FIELDS = {
  build: "string", // Pyodide's BUILD_ID
  heap: "number", // bytes of memory
  runs: "object", // [start, length] of each run of pages that are not zero
  prelude: "number", // bytes
  libraries: "object", // {name, handle, bytes, memory, table, slots, global, refcount}
  got: "object", // symbol: address or table slot
  table: "number", // slots after the last library
  extra: "object", // [slot, index of the library, export]: functions that have got a slot of their own
  stack: "number", // the stack pointer
};
const LIBRARY = { name: "string", handle: "number", bytes: "number", memory: "number", table: "number", slots: "number", global: "boolean", refcount: "number" };

function mustHold(record, fields, what) {
  for (const [name, type] of Object.entries(fields)) {
    if (record?.[name] === null || typeof record?.[name] !== type) throw new Error(`snapshot ${what}: ${name} is ${record?.[name]}, not a ${type}`);
  }
}

/** Checks a header and returns it. Throws naming the field that is wrong. */
export function checked(header) {
  mustHold(header, FIELDS, "header");
  for (const library of header.libraries) mustHold(library, LIBRARY, `library ${library?.name}`);
  let end = 0;
  for (const [start, length] of header.runs) {
    if (!(start >= end && length > 0 && start + length <= header.heap)) throw new Error(`snapshot header: run ${start}+${length} is out of order or beyond ${header.heap}`);
    end = start + length;
  }
  return header;
}

/** The runs of pages that hold anything but zeros: [[start, length], ...]. */
export function runsOf(heap) {
  const bits = new BigUint64Array(heap.buffer, heap.byteOffset, heap.length / 8);
  const runs = [];
  for (let start = 0; start < heap.length; start += PAGE) {
    let full = false;
    for (let i = start / 8; i < (start + PAGE) / 8; i++) if (bits[i] !== 0n) { full = true; break; }
    if (!full) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === start) last[1] += PAGE;
    else runs.push([start, PAGE]);
  }
  return runs;
}

/** The whole file: `libraries` and `prelude` as bytes, `heap` as memory. */
export function encode(header, libraries, prelude, heap) {
  const text = new TextEncoder().encode(JSON.stringify(checked(header)));
  const fixed = new Uint8Array(FIXED);
  fixed.set(new TextEncoder().encode(MAGIC));
  new DataView(fixed.buffer).setUint32(8, text.length, true);
  new DataView(fixed.buffer).setUint32(12, VERSION, true);
  const parts = [fixed, text, ...libraries, prelude, ...header.runs.map(([start, length]) => heap.subarray(start, start + length))];
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { file.set(part, at); at += part.length; }
  return file;
}

/** Reads the header. `exactly(n)` promises the next n bytes. Throws where it is no snapshot, or one of another version. */
export async function decodeHeader(exactly) {
  const fixed = await exactly(FIXED);
  const view = new DataView(fixed.buffer, fixed.byteOffset);
  const magic = new TextDecoder().decode(fixed.subarray(0, 8));
  if (magic !== MAGIC) throw new Error("snapshot: not a snapshot file");
  if (view.getUint32(12, true) !== VERSION) throw new Error(`snapshot: version ${view.getUint32(12, true)}, this page reads ${VERSION}`);
  const length = view.getUint32(8, true);
  if (length > 1 << 20) throw new Error(`snapshot: header of ${length} bytes`);
  return checked(JSON.parse(new TextDecoder().decode(await exactly(length))));
}
