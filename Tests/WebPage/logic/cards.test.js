import assert from 'node:assert/strict';
import test from 'node:test';
import { bandOf, hueOf, labelOf, lineOf, nameOf } from '../../../Sources/WebDoor/Page/js/logic/cards.js';

const movie = { id: 'm1', kind: 'movie', title: 'Glass Harbour', rating: 'PG', isAdult: false, genres: ['Drama'], year: 1999, score: 7.5 };
const episode = { id: 'e1', kind: 'episode', title: 'Low Tide', rating: 'PG', isAdult: false, genres: [], seriesTitle: 'Harbour Lights', season: 2, episode: 3 };

test('a card reads as the specification says', () => {
  assert.equal(labelOf(movie), 'Glass Harbour. Rated 7.5 out of 10. Released in 1999. Drama.');
  assert.equal(labelOf(movie, { isListed: true }), 'Glass Harbour. Rated 7.5 out of 10. Released in 1999. Drama. On your list.');
});

test('an episode is named by its series', () => {
  assert.equal(nameOf(episode), 'Harbour Lights');
  assert.equal(lineOf(episode), 'S2 E3 Low Tide');
  assert.equal(labelOf(episode, { progress: 0.42 }), 'Harbour Lights. Season 2, episode 3, Low Tide. 42% watched.');
});

test('the bands begin at 8, 7 and 5', () => {
  assert.deepEqual([8, 7.99, 7, 6.9, 5, 4.99].map(bandOf), ['excellent', 'good', 'good', 'average', 'average', 'poor']);
});

test('a title\'s hue is the same every time', () => {
  assert.equal(hueOf('Glass Harbour'), hueOf('Glass Harbour'));
  assert.ok(hueOf('🎬 x') >= 0 && hueOf('🎬 x') <= 360);
});
