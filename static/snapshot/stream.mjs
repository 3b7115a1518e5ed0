/* Reads the snapshot's bytes in order as they arrive: `exactly` hands out pieces, `into` writes straight into memory, which need not be
   there yet when the first bytes are. */

/** A reader of the stream that is promised; it reads ahead while nobody asks, so that inflating never waits for Python. */
export function byteStream(body) {
  const waiting = []; // chunks not yet handed out
  let offset = 0; // into the first of them
  let ended = false;
  let failure = null;
  let wake = () => {};

  (async () => {
    try {
      const reader = (await body).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        waiting.push(value);
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
