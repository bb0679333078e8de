import { catalog, currentSession, playback, profiles, scheduler } from '../door.js';
import { deckRequest, genresOf, unanswered } from '../logic/deck.js';
import { yearsOf } from '../logic/filters.js';
import { noteSave } from '../discovery.js';
import { isLoved, noteListed } from '../lists.js';

/** Fewer titles ahead than this ask for more. */
const ahead = 5;
const favouriteCount = 200;

/**
 * The titles of the deck, page by page. What one service does not tell is not held back.
 * @param {import('../logic/deck.js').DeckFilter} filter @param {() => AbortSignal} signal
 */
export function deckSource(filter, signal) {
  /** @type {Hearth.Card[]} */
  let cards = [];
  /** @type {Set<string>} */
  const known = new Set();
  /** @type {string | undefined} */
  let cursor;
  let isOver = false;
  let isBare = true;
  /** @type {Map<string, number>} */
  let loved = new Map();

  const begin = async () => {
    const [shows, favourites, never] = await Promise.allSettled([scheduler.ListShows({}, { signal: signal() }), profiles.ListFavourites({ page: { size: favouriteCount } }, { signal: signal() }), playback.ListNeverSuggested({}, { signal: signal() })]);
    if (shows.status === 'rejected') throw shows.reason;
    loved = genresOf(shows.value.shows.filter(isLoved).map((show) => show.card));
    const own = currentSession()?.profile.id ?? '';
    for (const show of shows.value.shows) if ([...show.approvedBy, ...show.refusedBy, ...show.vetoedBy].includes(own)) known.add(show.card.id);
    if (favourites.status === 'fulfilled') for (const { content } of favourites.value.favourites) known.add(content);
    if (never.status === 'fulfilled') for (const { content } of never.value.titles) known.add(content);
  };
  const fetch = async () => {
    const page = await catalog.Search(deckRequest(filter, filter.year ? yearsOf(filter.year) : undefined, cursor), { signal: signal() });
    cursor = page.cursor;
    isOver = !cursor;
    isBare = isBare && page.hits.length === 0 && !filter.genre && !filter.year && !filter.rating;
    const fresh = unanswered(page.hits, known);
    const progress = fresh.length ? await playback.GetProgress({ contents: fresh.map((card) => card.id) }, { signal: signal() }).catch(() => ({ titles: [] })) : { titles: [] };
    // Every title that was asked for is there, also those that were not begun.
    const begun = new Set(progress.titles.filter((title) => title.isWatched || title.progress > 0).map((title) => title.content));
    cards.push(...fresh.filter((card) => !begun.has(card.id)));
  };
  return {
    get cards() { return cards; },
    get loved() { return loved; },
    /** Whether the library has no such titles at all, and nothing was left out. */
    get isBare() { return isBare; },
    begin,
    /** Until there are enough, or no more. */
    async more() {
      while (cards.length < ahead && !isOver) await fetch();
    },
    /** The next one, which then is not there any more. */
    take() {
      const [card, ...rest] = cards;
      cards = rest;
      known.add(card.id);
      return card;
    },
    /** @param {Hearth.Card} card */
    putBack(card) {
      known.delete(card.id);
      cards = [card, ...cards];
    },
  };
}

/**
 * What each answer does, and what takes it back.
 * @type {Record<import('../logic/deck.js').Verdict, {give: (content: string) => Promise<Hearth.ProgrammeShow | undefined>, take: (content: string) => Promise<unknown>}>}
 */
export const verdicts = {
  love: { give: (content) => scheduler.SetShow({ content, approval: 'yes' }), take: (content) => scheduler.SetShow({ content, approval: 'unknown' }) },
  skip: { give: (content) => scheduler.SetShow({ content, approval: 'no' }), take: (content) => scheduler.SetShow({ content, approval: 'unknown' }) },
  save: {
    give: async (content) => {
      await profiles.AddFavourite({ content });
      noteListed(content, true);
      noteSave(content);
      return undefined;
    },
    take: async (content) => {
      noteListed(content, false);
      return profiles.RemoveFavourite({ content });
    },
  },
};
