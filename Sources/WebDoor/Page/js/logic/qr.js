// QR codes (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, which hold a link of 213 characters.

/**
 * Of each version: bytes of error correction of a block, and the blocks of data as [count, bytes].
 * @type {[number, [number, number][]][]}
 */
const versions = [
  [10, [[1, 16]]], [16, [[1, 28]]], [26, [[1, 44]]], [18, [[2, 32]]], [24, [[2, 43]]],
  [16, [[4, 27]]], [18, [[4, 31]]], [22, [[2, 38], [2, 39]]], [22, [[3, 36], [2, 37]]], [26, [[4, 43], [1, 44]]],
];
/** @type {number[][]} */
const alignment = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
/** The field of 256 elements: powers and logarithms of 2, modulo x^8 + x^4 + x^3 + x^2 + 1. */
const powers = new Uint8Array(255);
const logarithms = new Uint8Array(256);
for (let index = 0, value = 1; index < 255; index += 1) {
  powers[index] = value;
  logarithms[value] = index;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
const product = (a, b) => (a && b ? powers[(logarithms[a] + logarithms[b]) % 255] : 0);

/**
 * The bytes of error correction of a block (Reed-Solomon).
 * @param {number[]} data @param {number} count
 */
export function correction(data, count) {
  let generator = [1];
  for (let index = 0; index < count; index += 1) {
    const next = [...generator, 0];
    generator.forEach((factor, place) => { next[place + 1] ^= product(factor, powers[index]); });
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let index = 0; index < data.length; index += 1) {
    const factor = rest[index];
    if (factor) generator.forEach((one, place) => { rest[index + place] ^= product(one, factor); });
  }
  return rest.slice(data.length);
}

/**
 * The code of a text: rows of modules, true is dark.
 * @param {string} text @returns {boolean[][]}
 */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = versions.findIndex(([, blocks], index) => bytes.length + (index < 9 ? 2 : 3) <= capacity(blocks)) + 1;
  if (!version) throw new RangeError('too long for a code');
  const bits = interleaved(dataBytes(bytes, version), version).flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1));
  const masked = Array.from({ length: 8 }, (_, mask) => drawn(bits, version, mask));
  return masked.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

/** @param {[number, number][]} blocks */
const capacity = (blocks) => blocks.reduce((sum, [count, size]) => sum + count * size, 0);

/**
 * Mode, length, text, end, and what fills the rest.
 * @param {number[]} bytes @param {number} version
 */
function dataBytes(bytes, version) {
  const size = capacity(versions[version - 1][1]);
  const head = version < 10 ? [4, bytes.length >> 4, bytes.length & 15] : [4, bytes.length >> 12, (bytes.length >> 8) & 15, (bytes.length >> 4) & 15, bytes.length & 15];
  const nibbles = [...head, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  if (nibbles.length % 2) nibbles.push(0);
  const data = Array.from({ length: nibbles.length / 2 }, (_, index) => (nibbles[index * 2] << 4) | nibbles[index * 2 + 1]).slice(0, size);
  for (let fill = 0xec; data.length < size; fill ^= 0xec ^ 0x11) data.push(fill);
  return data;
}

/** @param {number[]} data @param {number} version */
function interleaved(data, version) {
  const [count, blocks] = versions[version - 1];
  /** @type {number[][]} */
  const parts = [];
  for (const [number, size] of blocks) for (let index = 0; index < number; index += 1) parts.push(data.slice(...span(parts, size)));
  const checks = parts.map((part) => correction(part, count));
  const longest = Math.max(...parts.map((part) => part.length));
  const columns = (/** @type {number[][]} */ rows, /** @type {number} */ length) => Array.from({ length }, (_, index) => rows.flatMap((row) => (index < row.length ? [row[index]] : []))).flat();
  return [...columns(parts, longest), ...columns(checks, count)];
}

/** @param {number[][]} before @param {number} size @returns {[number, number]} */
function span(before, size) {
  const from = before.reduce((sum, part) => sum + part.length, 0);
  return [from, from + size];
}

/** @type {((row: number, column: number) => number)[]} */
const masks = [
  (row, column) => (row + column) % 2, (row) => row % 2, (_, column) => column % 3, (row, column) => (row + column) % 3,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2, (row, column) => ((row * column) % 2) + ((row * column) % 3),
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2, (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2,
];

/** @param {number[]} bits @param {number} version @param {number} mask @returns {boolean[][]} */
function drawn(bits, version, mask) {
  const size = version * 4 + 17;
  const { modules, isTaken } = frame(version, mask);
  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (isTaken[row][column]) continue;
        const bit = bits[next] ?? 0;
        next += 1;
        modules[row][column] = (bit === 1) !== (masks[mask](row, column) === 0);
      }
    }
  }
  return modules;
}

/**
 * Everything that is not data: patterns to find and to align, timing, format, version.
 * @param {number} version @param {number} mask
 */
function frame(version, mask) {
  const size = version * 4 + 17;
  const modules = Array.from({ length: size }, () => new Array(size).fill(false));
  const isTaken = Array.from({ length: size }, () => new Array(size).fill(false));
  const put = (/** @type {number} */ row, /** @type {number} */ column, /** @type {boolean} */ isDark) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    modules[row][column] = isDark;
    isTaken[row][column] = true;
  };
  for (let index = 0; index < size; index += 1) {
    put(6, index, index % 2 === 0);
    put(index, 6, index % 2 === 0);
  }
  for (const [top, left] of [[0, 0], [0, size - 7], [size - 7, 0]]) square(top + 3, left + 3, 4, put);
  const places = alignment[version - 1];
  const last = size - 7;
  for (const row of places) for (const column of places) if (![[6, 6], [6, last], [last, 6]].some(([a, b]) => a === row && b === column)) square(row, column, 2, put);
  const format = (remainder(mask, 0x537, 10) | (mask << 10)) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((format >> bit) & 1) === 1;
    put(bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, 8, isDark);
    put(8, bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, isDark);
  }
  put(size - 8, 8, true);
  const number = (version << 12) | remainder(version, 0x1f25, 12);
  for (let bit = 0; version > 6 && bit < 18; bit += 1) {
    const isDark = ((number >> bit) & 1) === 1;
    put(Math.floor(bit / 3), size - 11 + (bit % 3), isDark);
    put(size - 11 + (bit % 3), Math.floor(bit / 3), isDark);
  }
  return { modules, isTaken };
}

/** @param {number} row @param {number} column of the middle @param {number} reach @param {(row: number, column: number, isDark: boolean) => void} put */
function square(row, column, reach, put) {
  for (let down = -reach; down <= reach; down += 1) {
    for (let across = -reach; across <= reach; across += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(across));
      put(row + down, column + across, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
    }
  }
}

/** @param {number} value @param {number} polynomial @param {number} degree */
function remainder(value, polynomial, degree) {
  let rest = value << degree;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) rest ^= polynomial << (bit - degree);
  return rest;
}

/**
 * How hard a code is to read; the mask with the least is taken (7.8.3).
 * @param {boolean[][]} modules
 */
function penalty(modules) {
  const size = modules.length;
  const columns = modules.map((_, index) => modules.map((row) => row[index]));
  let sum = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map(Number).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    sum += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let row = 1; row < size; row += 1) {
    for (let column = 1; column < size; column += 1) {
      const same = modules[row][column];
      if (modules[row - 1][column] === same && modules[row][column - 1] === same && modules[row - 1][column - 1] === same) sum += 3;
    }
  }
  const dark = modules.flat().filter(Boolean).length / (size * size);
  return sum + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5);
}
