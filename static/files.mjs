/* The files that Python starts from, over any host: under their long names, compressed by the host where it does that, else as the
   `.gz` that lies beside each, inflated here. Counts every byte that comes; an answer that is not whole is a failure that names its
   file. */
const GZIP = [0x1f, 0x8b];
const fetchAnswer = self.fetch.bind(self);

/** `files` is the path of each file from `root` by its plain name, `sizes` its bytes and those of its `.gz`, `ways` how they came the
    last time; `progress` is called when more has come; `byPage`, if given, promises the answer of an address that the page has asked. */
export class Files {
  constructor({ files, sizes, root, ways }, progress, byPage = null) {
    Object.assign(this, { files, sizes, root, progress, byPage, ways: { ...ways } });
    this.held = new Map(); // plain name: what came, perhaps compressed still
    this.asked = new Map(); // plain name: the promise of how it comes
    this.expected = []; // plain names of what the start takes
    this.wire = new Map(); // plain name: bytes on the wire, once they are known
    this.come = new Map(); // the same, so far
    this.broken = new Map(); // plain name: why no more comes
    this.begun = new Map(); // plain name: ms at which it was asked for
  }

  urlOf(name, end = "") { return new URL(this.files[name] + end, this.root).href; }

  /** The plain name of what lies at an address; undefined where it is none of these files. */
  nameOf(url) { return Object.keys(this.files).find((name) => this.urlOf(name) === url); }

  /** Promises how a file comes: "" (as it is named: the host compresses it, or nobody can) or ".gz". */
  way(name) {
    if (!this.sizes[name].gz || typeof DecompressionStream === "undefined") return Promise.resolve("");
    if (name in this.ways) return Promise.resolve(this.ways[name]);
    if (!this.asked.has(name)) this.asked.set(name, this.ask(name).then((way) => (this.ways[name] = way)));
    return this.asked.get(name);
  }
  async ask(name) {
    try {
      const answer = await fetchAnswer(this.urlOf(name), { method: "HEAD" });
      return answer.ok && answer.headers.get("content-encoding") ? "" : ".gz";
    } catch { return ".gz"; }
  }

  /** A file's bytes on the wire, as far as is known before it comes. */
  size(name) { return this.wire.get(name) ?? this.sizes[name].gz ?? this.sizes[name].bytes; }

  /** Bytes a second of a file that has come, as the browser itself timed it; null where it tells nothing (yet). */
  rate(name) {
    const timing = performance.getEntriesByName(this.urlOf(name, this.ways[name])).findLast(({ requestStart }) => requestStart >= this.begun.get(name));
    return timing ? (1000 * this.size(name)) / (timing.responseEnd - timing.requestStart) : null;
  }

  /** Says which files a start takes, so that `total` is right. */
  expect(names) { this.expected = names; }
  get total() { return this.expected.reduce((sum, name) => sum + this.size(name), 0); }
  get loaded() { return this.expected.reduce((sum, name) => sum + (this.come.get(name) ?? 0), 0); }

  /** Promises the stream of a file's content; `options` go to fetch. */
  async open(name, options) { return inflated(await this.raw(name, options), name.split("/").at(-1)); }

  /** The same, perhaps compressed still; `options` go to fetch. */
  async raw(name, options = {}) {
    const short = name.split("/").at(-1);
    const way = await this.way(name);
    let answer;
    this.begun.set(name, performance.now());
    // A name with a hash stands for one content: what the browser kept need not be asked about, but for a kept failure.
    try {
      answer = await fetchAnswer(this.urlOf(name, way), { cache: "force-cache", ...options });
      if (!answer.ok) answer = await fetchAnswer(this.urlOf(name, way), { cache: "reload", ...options });
    } catch (error) {
      answer = await this.byPage?.(this.urlOf(name, way)).catch(() => null);
      if (!answer) throw new Error(`${short}: ${error.message}`);
    }
    if (!answer.ok) throw new Error(`${short}: HTTP ${answer.status}`);
    const { bytes, gz = bytes } = this.sizes[name];
    const encoded = answer.headers.get("content-encoding");
    const given = way && !encoded ? gz : bytes; // what the stream gives
    const wire = encoded ? Number(answer.headers.get("content-length")) || gz : given;
    this.wire.set(name, wire);
    let come = 0;
    const transform = (chunk, controller) => {
      come += chunk.byteLength;
      this.come.set(name, (come / given) * wire);
      this.progress();
      controller.enqueue(chunk);
    };
    const count = new TransformStream({ transform }, {}, { highWaterMark: Infinity }); // comes though nobody reads yet
    answer.body.pipeTo(count.writable).catch((error) => this.broken.set(name, new Error(`${short}: ${error.message}`)));
    return count.readable;
  }

  /** Promises whether the browser has kept a file that came before. */
  async isKept(name) {
    if (!(name in this.ways)) return false;
    try {
      const answer = await fetchAnswer(this.urlOf(name, this.ways[name]), { cache: "only-if-cached", mode: "same-origin" });
      await answer.body?.cancel(); // it is read when it is opened
      return answer.ok;
    } catch { return false; }
  }

  /** The same as a Response, for what wants one. */
  async answer(name, options) {
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(await this.open(name, options), { headers: { "content-type": type } });
  }

  /** Promises a file's content. */
  async bytesOf(name, options) { return new Uint8Array(await (await this.answer(name, options)).arrayBuffer()); }

  /** Holds files in memory for `now`: no service worker answers a request that waits, but in Firefox. */
  async hold(names) {
    for (const name of names) this.held.set(name, new Uint8Array(await new Response(await this.raw(name)).arrayBuffer()));
  }

  /** A file while Python waits, for an import of what is not here yet; compressed, where it came so. */
  now(name) {
    if (this.held.has(name)) return this.held.get(name);
    const request = new XMLHttpRequest();
    request.open("GET", this.urlOf(name, this.ways[name]), false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`${name}: HTTP ${request.status}`);
    return new Uint8Array(request.response);
  }
}

export const isGzip = (bytes) => GZIP.every((byte, i) => bytes[i] === byte);

/** A stream's content, inflated if it begins as gzip does: some hosts send a `.gz` as it is, some name its encoding. */
async function inflated(body, name) {
  const reader = body.getReader();
  const first = await reader.read();
  if (first.done) throw new Error(`${name}: the file is empty`);
  const whole = new ReadableStream({
    start(controller) { controller.enqueue(first.value); },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return isGzip(first.value) ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}
