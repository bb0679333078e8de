import assert from 'node:assert/strict';
import test from 'node:test';
import { activeFilters, isAsked, queryOf, requestOf, searchOf, toggled, yearRanges, yearsOf } from '../../../Sources/WebDoor/Page/js/logic/filters.js';
import { routeTo, parseRoute } from '../../../Sources/WebDoor/Page/js/logic/routes.js';

test('a search survives its address', () => {
  const search = toggled(toggled(toggled(searchOf({ q: 'sea & sky', sort: 'newest' }), 'genre', 'Drama'), 'year', '2020-'), 'kind', 'movie');
  assert.deepEqual(searchOf(parseRoute(routeTo('search', undefined, queryOf(search))).query), search);
});

test('the request has what was chosen and nothing else', () => {
  const request = requestOf(searchOf({ q: ' sea ', genre: 'Drama|Crime', year: '-1989|2010-2019', max: '120' }));
  assert.equal(request.text, 'sea');
  assert.deepEqual(request.genres, ['Drama', 'Crime']);
  assert.deepEqual(request.years, [{ through: 1989 }, { from: 2010, through: 2019 }]);
  assert.equal(request.maximumMinutes, 120);
  assert.equal(request.kinds, undefined);
  assert.equal(request.scope, 'everywhere');
});

test('a sort that is not known is none', () => assert.equal(searchOf({ sort: 'constructor' }).sort, undefined));

test('one character asks for nothing, a filter alone does', () => {
  assert.equal(isAsked(searchOf({ q: 'a' })), false);
  assert.equal(isAsked(searchOf({ q: 'ab' })), true);
  assert.equal(isAsked(searchOf({ genre: 'Drama' })), true);
});

test('toggling twice changes nothing', () => {
  const search = searchOf({ q: 'sea' });
  assert.deepEqual(toggled(toggled(search, 'rating', 'PG'), 'rating', 'PG'), search);
  assert.equal(activeFilters(toggled(search, 'kind', 'series')).length, 1);
});

test('years are counted in their ranges', () => {
  assert.deepEqual(yearRanges([{ value: '2024', count: 3 }, { value: '2015', count: 2 }, { value: '1950', count: 1 }]),
    [{ value: '2020-', count: 3 }, { value: '2010-2019', count: 2 }, { value: '-1989', count: 1 }]);
  assert.deepEqual(yearsOf('1994'), { from: 1994, through: 1994 });
});
