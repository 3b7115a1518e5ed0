/* Reads the snapshot's bytes in order as they arrive, inflating them where the host has not: `exactly` hands out pieces, `into` writes
   straight into memory, which need not be there yet when the first bytes are. */
const GZIP = [0x1f, 0x8b];

/** The stream of an answer's body, inflated if it begins as gzip does: some hosts send the file as it is, some name its encoding. */
async function inflated(body) {
  const reader = body.getReader();
  const first = await reader.read();
  if (first.done) throw new Error("snapshot: the file is empty");
  const whole = new ReadableStream({
    start(controller) { controller.enqueue(first.value); },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return GZIP.every((byte, i) => first.value[i] === byte) ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}

/** A reader of the body that is promised; it reads ahead while nobody asks, so that inflating never waits for Python. `share` is told how
    much of the expected bytes have come (0..1). */
export function byteStream(body, share) {
  const waiting = []; // chunks not yet handed out
  let offset = 0; // into the first of them
  let come = 0;
  let expected = Infinity;
  let ended = false;
  let failure = null;
  let wake = () => {};

  (async () => {
    try {
      const reader = (await inflated(await body)).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        waiting.push(value);
        come += value.length;
        share(Math.min(1, come / expected));
        wake();
      }
    } catch (error) { failure = new Error(`snapshot: ${error.message}`); }
    ended = true;
    wake();
  })();

  const more = async () => {
    while (!waiting.length && !ended) await new Promise((resolve) => { wake = resolve; });
    if (failure) throw failure;
    if (!waiting.length) throw new Error("snapshot: the file ends too early");
  };

  /** Writes the next bytes over the whole of `target`. */
  async function into(target) {
    for (let at = 0; at < target.length;) {
      await more();
      const piece = waiting[0].subarray(offset, offset + target.length - at);
      target.set(piece, at);
      at += piece.length;
      offset += piece.length;
      if (offset === waiting[0].length) { waiting.shift(); offset = 0; }
    }
    return target;
  }
  return {
    into,
    /** Says how many bytes there are in all. */
    expect: (bytes) => { expected = bytes; },
    /** The next n bytes. */
    exactly: (n) => into(new Uint8Array(n)),
    /** Waits for the end, which proves gzip's checksum. Throws where bytes are left over. */
    async finish() {
      while (!ended) await new Promise((resolve) => { wake = resolve; });
      if (failure) throw failure;
      if (waiting.length) throw new Error("snapshot: the file is longer than it says");
    },
  };
}
