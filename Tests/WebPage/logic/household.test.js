import assert from 'node:assert/strict';
import test from 'node:test';
import { deckRequest, genresOf, reasonOf, unanswered, verdictOf } from '../../../Sources/WebDoor/Page/js/logic/deck.js';
import { homeRows, rowOrder } from '../../../Sources/WebDoor/Page/js/logic/home-rows.js';
import { clockOf, minutesOf } from '../../../Sources/WebDoor/Page/js/logic/limits.js';
import { movedBy } from '../../../Sources/WebDoor/Page/js/logic/order.js';
import { ruleOf, ruleText, sameRules } from '../../../Sources/WebDoor/Page/js/logic/rules.js';

test('midnight is the end of a day or its beginning', () => {
  assert.equal(clockOf(510), '08:30');
  assert.equal(clockOf(1440), '00:00');
  assert.equal(minutesOf('08:30', 0), 510);
  assert.equal(minutesOf('00:00', 1440), 1440);
  assert.equal(minutesOf('00:00', 0), 0);
});

test('an entry moves within the ends of its list', () => {
  assert.deepEqual(movedBy(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c']);
  assert.deepEqual(movedBy(['a', 'b', 'c'], 2, -2), ['c', 'a', 'b']);
  assert.deepEqual(movedBy(['a', 'b', 'c'], 0, -1), ['a', 'b', 'c']);
});

test('the rows that the household names come first, and none is lost', () => {
  const order = rowOrder(['on-now', 'a row of another client', 'new']);
  assert.deepEqual(order.slice(0, 2), ['on-now', 'new']);
  assert.deepEqual([...order].sort(), [...homeRows].sort());
  assert.deepEqual(rowOrder(undefined), homeRows);
});

test('rules are the same whatever the order of their fields, and not in another order', () => {
  const one = ruleOf('block', 'genre', ' Horror ');
  assert.deepEqual(one, { action: 'block', genre: 'Horror' });
  const two = ruleOf('allow', 'kind', 'movie');
  assert.equal(sameRules({ rules: [one], otherwise: 'blockAll' }, { rules: [{ genre: 'Horror', action: 'block' }], otherwise: 'blockAll' }), true);
  assert.equal(sameRules({ rules: [one, two], otherwise: 'blockAll' }, { rules: [two, one], otherwise: 'blockAll' }), false);
  assert.equal(sameRules({ rules: [], otherwise: 'blockAll' }, undefined), false);
  assert.equal(ruleText({ action: 'allow', kind: 'movie', genre: 'Family' }), 'Kind: Movies, Genre: Family');
});

test('a card counts when it was moved far, most of it one way', () => {
  assert.equal(verdictOf(89, 0), undefined);
  assert.equal(verdictOf(91, 20), 'love');
  assert.equal(verdictOf(-91, 20), 'skip');
  assert.equal(verdictOf(30, -120), 'save');
  assert.equal(verdictOf(130, -120), 'love');
  assert.equal(verdictOf(0, 200), undefined);
});

const card = (/** @type {string} */ id, /** @type {string[]} */ genres, /** @type {number} */ score) => ({ id, kind: 'movie', title: id, rating: 'PG', isAdult: false, genres, score });

test('the deck has what was not answered, and says why', () => {
  const cards = [card('a', ['Drama'], 6), card('b', ['Crime'], 8.4), card('c', [], 5)];
  assert.deepEqual(unanswered(cards, new Set(['b'])).map((one) => one.id), ['a', 'c']);
  const loved = genresOf([card('x', ['Drama', 'War'], 7), card('y', ['Drama'], 7)]);
  assert.deepEqual(cards.map((one) => reasonOf(one, loved)), [{ kind: 'fits', genre: 'Drama' }, { kind: 'good' }, { kind: 'popular' }]);
  assert.deepEqual(deckRequest({ genre: 'Drama', year: '', rating: '' }, undefined).genres, ['Drama']);
});
