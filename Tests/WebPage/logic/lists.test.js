import assert from 'node:assert/strict';
import test from 'node:test';
import { sourceName, useOf } from '../../../Sources/WebDoor/Page/js/logic/import-file.js';
import { emptyLinks, isWebAddress, linkRequest, withStatus, withType } from '../../../Sources/WebDoor/Page/js/logic/links.js';

/** @type {import('../../../Sources/WebDoor/Page/js/logic/links.js').LinkFilter} */
const all = { status: 'unread', types: [], domain: '', text: '' };

test('another status clears the rest, the same one nothing', () => {
  const filter = { ...all, types: ['video'], domain: 'a.example' };
  assert.deepEqual(withStatus(filter, 'read'), { ...all, status: 'read' });
  assert.equal(withStatus(filter, 'unread'), filter);
});

test('types are any of those chosen', () => {
  const filter = withType(withType(all, 'video'), 'featured');
  assert.deepEqual(linkRequest(filter).types, ['video', 'featured']);
  assert.deepEqual(withType(filter, 'video').types, ['featured']);
  assert.deepEqual(linkRequest(all), { status: 'unread', page: { size: 50, cursor: undefined } });
});

test('an empty list says what it is empty of', () => {
  assert.equal(emptyLinks({ ...all, types: ['video', 'featured'] })[0], 'No Videos + Featured links in your to-read list');
  assert.equal(emptyLinks(all)[0], 'Nothing to read');
  assert.equal(emptyLinks({ ...all, status: 'read' })[0], 'Nothing archived');
  assert.match(emptyLinks({ ...all, text: 'moss' })[0], /"moss"/);
});

test('only addresses of the web are opened', () => {
  assert.equal(isWebAddress('https://a.example/x'), true);
  for (const address of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not an address']) assert.equal(isWebAddress(address), false, address);
});

test('a file\'s first characters count before its name', () => {
  assert.equal(useOf('export.txt', '\uFEFF#EXTM3U\n'), 'playlist');
  assert.equal(useOf('x.xml', '<?xml version="1.0"?><tv>'), 'guide');
  assert.equal(useOf('guide.xml.gz', '\u001f\u008b'), 'guide');
  assert.equal(useOf('bookmarks.html', '<!DOCTYPE NETSCAPE-Bookmark-file-1>'), 'links');
  assert.equal(useOf('links.txt', 'https://a.example/x\n'), 'links');
  assert.equal(useOf('notes.txt', 'milk\neggs\n'), undefined, 'a text without links');
  assert.equal(useOf('photo.png', '\u0089PNG'), undefined);
});

test('a source is named by its file', () => {
  assert.equal(sourceName('C:\\lists\\tv.m3u8'), 'tv');
  assert.equal(sourceName('guide.xml.gz'), 'guide');
  assert.equal(sourceName('.m3u'), 'file');
});
