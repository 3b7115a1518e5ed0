/* The files that Python starts from where all of them lie in the page itself: they come as messages of the page, in parts of compressed
   bytes, in the order of the HTML. Stands in the place of ../files.mjs in the one-file page (tools/single.py), with the same interface. */
import { Files as Fetched } from "../files.mjs";
import { Inflater } from "./zstd.mjs";

export const HOME = "file:///inside/"; // addresses for Pyodide, which nobody asks for
const parts = new Map(); // plain name: the parts that came, the last one marked
const read = new Map(); // plain name: bytes of its parts that are inflated, or about to be
const broken = new Map(); // plain name: why there will be no more
let wake = () => {};
let news = new Promise((resolve) => { wake = resolve; });

self.addEventListener("message", ({ data }) => {
  if (data.kind !== "part") return;
  if (data.broken) broken.set(data.name, new Error(data.broken));
  else {
    if (!parts.has(data.name)) parts.set(data.name, []);
    parts.get(data.name).push(data);
  }
  wake();
  news = new Promise((resolve) => { wake = resolve; });
});

/** What is inside comes inflated. */
export const isGzip = () => false;

/** `sizes` has for each file its compressed `bytes`, and of the Zstandard ones (the others are gzip) the `whole` of their content. */
export class Files extends Fetched {
  urlOf(name) { return HOME + name; }
  way() { return Promise.resolve(""); }
  isKept() { return Promise.resolve(true); }
  get loaded() { return this.expected.reduce((sum, name) => sum + (read.get(name) ?? 0), 0); }

  /** Promises the stream of a file's content, inflated as its parts come. */
  async open(name) {
    const { whole } = this.sizes[name];
    const inflater = whole && new Inflater(whole);
    let next = 0;
    const come = new ReadableStream({
      pull: async (controller) => {
        const { bytes, last } = await partOf(name, next++);
        read.set(name, (read.get(name) ?? 0) + bytes.length);
        this.progress();
        const content = inflater ? inflater.push(bytes) : bytes;
        if (content.length) controller.enqueue(content);
        if (!last) return;
        inflater?.end();
        controller.close();
      },
    });
    return inflater ? come : come.pipeThrough(new DecompressionStream("gzip"));
  }
  raw(name) { return this.open(name); }

  /** The content of one of the Zstandard files while Python waits: it must have come. */
  now(name) {
    const whole = parts.get(name);
    if (!whole?.at(-1).last) throw broken.get(name) ?? new Error(`${name} is not here yet`);
    const inflater = new Inflater(this.sizes[name].whole);
    for (const { bytes } of whole) inflater.push(bytes);
    inflater.end();
    return inflater.output;
  }
}

/** Promises a part of a file; rejects where it will not come. */
async function partOf(name, i) {
  for (;;) {
    const part = parts.get(name)?.[i];
    if (part) return part;
    if (broken.has(name)) throw broken.get(name);
    await news;
  }
}
