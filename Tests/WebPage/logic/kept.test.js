import assert from 'node:assert/strict';
import test from 'node:test';
import { keepResponse } from '../../../Sources/WebDoor/Page/js/kept.js';

test('the store is looked through now and then, and not before the first view is there', async () => {
  let looks = 0;
  const cache = { put: async () => undefined, keys: async () => { looks += 1; return []; } };
  Object.assign(globalThis, { caches: { open: async () => cache }, location: { href: 'http://box/' } });
  for (let count = 0; count < 49; count += 1) await keepResponse(`key ${count}`, {});
  assert.equal(looks, 0);
  for (let count = 49; count < 100; count += 1) await keepResponse(`key ${count}`, {});
  assert.equal(looks, 2);
});
