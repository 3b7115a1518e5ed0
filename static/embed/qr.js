/* An address as a QR code, for paper: ISO/IEC 18004, bytes, error correction M, versions 1 to 20. Written here because it must be ready when
   the print begins, so it has to come with this script, and a library is ten times as long. Read back by tests/unit/views/qr.py. */
const PER_BLOCK = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]; // codewords of correction, by version
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const QUIET = 4; // modules of white around
const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3), (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
const range = (n, make) => Array.from({ length: n }, (_, i) => make(i));

/** Codewords that a version holds in all. */
function capacity(version) {
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0; // alignment patterns along an edge
  const bits = (16 * version + 128) * version + 64 - (marks ? (25 * marks - 10) * marks - 55 : 0) - (version > 6 ? 36 : 0);
  return bits >> 3;
}

/** The product in the field of 256 elements. */
function times(a, b) {
  let product = 0;
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a);
  return product;
}

/** The codewords of correction for one block. */
function correction(block, degree) {
  let divisor = [...range(degree - 1, () => 0), 1];
  let root = 1;
  for (let i = 0; i < degree; i++) {
    divisor = divisor.map((one, j) => times(one, root) ^ (divisor[j + 1] ?? 0));
    root = times(root, 2);
  }
  const rest = range(degree, () => 0);
  for (const byte of block) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.forEach((one, i) => { rest[i] ^= times(one, factor); });
  }
  return rest;
}

/** All codewords of a version in their order: data with its frame, cut into blocks, corrected, interleaved. */
function codewords(bytes, version) {
  const [blocks, degree, total] = [BLOCKS[version - 1], PER_BLOCK[version - 1], capacity(version)];
  const bits = [];
  const put = (value, length) => { for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = 8 * (total - blocks * degree);
  put(0, Math.min(4, room - bits.length));
  put(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = range(room / 8, (i) => bits.slice(8 * i, 8 * i + 8).reduce((byte, bit) => 2 * byte + bit, 0));
  const short = Math.floor(total / blocks) - degree;
  const long = total % blocks; // so many blocks at the end have one more
  let at = 0;
  const parts = range(blocks, (i) => data.slice(at, (at += short + (i >= blocks - long ? 1 : 0))));
  const ends = parts.map((part) => correction(part, degree));
  const across = (lists) => range(Math.max(...lists.map((one) => one.length)), (i) => lists.map((one) => one[i])).flat().filter((one) => one !== undefined);
  return [...across(parts), ...across(ends)];
}

/** The modules of a text as rows of 0 and 1; null where it is too long. */
function modulesOf(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + BLOCKS.findIndex((blocks, i) => bytes.length + (i < 9 ? 2 : 3) <= capacity(i + 1) - blocks * PER_BLOCK[i]);
  if (version === 0) return null;
  const size = 17 + 4 * version;
  const rows = range(size, () => range(size, () => 0));
  const fixed = range(size, () => range(size, () => false));
  const set = (x, y, dark) => { if (x >= 0 && y >= 0 && x < size && y < size) { rows[y][x] = Number(dark); fixed[y][x] = true; } };
  const square = (cx, cy, reach, isDark) => { for (let y = -reach; y <= reach; y++) for (let x = -reach; x <= reach; x++) set(cx + x, cy + y, isDark(Math.max(Math.abs(x), Math.abs(y)))); };

  for (let i = 0; i < size; i++) { set(6, i, i % 2 === 0); set(i, 6, i % 2 === 0); }
  const marks = Math.floor(version / 7) + 2;
  const step = Math.ceil((4 * version + 4) / (2 * marks - 2)) * 2;
  const places = version === 1 ? [] : [6, ...range(marks - 1, (i) => size - 7 - i * step).reverse()];
  const corner = (x, y) => (x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6);
  for (const x of places) for (const y of places) if (!corner(x, y)) square(x, y, 2, (ring) => ring !== 1);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const told = (value, length, divisor) => { // a number with its own correction
    let rest = value;
    for (let i = 0; i < length; i++) rest = (rest << 1) ^ ((rest >> (length - 1)) * divisor);
    return (value << length) | rest;
  };
  if (version > 6) {
    const bits = told(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) for (const [x, y] of [[size - 11 + (i % 3), Math.floor(i / 3)], [Math.floor(i / 3), size - 11 + (i % 3)]]) set(x, y, (bits >> i) & 1);
  }
  const format = (mask) => {
    const bits = told(mask, 10, 0x537) ^ 0x5412; // M is 0
    const bit = (i) => (bits >> i) & 1;
    for (let i = 0; i < 15; i++) {
      set(i < 8 ? 8 : i === 8 ? 7 : 14 - i, i < 6 ? i : i < 8 ? i + 1 : 8, bit(i));
      if (i < 8) set(size - 1 - i, 8, bit(i)); else set(8, size - 15 + i, bit(i));
    }
    set(8, size - 8, 1);
  };
  format(0);

  const bits = codewords(bytes, version).flatMap((byte) => range(8, (i) => (byte >> (7 - i)) & 1));
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) for (const x of [right, right - 1]) {
      const y = (right + 1) & 2 ? i : size - 1 - i;
      if (!fixed[y][x]) rows[y][x] = bits[at++] ?? 0;
    }
  }
  const masked = (mask) => rows.map((row, y) => row.map((one, x) => (fixed[y][x] ? one : one ^ Number(MASKS[mask](x, y) === 0))));
  const tried = MASKS.map((_, mask) => { format(mask); return masked(mask); });
  return tried.reduce((best, one) => (unrest(one) < unrest(best) ? one : best));
}

/** How hard a code is to read: long runs, whole squares, too much of one colour. */
function unrest(rows) {
  const size = rows.length;
  let sum = 0;
  for (const lines of [rows, range(size, (x) => rows.map((row) => row[x]))]) {
    for (const line of lines) for (const run of line.join("").match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
  }
  for (let y = 1; y < size; y++) for (let x = 1; x < size; x++) if (rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y - 1][x - 1]) sum += 3;
  return sum + 10 * Math.floor(Math.abs((20 * rows.flat().reduce((a, b) => a + b, 0)) / (size * size) - 10));
}

/** The code as an SVG, black on white; null where the address is too long. */
function codeOf(address, label) {
  const rows = modulesOf(address);
  if (!rows) return null;
  const size = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))).join("");
  const svg = draw("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" });
  svg.append(draw("rect", { width: size, height: size, fill: "#fff" }), draw("path", { d: path, fill: "#000" }));
  return svg;
}
