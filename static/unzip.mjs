/* Reads the zips that the build writes: their entries are stored, not deflated, as the whole is compressed on its way. Python's own reader
   is among the modules that a page from a snapshot has no files of. */
const END = 0x06054b50; // of the directory
const ENTRY = 0x02014b50; // in the directory
const END_LENGTH = 22; // bytes, without a comment: the build writes none

const CRCS = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** Each file of a zip: its name, its bytes, the checksum they must have. Throws where `bytes` are no such zip; `title` names it. */
export function* entriesOf(bytes, title) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - END_LENGTH;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error(`${title}: this is no whole zip`);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY || view.getUint16(at + 10, true) !== 0) throw new Error(`${title}: entry ${i} is damaged`);
    const size = view.getUint32(at + 24, true);
    const [named, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + named));
    yield { name, data: bytes.subarray(start, start + size), crc: view.getUint32(at + 16, true), size };
    at += 46 + named + extra + comment;
  }
}

/** Whether an entry's bytes have their checksum. */
export function isSound({ data, crc, size }) {
  let sum = 0xffffffff;
  for (let i = 0; i < data.length; i++) sum = CRCS[(sum ^ data[i]) & 255] ^ (sum >>> 8);
  return data.length === size && (sum ^ 0xffffffff) >>> 0 === crc;
}
