// What is on the profile's list, so that every card can show it.
import { profiles } from './door.js';
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
  if (change.isFavourite) contents.add(content);
  else contents.delete(content);
  toast(change.isFavourite ? texts.title.added : texts.title.removed, change.isFavourite ? {} : { action: { label: texts.common.undo, run: () => toggleListed(content) } });
  return change.isFavourite;
}
