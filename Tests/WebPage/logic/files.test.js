import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';

const page = fileURLToPath(new URL('../../../Sources/WebDoor/Page/', import.meta.url));
const all = readdirSync(page, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => relative(page, `${entry.parentPath ?? entry.path}/${entry.name}`));
const read = (/** @type {string} */ name) => readFileSync(page + name, 'utf8');

test('the service worker keeps every file', () => {
  const text = read('worker.js');
  const list = text.slice(text.indexOf('const names'), text.indexOf('self.addEventListener'));
  const files = /** @type {string[]} */ (new Function(`${list}; return files;`)());
  assert.deepEqual(files.filter((name) => name !== './').sort(), all.filter((name) => !['index.html', 'worker.js'].includes(name)).sort());
});

test('the page has every style sheet, and nothing inline', () => {
  const html = read('index.html');
  for (const name of all.filter((one) => one.endsWith('.css'))) assert.ok(html.includes(`href="${name}"`), name);
  assert.ok(!/<style|style=|<script(?![^>]*src=)|\son\w+=/.test(html));
});

test('no file names another host, writes HTML or has over 400 lines', () => {
  for (const name of all) {
    const text = read(name);
    const hosts = [...text.matchAll(/https?:\/\/[\w.-]+\.\w+/g)].map((found) => found[0]).filter((host) => host !== 'http://www.w3.org');
    assert.deepEqual(hosts, [], name);
    assert.ok(!/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/.test(text), name);
    assert.ok(text.split('\n').length <= 400, name);
  }
});

test('words that the project does not use are not used', () => {
  const words = ['no' + 'body', 'some' + 'body', 'who' + 'ever', 'wh' + 'om', 'an' + 'ew'].map((word) => new RegExp(`\\b${word}\\b`, 'i'));
  for (const name of all) for (const word of words) assert.ok(!word.test(read(name)), `${name}: ${word}`);
});

test('texts are in the module of texts', () => {
  for (const name of all.filter((one) => /js\/(screens|parts)\//.test(one))) {
    const found = [...read(name).matchAll(/'([A-Z][a-z]+(?: [a-z]+){1,})[.?!]?'/g)].map((match) => match[1]);
    assert.deepEqual(found, [], name);
  }
});
