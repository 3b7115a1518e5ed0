/* The literals of a block of Zstandard: as they are, one many times, or by a Huffman code (RFC 8878, 3.1.1.3.1 and 4.2). */
import { Backwards, decodingTable, readDistribution } from "./entropy.mjs";

const LONGEST = 11; // bits of a code

/** The literals of the block at `at`, {bytes, end}; a Huffman code stays in `memory` for the blocks that use it again. */
export function readLiterals(input, at, memory) {
  const kind = input[at] & 3;
  const form = (input[at] >> 2) & 3;
  const word = input[at] + (input[at + 1] << 8) + (input[at + 2] << 16) + input[at + 3] * 2 ** 24;
  if (kind < 2) {
    const bytes = form === 1 ? 2 : form === 3 ? 3 : 1; // of the header
    const size = bytes === 1 ? input[at] >> 3 : bytes === 2 ? (word >> 4) & 0xfff : (word >> 4) & 0xfffff;
    const begin = at + bytes;
    return kind === 0
      ? { bytes: input.subarray(begin, begin + size), end: begin + size }
      : { bytes: new Uint8Array(size).fill(input[begin]), end: begin + 1 };
  }
  const width = [10, 10, 14, 18][form];
  const header = [3, 3, 4, 5][form];
  const whole = Math.floor(word / 16) + input[at + 4] * 2 ** 28; // without the first four bits
  const size = whole % 2 ** width;
  const packed = Math.floor(whole / 2 ** width) % 2 ** width;
  let begin = at + header;
  const end = begin + packed;
  if (kind === 2) ({ code: memory.huffman, end: begin } = readCode(input, begin));
  if (!memory.huffman) throw new Error("zstd: a Huffman code is used again that never was there");
  const bytes = new Uint8Array(size);
  if (form === 0) inflate(memory.huffman, input, begin, end, bytes);
  else {
    const sizes = [0, 2, 4].map((i) => input[begin + i] + (input[begin + i + 1] << 8));
    const quarter = (size + 3) >> 2;
    let from = begin + 6;
    [...sizes, end - from - sizes[0] - sizes[1] - sizes[2]].forEach((length, i) => {
      inflate(memory.huffman, input, from, from + length, bytes.subarray(quarter * i, i < 3 ? quarter * (i + 1) : size));
      from += length;
    });
  }
  return { bytes, end };
}

/** A Huffman code as a table of 2^bits entries, symbol and length in one number: {code: {bits, entries}, end}. */
function readCode(input, at) {
  const told = input[at++];
  const weights = told < 128 ? weightsByStates(input, at, at + told) : Array.from({ length: told - 127 }, (_, i) => (i % 2 ? input[at + (i >> 1)] & 15 : input[at + (i >> 1)] >> 4));
  const end = at + (told < 128 ? told : (told - 126) >> 1);
  const sum = weights.reduce((total, weight) => total + (weight && 2 ** (weight - 1)), 0);
  const bits = 32 - Math.clz32(sum);
  const rest = 2 ** bits - sum; // what the last symbol takes
  if (!sum || bits > LONGEST || rest & (rest - 1)) throw new Error("zstd: a Huffman code that is none");
  weights.push(32 - Math.clz32(rest));
  const entries = new Uint16Array(1 << bits);
  let place = 0;
  for (let weight = 1; weight <= bits; weight++) {
    weights.forEach((one, symbol) => {
      if (one !== weight) return;
      entries.fill(symbol | ((bits + 1 - weight) << 8), place, place + (1 << (weight - 1)));
      place += 1 << (weight - 1);
    });
  }
  return { code: { bits, entries }, end };
}

/** The weights of a Huffman code, told by two states that take turns until no bits are left. */
function weightsByStates(input, begin, end) {
  const { counts, log, end: from } = readDistribution(input, begin, 6);
  const table = decodingTable(counts, log);
  const bits = new Backwards(input, from, end);
  const states = [bits.read(log), bits.read(log)];
  const weights = [];
  for (let turn = 0; ; turn = 1 - turn) {
    const state = states[turn];
    weights.push(table.codes[state]);
    states[turn] = table.bases[state] + bits.read(table.bits[state]);
    if (bits.left < 0) { weights.push(table.codes[states[1 - turn]]); return weights; }
    if (weights.length > 255) throw new Error("zstd: too many weights");
  }
}

/** Fills `target` by one stream of codes. Throws where it has not just as many. */
function inflate({ bits, entries }, input, begin, end, target) {
  const stream = new Backwards(input, begin, end);
  const mask = (1 << bits) - 1;
  const size = target.length;
  let at = stream.at - bits; // of the bits that choose the next entry
  let i = 0;
  for (const low = stream.zero; i < size && at >= low; i++) {
    const byte = at >> 3;
    const entry = entries[((input[byte] | (input[byte + 1] << 8) | (input[byte + 2] << 16)) >>> (at & 7)) & mask];
    target[i] = entry;
    at -= entry >> 8;
  }
  for (; i < size; i++) {
    const entry = entries[stream.bitsAt(at) & mask];
    target[i] = entry;
    at -= entry >> 8;
  }
  if (at + bits !== stream.zero) throw new Error("zstd: a stream of another length");
}
