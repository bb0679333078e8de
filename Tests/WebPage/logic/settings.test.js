import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { exampleOf, fieldsOf, nameOfShape } from '../../../Sources/WebDoor/Page/js/logic/schema.js';
import { groupOf, groups, isEditable, nameOfSetting, titleOf, valueOf } from '../../../Sources/WebDoor/Page/js/logic/settings.js';
import { moreTexts } from '../../../Sources/WebDoor/Page/js/texts-more.js';

/** @type {any[]} */
const definitions = JSON.parse(readFileSync(new URL('../Fixtures/settings.json', import.meta.url), 'utf8'));

test('names read as words', () => {
  assert.equal(titleOf('maxDownloadStorageGB'), 'Max download storage GB');
  assert.equal(titleOf('enablePiP'), 'PiP');
  assert.equal(titleOf('enableSkipIntro'), 'Skip intro');
  assert.equal(titleOf('theme'), 'Theme');
});

test('what a person reads names no setting by its identifier', () => {
  assert.equal(nameOfSetting('enablePiP'), 'Picture in picture');
  assert.equal(nameOfSetting('theme'), 'Theme');
  const known = new Set(definitions.map((one) => one.name));
  for (const { name, help } of definitions.filter(isEditable)) {
    const shown = `${nameOfSetting(name)} ${moreTexts.settingHelps[name] ?? help}`;
    assert.deepEqual(shown.split(/[^A-Za-z]+/).filter((word) => known.has(word) && /[A-Z]/.test(word)), [], name);
  }
});

test('what the page notes for itself is not offered', () => {
  assert.ok(!isEditable(definitions.find((one) => one.name === 'hasSeenSwipeTutorial')));
});

test('every setting of the contract has a group that is shown', () => {
  for (const { name } of definitions) assert.ok(groupOf(name) in groups, name);
  assert.equal(groupOf('somethingNew'), 'clients');
});

test('values keep to their bounds and their type', () => {
  const queue = definitions.find((one) => one.name === 'maxQueueSize');
  assert.deepEqual(valueOf(queue, '1000'), { integer: 100 });
  assert.deepEqual(valueOf(queue, '12.6'), { integer: 13 });
  assert.equal(valueOf(queue, ''), undefined);
  assert.equal(valueOf(queue, 'many'), undefined);
  const delay = definitions.find((one) => one.name === 'hoverPreviewDelay');
  assert.deepEqual(valueOf(delay, '1.5'), { decimal: 1.5 });
  assert.deepEqual(valueOf(definitions.find((one) => one.name === 'theme'), 'light'), { text: 'light' });
});

test('what services change is not offered', () => assert.equal(isEditable(definitions.find((one) => one.name === 'lastCloudSyncDate')), false));

const text = { kind: 'text', of: [] };
const schema = { rules: {
  search: { isOpen: true, fields: [{ name: 'page', shape: { kind: 'reference', name: 'page', of: [] }, isOptional: true }, { name: 'text', shape: text, isOptional: false }, { name: 'ids', shape: { kind: 'array', of: [text] }, isOptional: false }, { name: 'sort', shape: { kind: 'reference', name: 'sort', of: [] }, isOptional: false }] },
  sort: { isOpen: false, cases: ['title', 'added'] },
} };

test('a request to begin with has what is required', () => {
  assert.deepEqual(exampleOf(schema, { kind: 'reference', name: 'search', of: [] }), { text: '', ids: [], sort: 'title' });
  assert.deepEqual(fieldsOf(schema, { kind: 'reference', name: 'search', of: [] }).map((field) => field.name), ['text', 'ids', 'sort', 'page']);
  assert.equal(nameOfShape({ kind: 'array', of: [text] }), '[text]');
});
