/* Inflates Zstandard (RFC 8878), which few browsers do by themselves: a fifth smaller than gzip. One frame of known size, without
   dictionary; its checksum is not looked at, since the parts of the file have their own. */
import { Backwards, decodingTable, readDistribution } from "./entropy.mjs";
import { readLiterals } from "./literals.mjs";

const MAGIC = 0xfd2fb528;
const SPARE = 8; // bytes after the input that a reader of bits may touch
const RAW = 0, SAME = 1, COMPRESSED = 2; // kinds of blocks
const [PREDEFINED, ONE, WRITTEN, AGAIN] = [0, 1, 2, 3]; // how a table of codes is given
const SHORT = 24; // bytes up to which a loop beats a call

const steps = (first, extra) => { // the first value of each code, from how many bits follow it
  const values = new Uint32Array(extra.length);
  for (let code = 0, value = first; code < extra.length; value += 2 ** extra[code], code++) values[code] = value;
  return values;
};
const LENGTH_BITS = Uint8Array.of(...Array(16).fill(0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
const MATCH_BITS = Uint8Array.of(...Array(32).fill(0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
const LENGTH_FIRST = steps(0, LENGTH_BITS);
const MATCH_FIRST = steps(3, MATCH_BITS);
const ones = (n, value = 1) => Array(n).fill(value);
// In the order in which a block gives them: how often each code of a literals' length, an offset, a match's length comes by default.
const CODES = [
  { log: 6, most: 9, usual: [4, 3, ...ones(11, 2), 1, 1, 1, ...ones(9, 2), 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1] },
  { log: 5, most: 8, usual: [...ones(6), 2, 2, 2, ...ones(15), ...ones(5, -1)] },
  { log: 6, most: 9, usual: [1, 4, 3, ...ones(6, 2), ...ones(37), ...ones(7, -1)] },
].map((code) => ({ ...code, table: decodingTable(code.usual, code.log) }));

/** Inflates a frame whose content has `size` bytes, piece by piece. */
export class Inflater {
  constructor(size) {
    this.output = new Uint8Array(size);
    this.at = 0; // bytes written
    this.input = new Uint8Array(SPARE); // what came and is not read yet, and SPARE
    this.length = 0;
    this.begun = this.ended = false;
    this.memory = { offsets: [1, 4, 8], tables: [null, null, null], huffman: null };
  }

  /** Takes the next bytes; returns what can be inflated by now, a view of one array. Throws where they are no such frame. */
  push(bytes) {
    const input = new Uint8Array(this.length + bytes.length + SPARE);
    input.set(this.input.subarray(0, this.length));
    input.set(bytes, this.length);
    const length = this.length + bytes.length;
    const before = this.at;
    let at = 0;
    if (!this.begun && length > 4 && length >= headerEnd(input)) { at = headerEnd(input); this.begun = true; }
    while (this.begun && !this.ended && at + 3 <= length) {
      const head = input[at] | (input[at + 1] << 8) | (input[at + 2] << 16);
      const [last, kind, size] = [head & 1, (head >> 1) & 3, head >> 3];
      const end = at + 3 + (kind === SAME ? 1 : size);
      if (end > length) break;
      this.block(kind, input, at + 3, size);
      at = end;
      if (last) this.ended = true;
    }
    this.input = input.subarray(this.ended ? length : at);
    this.length = this.ended ? 0 : length - at;
    return this.output.subarray(before, this.at);
  }

  /** Throws where the frame did not end, or gave another number of bytes than it should. */
  end() {
    if (!this.ended || this.at !== this.output.length) throw new Error(`zstd: ${this.at} of ${this.output.length} bytes`);
  }

  block(kind, input, at, size) {
    if (this.at + (kind === COMPRESSED ? 0 : size) > this.output.length) throw new Error(`zstd: more than ${this.output.length} bytes`);
    if (kind === RAW) this.output.set(input.subarray(at, at + size), this.at);
    else if (kind === SAME) this.output.fill(input[at], this.at, this.at + size);
    else if (kind === COMPRESSED) { this.compressed(input, at, at + size); return; }
    else throw new Error("zstd: a block of no kind");
    this.at += size;
  }

  compressed(input, begin, end) {
    const literals = readLiterals(input, begin, this.memory);
    let at = literals.end;
    let count = input[at++];
    if (count > 127) count = count === 255 ? input[at++] + (input[at++] << 8) + 0x7f00 : ((count - 128) << 8) + input[at++];
    if (count) {
      const modes = input[at++];
      CODES.forEach((code, i) => { at = this.table(i, (modes >> (6 - 2 * i)) & 3, input, at); });
      this.sequences(count, literals.bytes, new Backwards(input, at, end));
    } else {
      this.room(literals.bytes.length);
      this.output.set(literals.bytes, this.at);
      this.at += literals.bytes.length;
    }
  }

  /** Reads how table `i` is given, remembers it, and returns where reading goes on. */
  table(i, mode, input, at) {
    const { tables } = this.memory;
    if (mode === PREDEFINED) tables[i] = CODES[i].table;
    else if (mode === ONE) tables[i] = { log: 0, codes: Uint8Array.of(input[at++]), bits: new Uint8Array(1), bases: new Uint16Array(1) };
    else if (mode === WRITTEN) {
      const { counts, log, end } = readDistribution(input, at, CODES[i].most);
      tables[i] = decodingTable(counts, log);
      at = end;
    } else if (mode === AGAIN && !tables[i]) throw new Error("zstd: a table is used again that never was there");
    return at;
  }

  room(bytes) { if (this.at + bytes > this.output.length) throw new Error(`zstd: more than ${this.output.length} bytes`); }

  /** Copies literals and matches, as many sequences as `count` says. */
  sequences(count, literals, bits) {
    const { output, memory } = this;
    const [lengths, offsets, matches] = memory.tables;
    let [first, second, third] = memory.offsets;
    let [a, b, c] = [bits.read(lengths.log), bits.read(offsets.log), bits.read(matches.log)];
    let at = this.at;
    let from = 0; // in the literals
    for (let left = count; left > 0; left--) {
      const [lengthCode, offsetCode, matchCode] = [lengths.codes[a], offsets.codes[b], matches.codes[c]];
      if (offsetCode > 27 || lengthCode > 35 || matchCode > 52) throw new Error("zstd: a code that there is not");
      const told = offsetCode > 16 ? 2 ** offsetCode + bits.read(offsetCode - 16) * 65536 + bits.read(16) : (1 << offsetCode) + bits.read(offsetCode);
      const match = MATCH_FIRST[matchCode] + bits.read(MATCH_BITS[matchCode]);
      const length = LENGTH_FIRST[lengthCode] + bits.read(LENGTH_BITS[lengthCode]);
      if (left > 1) {
        a = lengths.bases[a] + bits.read(lengths.bits[a]);
        c = matches.bases[c] + bits.read(matches.bits[c]);
        b = offsets.bases[b] + bits.read(offsets.bits[b]);
      }
      const recent = told > 3 ? 4 : told + (length ? 0 : 1); // 1, 2, 3: one of the last three offsets
      const offset = told > 3 ? told - 3 : recent === 1 ? first : recent === 2 ? second : recent === 3 ? third : first - 1;
      if (recent > 2) third = second;
      if (recent > 1) { second = first; first = offset; }
      if (offset > at + length || offset < 1 || from + length > literals.length || at + length + match > output.length) throw new Error("zstd: a copy from outside");
      if (length > SHORT) output.set(literals.subarray(from, from + length), at);
      else for (let i = 0; i < length; i++) output[at + i] = literals[from + i];
      from += length;
      at += length;
      if (match > SHORT && offset >= match) output.copyWithin(at, at - offset, at - offset + match);
      else for (let i = 0; i < match; i++) output[at + i] = output[at + i - offset];
      at += match;
    }
    if (bits.left !== 0) throw new Error("zstd: bits are left over");
    this.at = at;
    this.room(literals.length - from);
    output.set(literals.subarray(from), at);
    this.at = at + literals.length - from;
    memory.offsets = [first, second, third];
  }
}

/** Where the blocks begin. Throws where it is no frame that we read. */
function headerEnd(input) {
  if (new DataView(input.buffer, input.byteOffset).getUint32(0, true) !== MAGIC) throw new Error("zstd: not a Zstandard frame");
  const told = input[4];
  if (told & 0b1011) throw new Error("zstd: a frame with a dictionary");
  const whole = (told >> 5) & 1;
  return 5 + (whole ? 0 : 1) + [whole, 2, 4, 8][told >> 6];
}
