import assert from 'node:assert/strict';
import test from 'node:test';
import { nearest } from '../../../Sources/WebDoor/Page/js/logic/spatial.js';

const box = (/** @type {number} */ left, /** @type {number} */ top, width = 100, height = 100) => ({ left, top, right: left + width, bottom: top + height });

test('in a row the next card, not the one below', () => {
  assert.equal(nearest(box(0, 0), [box(120, 0), box(0, 120), box(120, 120)], 'right'), 0);
});

test('down to the card below, also when a nearer one is aside', () => {
  assert.equal(nearest(box(200, 0), [box(0, 110), box(200, 150), box(420, 110)], 'down'), 1);
});

test('from the first card left to the navigation', () => {
  assert.equal(nearest(box(250, 300), [box(0, 80, 200, 44), box(0, 320, 200, 44), box(360, 300)], 'left'), 1);
});

test('a button over a card is reached from it, one that only touches is the next', () => {
  const card = box(0, 0);
  assert.equal(nearest(card, [box(60, 5, 30, 30), box(0, -300)], 'up'), 0);
  assert.equal(nearest(card, [box(100, 0, 44, 44), box(260, 0)], 'right'), 0);
  assert.equal(nearest(box(60, 5, 30, 30), [card], 'left'), 0);
});

test('nothing ahead is nothing', () => {
  assert.equal(nearest(box(0, 0), [box(0, 0), box(-120, 0)], 'right'), -1);
  assert.equal(nearest(box(0, 0), [], 'up'), -1);
});
