import assert from 'node:assert/strict';
import test from 'node:test';
import { bytes, clock, dayKey, listOf, localClock, localDay, minutes, namedCodes, percent, plural, position, relative, score, setHousehold } from '../../../Sources/WebDoor/Page/js/logic/format.js';

setHousehold({ language: 'en-GB', timeZone: 'Europe/Berlin' });

test('times are of the household\'s zone', () => {
  assert.equal(clock('2026-03-14T19:40:00Z'), '20:40');
  assert.equal(dayKey('2026-03-14T23:30:00Z'), '2026-03-15');
});

test('a local day has no zone', () => {
  assert.deepEqual(localDay('2026-03-01'), { weekday: 'Sun', number: '1', full: 'Sunday 1 March' });
});

test('an unknown language or zone changes nothing', () => {
  setHousehold({ language: 'not a language', timeZone: 'Nowhere/Town' });
  assert.equal(clock('2026-03-14T19:40:00Z'), '20:40');
});

test('the distance of a moment is in its biggest unit', () => {
  const now = '2026-03-14T12:00:00Z';
  assert.equal(relative('2026-03-14T11:55:00Z', now), '5 minutes ago');
  assert.equal(relative('2026-03-14T12:00:20Z', now), 'now');
  assert.equal(relative('2026-03-16T12:00:00Z', now), 'in 2 days');
  assert.equal(relative('2026-01-14T12:00:00Z', now), 'last month');
});

test('scores have one decimal, shares none', () => {
  assert.equal(score(8), '8.0');
  assert.equal(score(7.46), '7.5');
  assert.equal(percent(0.584), '58%');
});

test('a time of the household\'s clock is written as its language has it', () => {
  setHousehold({ language: 'en-US' });
  assert.equal(localClock('18:30').replace(/\s/, ' '), '6:30 PM');
  setHousehold({ language: 'de' });
  assert.equal(localClock('08:05'), '08:05');
  setHousehold({ language: 'en-GB' });
});

test('countries and languages are chosen by name', () => {
  const countries = new Map(namedCodes('region'));
  assert.equal(countries.get('DE'), 'Germany');
  for (const code of ['DD', 'EU', 'XA', 'ZZ', 'QQ']) assert.ok(!countries.has(code), code);
  assert.ok(countries.size > 200 && new Set(countries.values()).size === countries.size);
  const languages = new Map(namedCodes('language'));
  assert.equal(languages.get('pt'), 'Portuguese');
  assert.ok(!languages.has('iw'), 'an earlier code of Hebrew');
});

test('sizes and lengths', () => {
  assert.equal(bytes(0), '0 MB');
  assert.equal(bytes(3_240_000_000), '3.2 GB');
  assert.equal(minutes(60), '1 hr');
  assert.equal(minutes(112), '1 hr 52 mins');
  assert.equal(minutes(0), '0 mins');
  assert.equal(position(65), '1:05');
  assert.equal(position(3725), '1:02:05');
  assert.equal(position(-3), '0:00');
});

test('names in a sentence are in the language of the texts', () => {
  setHousehold({ language: 'de' });
  assert.equal(listOf(['Mapmakers', 'Copper Sky']), 'Mapmakers and Copper Sky');
  setHousehold({ language: 'en-GB' });
});

test('one and many', () => {
  assert.equal(plural(1, 'title', 'titles'), '1 title');
  assert.equal(plural(1200, 'title', 'titles'), '1,200 titles');
});
