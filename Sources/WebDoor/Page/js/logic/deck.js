// The swipe deck: which titles are in it, what a gesture means, and what can be undone.

/** @typedef {'love' | 'skip' | 'save'} Verdict */
/** @typedef {{genre: string, year: string, rating: string}} DeckFilter */

/** How far a card is moved until it counts, in pixels. */
export const threshold = 90;

/** @type {Record<string, Verdict>} */
export const deckKeys = { ArrowRight: 'love', ArrowLeft: 'skip', ArrowUp: 'save', l: 'love', s: 'skip', k: 'save' };

/**
 * What a card that was moved so far says; undefined: not far enough.
 * @param {number} x to the right @param {number} y downwards @returns {Verdict | undefined}
 */
export function verdictOf(x, y) {
  if (-y > threshold && -y > Math.abs(x)) return 'save';
  if (Math.abs(x) < threshold) return undefined;
  return x > 0 ? 'love' : 'skip';
}

/**
 * The search that fills the deck.
 * @param {DeckFilter} filter @param {Hearth.YearRange | undefined} years @param {string} [cursor] @returns {Hearth.CatalogSearch}
 */
export const deckRequest = (filter, years, cursor) => ({
  text: '', kinds: ['movie', 'series'], sort: 'popularity', page: { size: 40, cursor },
  ...(filter.genre ? { genres: [filter.genre] } : {}), ...(filter.rating ? { ratings: [filter.rating] } : {}), ...(years ? { years: [years] } : {}),
});

/**
 * Titles that have been answered, kept, watched or excluded are not shown again.
 * @param {Hearth.Card[]} cards @param {Set<string>} known
 */
export const unanswered = (cards, known) => cards.filter((card) => !known.has(card.id));

/**
 * Why a title is in the deck, from what the catalog says of it: a genre that the profile loves, or its score.
 * @param {Hearth.Card} card @param {Map<string, number>} lovedGenres @returns {{kind: 'fits', genre: string} | {kind: 'good'} | {kind: 'popular'}}
 */
export function reasonOf(card, lovedGenres) {
  const [genre] = card.genres.filter((one) => (lovedGenres.get(one) ?? 0) > 1).sort((a, b) => (lovedGenres.get(b) ?? 0) - (lovedGenres.get(a) ?? 0));
  if (genre) return { kind: 'fits', genre };
  return (card.score ?? 0) >= 8 ? { kind: 'good' } : { kind: 'popular' };
}

/**
 * How often each genre is among these titles.
 * @param {Hearth.Card[]} cards
 */
export function genresOf(cards) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const genre of cards.flatMap((card) => card.genres)) counts.set(genre, (counts.get(genre) ?? 0) + 1);
  return counts;
}
