// The reading list's chips, and what its empty list says.
import { texts } from '../texts.js';

/** Types that a link may have; one is enough for the filter. */
export const linkTypes = /** @type {const} */ (['featured', 'video', 'audio', 'article']);

/** @typedef {{status: 'unread' | 'read', types: string[], domain: string, text: string}} LinkFilter */

/**
 * Another status clears the rest.
 * @param {LinkFilter} filter
 * @param {'unread' | 'read'} status
 * @returns {LinkFilter}
 */
export const withStatus = (filter, status) => (filter.status === status ? filter : { status, types: [], domain: '', text: '' });

/** @param {LinkFilter} filter @param {string} type @returns {LinkFilter} */
export const withType = (filter, type) => ({ ...filter, types: filter.types.includes(type) ? filter.types.filter((other) => other !== type) : [...filter.types, type] });

/** @param {LinkFilter} filter @param {string} [cursor] @returns {Hearth.ReadingListListLinks} */
export const linkRequest = ({ status, types, domain, text }, cursor) => ({
  status, page: { size: 50, cursor }, ...(types.length ? { types } : {}), ...(domain ? { domain } : {}), ...(text ? { text } : {}),
});

/**
 * "No Videos + Featured links in your to-read list".
 * @param {LinkFilter} filter
 * @returns {[string, string?]}
 */
export function emptyLinks(filter) {
  const names = [...filter.types.map((type) => ({ featured: texts.reading.featured, video: texts.reading.video, audio: texts.reading.audio, article: texts.reading.article }[type] ?? type)), filter.domain].filter(Boolean);
  if (filter.text) return [texts.search.none(filter.text)];
  if (names.length) return [texts.reading.emptyFilter(names.join(' + '), filter.status === 'unread' ? 'to-read' : 'archive')];
  const [title, message] = filter.status === 'unread' ? texts.reading.emptyToRead : texts.reading.emptyArchive;
  return [title, message];
}

/**
 * Only addresses of the web are opened; others are shown as text.
 * @param {string} url
 */
export function isWebAddress(url) {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}
