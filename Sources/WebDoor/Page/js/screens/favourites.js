import { profiles } from '../door.js';
import { h } from '../element.js';
import { labelled, select } from '../parts/buttons.js';
import { titleCard } from '../parts/poster.js';
import { endless, grid } from '../parts/row.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { go } from '../router.js';
import { texts } from '../texts.js';

const pageSize = 60;

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  /** @type {Hearth.FavouriteOrder} */
  let order = 'added';
  const cards = (/** @type {Hearth.FavouriteList} */ list) => list.favourites.flatMap((entry) => (entry.card ? [titleCard(entry.card, { isListed: true })] : []));
  const page = (/** @type {string | undefined} */ cursor, /** @type {AbortSignal} */ signal) => profiles.ListFavourites({ order, page: { size: pageSize, cursor } }, { signal });
  const list = section({
    skeleton: 'grid', service: 'profiles', load: (signal) => page(undefined, signal), isEmpty: (found) => found.favourites.length === 0,
    empty: { icon: 'favourite', title: texts.favourites.empty[0], message: texts.favourites.empty[1], action: { label: texts.nav.search, run: () => go('#/search') } },
    render: (found) => endless(grid(cards(found), texts.nav.favourites), found.cursor, async (cursor) => {
      const next = await page(cursor, screen.signal);
      return { cursor: next.cursor, items: cards(next).map((card) => h('li', {}, card)) };
    }),
  });
  const sorts = /** @type {[string, string][]} */ (Object.entries(texts.favourites.sorts));
  screen.append(screenHeader(texts.nav.favourites, { actions: [labelled(texts.favourites.sort, select(sorts, order, (value) => {
    order = /** @type {Hearth.FavouriteOrder} */ (value);
    list.reload();
  }))] }), list);
}
