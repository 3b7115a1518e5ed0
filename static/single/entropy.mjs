/* The bits of Zstandard: read from the end backwards, and decoded by tables of states (RFC 8878, 4.1). */

/** Reads bits from the end of input[begin..end) towards its begin; the input has some bytes to spare behind. */
export class Backwards {
  constructor(input, begin, end) {
    const last = input[end - 1];
    if (end <= begin || !last) throw new Error("zstd: bits that do not end");
    this.input = input;
    this.zero = begin * 8;
    this.at = end * 8 - 8 + (31 - Math.clz32(last)); // the highest set bit is a mark
  }

  get left() { return this.at - this.zero; } // below 0: more was read than was there

  /** The next n bits, n <= 24. Behind the last there are zeros. */
  read(n) {
    this.at -= n;
    return this.bitsAt(this.at) & ((1 << n) - 1);
  }

  bitsAt(at) {
    const { input } = this;
    if (at < this.zero) return at < this.zero - 24 ? 0 : this.bitsAt(this.zero) << (this.zero - at);
    const byte = at >> 3;
    return (input[byte] | (input[byte + 1] << 8) | (input[byte + 2] << 16) | (input[byte + 3] << 24)) >>> (at & 7);
  }
}

/** How often each symbol comes: {counts, log, end}; -1 stands for less than once. Throws where the log exceeds `most`. */
export function readDistribution(input, begin, most) {
  let at = begin * 8;
  const peek = () => (input[at >> 3] | (input[(at >> 3) + 1] << 8) | (input[(at >> 3) + 2] << 16)) >>> (at & 7);
  const log = (peek() & 15) + 5;
  if (log > most) throw new Error(`zstd: a table of 2^${log}`);
  at += 4;
  const counts = [];
  for (let left = (1 << log) + 1; left > 1;) {
    const width = 32 - Math.clz32(left); // bits of the largest value that can come
    const short = (1 << width) - 1 - left; // so many of the small values take a bit less
    const told = peek() & ((1 << width) - 1);
    const low = told & ((1 << (width - 1)) - 1);
    let value = told;
    if (low < short) { value = low; at += width - 1; } else { if (told >= 1 << (width - 1)) value = told - short; at += width; }
    counts.push(value - 1);
    left -= Math.abs(value - 1);
    if (value === 1) { // 0 times: the next two bits say how many more of the kind
      for (let more = 3; more === 3;) {
        more = peek() & 3;
        at += 2;
        for (let i = 0; i < more; i++) counts.push(0);
      }
    }
    if (left < 1 || counts.length > 256) throw new Error("zstd: a distribution that is none");
  }
  return { counts, log, end: (at + 7) >> 3 };
}

/** The table of 2^log states: in each its code, and the next state as a base and so many bits. */
export function decodingTable(counts, log) {
  const size = 1 << log;
  const codes = new Uint8Array(size);
  const bits = new Uint8Array(size);
  const bases = new Uint16Array(size);
  const next = Uint16Array.from(counts, Math.abs);
  let top = size - 1;
  counts.forEach((count, code) => { if (count === -1) codes[top--] = code; });
  const step = (size >> 1) + (size >> 3) + 3;
  let place = 0;
  counts.forEach((count, code) => {
    for (let i = 0; i < count; i++) {
      codes[place] = code;
      do place = (place + step) & (size - 1); while (place > top);
    }
  });
  for (let state = 0; state < size; state++) {
    const number = next[codes[state]]++;
    bits[state] = log - (31 - Math.clz32(number));
    bases[state] = (number << bits[state]) - size;
  }
  return { log, codes, bits, bases };
}
