// A search as its address says it, the request that it makes, and its chips.
import { languageName } from './format.js';
import { texts } from '../texts.js';

/** Filters with several values, which one title has to have one of. */
export const facetNames = /** @type {const} */ (['genre', 'year', 'rating', 'language', 'quality', 'provider']);
/** @typedef {typeof facetNames[number]} FacetName */

/**
 * @typedef {object} Search
 * @property {string} text
 * @property {string} kind empty: all
 * @property {Hearth.SearchSort | undefined} sort
 * @property {Record<FacetName, string[]>} facets
 * @property {number | undefined} maximumMinutes
 */

/** Shorter texts are not searched for while typing. */
export const minimumCharacters = 2;
const pageSize = 60;

/** @param {Record<string, string>} query @returns {Search} */
export function searchOf(query) {
  const facets = Object.fromEntries(facetNames.map((name) => [name, (query[name] ?? '').split('|').filter(Boolean)]));
  return {
    text: query.q ?? '', kind: query.kind ?? '', sort: /** @type {any} */ (Object.hasOwn(texts.search.sorts, query.sort ?? '') ? query.sort : undefined),
    facets: /** @type {Record<FacetName, string[]>} */ (facets), maximumMinutes: Number(query.max) || undefined,
  };
}

/** @param {Search} search @returns {Record<string, string | undefined>} */
export const queryOf = (search) => ({
  q: search.text, kind: search.kind, sort: search.sort, max: search.maximumMinutes?.toString(),
  ...Object.fromEntries(facetNames.map((name) => [name, search.facets[name].join('|')])),
});

/**
 * Whether anything is asked for: without, the page shows recent searches and genres.
 * @param {Search} search
 */
export const isAsked = (search) => search.text.trim().length >= minimumCharacters || activeFilters(search).length > 0 || Boolean(search.sort);

/** @param {Search} search @param {string} [cursor] @returns {Hearth.CatalogSearch} */
export function requestOf(search, cursor) {
  const { facets } = search;
  const some = (/** @type {string[]} */ values) => (values.length ? values : undefined);
  return {
    text: search.text.trim(), kinds: search.kind ? [search.kind] : undefined, sort: search.sort, genres: some(facets.genre), ratings: some(facets.rating),
    languages: some(facets.language), qualities: some(facets.quality), years: facets.year.length ? facets.year.map(yearsOf) : undefined,
    providers: facets.provider.length ? facets.provider.map(Number) : undefined, maximumMinutes: search.maximumMinutes, facets: [...facetNames],
    page: { size: pageSize, cursor }, scope: search.text.trim().length >= 3 ? 'everywhere' : undefined,
  };
}

/**
 * "2010-2019", "2020-" or "-1989".
 * @param {string} text
 * @returns {Hearth.YearRange}
 */
export function yearsOf(text) {
  const [from, through] = text.includes('-') ? text.split('-') : [text, text];
  return { ...(from ? { from: Number(from) } : {}), ...(through ? { through: Number(through) } : {}) };
}

/**
 * Every active filter, for the chips with an x.
 * @param {Search} search
 * @returns {{facet: FacetName | 'kind' | 'max', value: string}[]}
 */
export const activeFilters = (search) => [
  ...(search.kind ? [{ facet: /** @type {const} */ ('kind'), value: search.kind }] : []),
  ...(search.maximumMinutes ? [{ facet: /** @type {const} */ ('max'), value: String(search.maximumMinutes) }] : []),
  ...facetNames.flatMap((facet) => search.facets[facet].map((value) => ({ facet, value }))),
];

/** @param {Search} search @param {FacetName | 'kind' | 'max'} facet @param {string} value @returns {Search} */
export function toggled(search, facet, value) {
  if (facet === 'kind') return { ...search, kind: search.kind === value ? '' : value };
  if (facet === 'max') return { ...search, maximumMinutes: undefined };
  const values = search.facets[facet];
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  return { ...search, facets: { ...search.facets, [facet]: next } };
}

/**
 * What a chip says.
 * @param {string} facet
 * @param {string} value
 * @param {string} [name] of the facet's value, as the catalog gives it
 */
export function filterText(facet, value, name) {
  if (facet === 'kind') return texts.kindsMany[value] ?? value;
  if (facet === 'max') return `≤ ${value} min`;
  if (facet === 'language') return languageName(value);
  return facet === 'year' ? texts.search.years[value] ?? value : name ?? value;
}

/**
 * The years of a facet in the ranges of the panel, each with its count.
 * @param {Hearth.FacetValue[]} values
 */
export const yearRanges = (values) => Object.keys(texts.search.years).map((value) => {
  const { from = -Infinity, through = Infinity } = yearsOf(value);
  const inside = values.filter((other) => Number(other.value) >= from && Number(other.value) <= through);
  return { value, count: inside.reduce((sum, other) => sum + other.count, 0) };
}).filter((range) => range.count > 0);
