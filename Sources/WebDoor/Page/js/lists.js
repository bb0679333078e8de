// The lists that a profile's titles are on, whichever service has them, so that every card and the lists' own screen can show them.
import { currentSession, playback, profiles, scheduler } from './door.js';
import { noteSave } from './discovery.js';
import { toast, attempt } from './parts/toast.js';
import { texts } from './texts.js';

/** @type {Set<string>} */
let contents = new Set();
/** More than a page of the list is not marked on cards. */
const size = 200;

/** @param {AbortSignal} [signal] */
export async function listed(signal) {
  const list = await profiles.ListFavourites({ page: { size } }, { signal });
  contents = new Set(list.favourites.map((favourite) => favourite.content));
  return list;
}

/** @param {string} content */
export const isListed = (content) => contents.has(content);

/**
 * Adds or removes; resolves with whether it is on the list.
 * @param {string} content
 */
export async function toggleListed(content) {
  const change = await attempt(() => (isListed(content) ? profiles.RemoveFavourite({ content }) : profiles.AddFavourite({ content })));
  if (!change) return isListed(content);
  noteListed(content, change.isFavourite);
  if (change.isFavourite) noteSave(content);
  toast(change.isFavourite ? texts.title.added : texts.title.removed, change.isFavourite ? {} : { action: { label: texts.common.undo, run: () => toggleListed(content) } });
  return change.isFavourite;
}

/** @param {string} content @param {boolean} isOn */
export function noteListed(content, isOn) {
  if (isOn) contents.add(content);
  else contents.delete(content);
}

/** @typedef {'favourites' | 'loved' | 'maybe' | 'queue' | 'never'} ListName */
/** @typedef {{content: string, card?: Hearth.Card}} Entry */

/**
 * Whether the shows of the household have the caller's own yes.
 * @param {Hearth.ProgrammeShow} show
 */
export const isLoved = (show) => show.approvedBy.includes(currentSession()?.profile.id ?? '');

/** @param {AbortSignal} [signal] */
const shows = (signal) => scheduler.ListShows({}, { signal });
const entryOf = (/** @type {Hearth.ProgrammeShow} */ show) => ({ content: show.card.id, card: show.card });

/**
 * Where each list is, and how a title gets on and off it.
 * @type {Record<ListName, {icon: string, gradient: string, service: string, load: (signal?: AbortSignal) => Promise<Entry[]>, put: (content: string, isOn: boolean) => Promise<unknown>}>}
 */
export const lists = {
  favourites: {
    icon: 'favourite', gradient: 'accent', service: 'profiles', load: async (signal) => (await listed(signal)).favourites,
    put: async (content, isOn) => { noteListed(content, isOn); return isOn ? profiles.AddFavourite({ content }) : profiles.RemoveFavourite({ content }); },
  },
  loved: { icon: 'star', gradient: 'premium', service: 'scheduler', load: async (signal) => (await shows(signal)).shows.filter(isLoved).map(entryOf), put: (content, isOn) => scheduler.SetShow({ content, approval: isOn ? 'yes' : 'unknown' }) },
  maybe: { icon: 'family', gradient: 'warm', service: 'scheduler', load: async (signal) => (await shows(signal)).shows.filter((show) => show.isMaybe).map(entryOf), put: (content, isOn) => scheduler.SetShow({ content, isMaybe: isOn }) },
  queue: { icon: 'queue', gradient: 'cool', service: 'playback-state', load: async (signal) => (await playback.ListQueue({}, { signal })).entries, put: (content, isOn) => (isOn ? playback.AddToQueue({ content, place: 'last' }) : playback.RemoveFromQueue({ content })) },
  never: { icon: 'close', gradient: 'plain', service: 'playback-state', load: async (signal) => (await playback.ListNeverSuggested({}, { signal })).titles, put: (content, isOn) => (isOn ? playback.NeverSuggest({ content }) : playback.SuggestAgain({ content })) },
};
export const listNames = /** @type {ListName[]} */ (Object.keys(lists));
