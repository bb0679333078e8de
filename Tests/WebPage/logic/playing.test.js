import assert from 'node:assert/strict';
import test from 'node:test';
import { moved, overlayOf, playerKeys, reportOf } from '../../../Sources/WebDoor/Page/js/logic/playing.js';

const skip = { kind: 'intro', from: 10, to: 40, action: 'ask' };
const card = { id: 'e2', kind: 'episode', title: 'Two', rating: 'PG', isAdult: false, genres: [] };
const video = { currentTime: 61.5, duration: 2700, paused: false, ended: false, readyState: 4 };
const more = { hasInput: false, isInWindow: false };

test('a part is offered only while the position is in it', () => {
  const kind = (/** @type {number} */ position) => overlayOf({ session: 's', skip }, position, false).kind;
  assert.deepEqual([9.9, 10, 39.9, 40].map(kind), ['none', 'skip', 'skip', 'none']);
});

test('the question comes before the next title, which comes before a part', () => {
  const hints = { session: 's', skip, nextUp: { card, countdownSeconds: 10 } };
  assert.equal(overlayOf({ ...hints, stillWatching: 'titles' }, 20, false).kind, 'still');
  assert.equal(overlayOf(hints, 20, false).kind, 'next');
  assert.equal(overlayOf(hints, 20, true).kind, 'skip');
  assert.equal(overlayOf(undefined, 20, false).kind, 'none');
});

test('steps stay within the title; a channel has no end', () => {
  assert.equal(moved(5, -10, 100), 0);
  assert.equal(moved(95, 10, 100), 99);
  assert.equal(moved(95, 10, Infinity), 105);
});

test('a report has the monotonic time, the state and the number', () => {
  const playing = { session: 's', opened: 1000, sequence: 3 };
  assert.deepEqual(reportOf(playing, video, 4000.4, more), { session: 's', elapsedMilliseconds: 3000, position: 61.5, duration: 2700, state: 'playing', hasInput: false, sequence: 3 });
  assert.equal(reportOf(playing, { ...video, duration: Infinity }, 4000, more).duration, undefined);
  assert.equal(reportOf(playing, { ...video, paused: true }, 4000, more).state, 'paused');
  assert.equal(reportOf(playing, { ...video, readyState: 2 }, 4000, more).state, 'buffering');
  assert.equal(reportOf(playing, { ...video, ended: true, paused: true }, 4000, more).state, 'ended');
  assert.equal(reportOf(playing, video, 4000, { hasInput: true, isInWindow: true }).state, 'pictureInPicture');
});

test('a remote\'s keys work', () => {
  assert.equal(playerKeys.MediaPlayPause, 'toggle');
  assert.equal(playerKeys.GoBack, 'close');
});
