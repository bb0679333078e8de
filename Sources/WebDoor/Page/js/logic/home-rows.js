// The order of the home screen's rows, as the household has set it for all clients. Names are those of `hearth home`.

/** The page's own order. */
export const homeRows = ['continue-watching', 'up-next', 'programme', 'on-now', 'trending-movies', 'trending-series', 'new', 'top', 'favourites', 'genres'];

/**
 * Named rows first, in their order; the others follow in theirs. Names of other clients are left out.
 * @param {string[] | undefined} chosen
 */
export function rowOrder(chosen) {
  const first = (chosen ?? []).filter((name) => homeRows.includes(name));
  return [...first, ...homeRows.filter((name) => !first.includes(name))];
}
