import assert from 'node:assert/strict';
import test from 'node:test';
import { correction, qrCode } from '../../../Sources/WebDoor/Page/js/logic/qr.js';

test('the example of the standard has its bytes of correction', () => {
  // ISO/IEC 18004, annex I: "01234567" as version 1-M.
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  assert.deepEqual(correction(data, 10), [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

test('a code has the size of the least version that holds its text', () => {
  for (const [length, side] of [[14, 21], [15, 25], [62, 33], [180, 53], [213, 57]]) assert.equal(qrCode('x'.repeat(length)).length, side, String(length));
  assert.throws(() => qrCode('x'.repeat(214)), RangeError);
});

/**
 * Reads a code of one block again, as a camera's program does.
 * @param {boolean[][]} modules
 */
function read(modules) {
  const size = modules.length;
  const format = Array.from({ length: 15 }, (_, bit) => Number(modules[bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit][8])).reduce((sum, one, bit) => sum | (one << bit), 0) ^ 0x5412;
  const mask = (format >> 10) & 7;
  const flips = [(r, c) => (r + c) % 2, (r) => r % 2, (_, c) => c % 3, (r, c) => (r + c) % 3, (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2, (r, c) => ((r * c) % 2) + ((r * c) % 3), (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2, (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2];
  const isFixed = (/** @type {number} */ r, /** @type {number} */ c) => r === 6 || c === 6 || (r < 9 && c < 9) || (r < 9 && c >= size - 8) || (r >= size - 8 && c < 9) || (size > 21 && r >= size - 9 && r < size - 4 && c >= size - 9 && c < size - 4);
  const bits = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (!isFixed(row, column)) bits.push(modules[row][column] !== (flips[mask](row, column) === 0) ? 1 : 0);
    }
  }
  const number = (/** @type {number} */ from, /** @type {number} */ count) => bits.slice(from, from + count).reduce((sum, bit) => sum * 2 + bit, 0);
  assert.equal(number(0, 4), 4);
  return Buffer.from(Array.from({ length: number(4, 8) }, (_, index) => number(12 + index * 8, 8))).toString();
}

test('what was written is read again', () => {
  for (const text of ['hearth', 'a', 'hearth://pair/HKTR-9QXM', 'grün 🎬', 'z'.repeat(42)]) assert.equal(read(qrCode(text)), text);
});
