import assert from 'node:assert/strict';
import test from 'node:test';
import { DoorError, canRetry, errorFrom, isAbort, kindOf } from '../../../Sources/WebDoor/Page/js/logic/errors.js';

const outcome = (/** @type {string} */ executed) => ({ type: 'hearth.web.Outcome', debug: { executed } });

test('Connect\'s object becomes an error with its problem and its effect', () => {
  const text = JSON.stringify({ code: 'permission_denied', message: 'The PIN is needed.', details: [outcome('no'), { type: 'hearth.profiles.Problem', debug: { code: 'pinWrong' } }] });
  const error = errorFrom(403, text);
  assert.equal(error.problem, 'pinWrong');
  assert.equal(error.executed, 'no');
  assert.equal(kindOf(error), 'forbidden');
});

test('a response that is not Connect\'s is judged by its status', () => {
  assert.equal(errorFrom(502, '<html>').code, 'unavailable');
  assert.equal(errorFrom(401, '').code, 'unauthenticated');
  assert.equal(errorFrom(400, JSON.stringify({ title: 'Bad host', detail: 'The host is not known.' })).message, 'The host is not known.');
  assert.equal(errorFrom(418, '').code, 'unknown');
});

test('the seconds of Retry-After are kept', () => {
  assert.equal(errorFrom(429, '{"code":"resource_exhausted"}', '7').retrySeconds, 7);
  assert.equal(errorFrom(429, '{"code":"resource_exhausted"}', null).retrySeconds, undefined);
});

test('a change whose outcome is unknown is not a failure', () => {
  const error = errorFrom(503, JSON.stringify({ code: 'unavailable', message: 'gone', details: [outcome('maybe')] }));
  assert.equal(kindOf(error, true), 'unknownOutcome');
  assert.equal(kindOf(error, false), 'serviceDown');
});

test('trying again is offered only where it can help', () => {
  assert.deepEqual(['serviceDown', 'slow', 'busy', 'unknown'].map((kind) => canRetry(/** @type {any} */ (kind))), [true, true, true, true]);
  assert.deepEqual(['offline', 'signedOut', 'missing', 'forbidden', 'refused'].map((kind) => canRetry(/** @type {any} */ (kind))), [false, false, false, false, false]);
});

test('the end of a request is not an error to show', () => {
  assert.equal(isAbort(new DOMException('gone', 'AbortError')), true);
  assert.equal(isAbort(new DoorError('offline', 'x')), false);
});
