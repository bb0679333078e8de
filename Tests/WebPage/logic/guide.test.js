import assert from 'node:assert/strict';
import test from 'node:test';
import { halfHour, halfHours, inChunks, isOn, minuteWidth, placeOf, rowsInView, xOf } from '../../../Sources/WebDoor/Page/js/logic/guide.js';

const at = (/** @type {string} */ time) => Date.parse(`2026-03-14T${time}:00Z`);
const programme = (/** @type {string} */ start, /** @type {string} */ stop) => ({ start: `2026-03-14T${start}:00Z`, stop: `2026-03-14T${stop}:00Z` });

test('half hours begin the grid', () => {
  assert.equal(halfHour(at('19:44')), at('19:30'));
  assert.equal(halfHours(at('19:30'), at('21:30')).length, 4);
  assert.equal(xOf(at('20:00'), at('19:30')), 30 * minuteWidth);
});

test('programmes are cut at the ends, and none outside is placed', () => {
  assert.deepEqual(placeOf(programme('19:00', '20:00'), at('19:30'), at('21:30')), { x: 0, width: 30 * minuteWidth });
  assert.deepEqual(placeOf(programme('21:00', '23:00'), at('19:30'), at('21:30')), { x: 90 * minuteWidth, width: 30 * minuteWidth });
  assert.equal(placeOf(programme('18:00', '19:30'), at('19:30'), at('21:30')), undefined);
});

test('a programme is on from its start until its end', () => {
  assert.equal(isOn(programme('19:00', '20:00'), at('19:00')), true);
  assert.equal(isOn(programme('19:00', '20:00'), at('20:00')), false);
});

test('property: the rows in view are always drawn, and few others', () => {
  const seed = Number(process.env.SEED ?? Date.now());
  let state = seed % 2147483647 || 1;
  const next = (/** @type {number} */ limit) => (state = (state * 48271) % 2147483647) % limit;
  for (let round = 0; round < 500; round += 1) {
    const [total, height] = [next(20_000), 100 + next(2000)];
    const scrolled = next(Math.max(1, total * 64));
    const { first, last } = rowsInView(scrolled, height, 64, total, 6);
    const message = `seed ${seed}: ${scrolled}, ${height}, ${total}`;
    assert.ok(first >= 0 && last <= total && first <= last, message);
    assert.ok(first * 64 <= scrolled, message);
    assert.ok(last === total || last * 64 >= scrolled + height, message);
    assert.ok(last - first <= height / 64 + 15, message);
  }
});

test('chunks have all and no more', () => {
  assert.deepEqual(inChunks([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(inChunks([], 2), []);
});
