// How something to watch is found, for the household's own statistics: three counters, which go to playback-state alone.
import { currentSession, playback } from './door.js';

/** Results that stay for so long were looked at, in milliseconds: while a text is typed, each pause shows some. */
const looked = 2000;

/** The visit: since when, in whose profile, and whether something was saved in it. */
let visit = { profile: '', began: 0, hasSaved: false };
/** @type {{titles: Set<string>, timer: number, isCounted: boolean, hasSaved: boolean} | null} */
let search = null;

const seconds = (/** @type {number} */ since) => (performance.now() - since) / 1000;

/** @param {Hearth.DiscoveryKind} kind @param {number} [time] */
const note = (kind, time) => playback.NoteDiscovery({ kind, seconds: time }).catch(() => undefined);

/** A profile begins to look for something: when the page opens, and when another profile goes on. */
export function beginVisit() {
  const profile = currentSession()?.profile.id ?? '';
  if (visit.profile !== profile) visit = { profile, began: performance.now(), hasSaved: false };
}

/**
 * Results are shown.
 * @param {string[]} titles
 */
export function showResults(titles) {
  leaveResults();
  const shown = { titles: new Set(titles), timer: 0, isCounted: false, hasSaved: false };
  shown.timer = window.setTimeout(() => count(shown), looked);
  search = shown;
}

/**
 * More of the same results.
 * @param {string[]} titles
 */
export const showMore = (titles) => titles.forEach((title) => search?.titles.add(title));

/** Another text is typed: what was not looked at for long was no search. */
export function leaveResults() {
  if (search) clearTimeout(search.timer);
  search = null;
}

/** @param {NonNullable<typeof search>} shown */
function count(shown) {
  clearTimeout(shown.timer);
  if (!shown.isCounted) note('search');
  shown.isCounted = true;
}

/**
 * A title was put on one's list, a watchlist or the queue.
 * @param {string} content
 */
export function noteSave(content) {
  beginVisit();
  if (!visit.hasSaved) note('firstSave', seconds(visit.began));
  visit.hasSaved = true;
  if (!search?.titles.has(content) || search.hasSaved) return;
  count(search);
  search.hasSaved = true;
  note('searchSave');
}

/** Titles are swiped through: returns what is called when that is over. Without an answer it was none. */
export function beginSwipes() {
  const began = performance.now();
  return (/** @type {boolean} */ hasAnswered) => { if (hasAnswered) note('swipes', seconds(began)); };
}
