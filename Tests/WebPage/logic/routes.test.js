import assert from 'node:assert/strict';
import test from 'node:test';
import { parseRoute, routeTo, routeToCard } from '../../../Sources/WebDoor/Page/js/logic/routes.js';

test('an address comes back as it was made', () => {
  const hash = routeTo('title', 'm/1 ä?', { season: '2', none: undefined, empty: '' });
  assert.deepEqual(parseRoute(hash), { name: 'title', id: 'm/1 ä?', query: { season: '2' } });
});

test('an empty or odd address is home', () => {
  assert.equal(parseRoute('').name, 'home');
  assert.equal(parseRoute('#/').name, 'home');
  assert.deepEqual(parseRoute('#/title/%E0%A4%A'), { name: 'title', id: '%E0%A4%A', query: {} });
});

test('episodes lead to their season of the series', () => {
  assert.equal(routeToCard({ id: 'e1', kind: 'episode', series: 's1', season: 2 }), '#/title/s1?season=2');
  assert.equal(routeToCard({ id: 'e1', kind: 'episode' }), '#/title/e1');
});

test('property: any id and query survive', () => {
  const seed = Number(process.env.SEED ?? Date.now());
  let state = seed % 2147483647 || 1;
  const next = (/** @type {number} */ limit) => (state = (state * 48271) % 2147483647) % limit;
  for (let round = 0; round < 300; round += 1) {
    const text = Array.from({ length: 1 + next(12) }, () => String.fromCodePoint(33 + next(900))).join('');
    assert.deepEqual(parseRoute(routeTo('title', text, { q: text })), { name: 'title', id: text, query: { q: text } }, `seed ${seed}`);
  }
});
