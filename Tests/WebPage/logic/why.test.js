import assert from 'node:assert/strict';
import test from 'node:test';
import { missingServices } from '../../../Sources/WebDoor/Page/js/logic/parts.js';
import { reasonsFor } from '../../../Sources/WebDoor/Page/js/logic/why.js';

/** @param {string} id @param {string[]} genres @param {number} [score] @returns {any} */
const card = (id, genres, score) => ({ id, title: id.toUpperCase(), genres, score });

test('reasons are what is kept, what is loved and the score, and none is made up', () => {
  const own = { genres: new Map([['Drama', 2], ['Crime', 5], ['Horror', 1]]), kept: new Set(['b', 'c', 'd', 'a']) };
  assert.deepEqual(reasonsFor(card('a', ['Drama', 'Horror', 'Crime'], 8.1), [card('x', []), card('b', []), card('c', []), card('d', []), card('a', [])], own), [
    { kind: 'like', names: ['B', 'C'] }, { kind: 'genres', names: ['Crime', 'Drama'] }, { kind: 'good', score: 8.1 },
  ]);
  assert.deepEqual(reasonsFor(card('a', ['Horror'], 7.9), [card('x', [])], own), []);
});

test('services that are down or slow are named once; what a plan lacks is no fault', () => {
  const missing = (/** @type {string} */ service, /** @type {string} */ code) => ({ part: 'p', service, code, message: '' });
  assert.deepEqual(missingServices([missing('scheduler', 'UNAVAILABLE'), missing('scheduler', 'DEADLINE_EXCEEDED'), missing('downloads', 'PERMISSION_DENIED'), missing('profiles', 'DEADLINE_EXCEEDED')]), ['scheduler', 'profiles']);
});
