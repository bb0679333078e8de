import { catalog } from '../door.js';
import { h } from '../element.js';
import { number } from '../logic/format.js';
import { routeTo } from '../logic/routes.js';
import { button, chip, iconButton } from '../parts/buttons.js';
import { section } from '../parts/section.js';
import { attempt } from '../parts/toast.js';
import { isAdult } from '../state.js';
import { texts } from '../texts.js';

const gradients = ['accent', 'premium', 'warm', 'cool'];

/**
 * What a search shows before typing: recent searches, what many look for, genres.
 * @param {(text: string) => void} choose
 */
export const beforeTyping = (choose) => [recent(choose), trending(choose), genres()];

/** @param {(text: string) => void} choose */
function recent(choose) {
  const made = section({
    title: texts.search.recent, skeleton: 'list', service: 'catalog', isSmallError: true,
    load: (signal) => catalog.ListRecentSearches({}, { signal }), isEmpty: (list) => list.searches.length === 0,
    render: (list) => [h('ul', { class: 'chips' }, list.searches.map(({ text }) => h('li', { class: 'chip-pair' }, chip(text, false, () => choose(text), { icon: 'history' }),
      iconButton('close', texts.search.forget(text), () => forget({ text }))))), button(texts.search.clear, () => forget({}), { kind: 'ghost' })],
  });
  const forget = async (/** @type {Hearth.CatalogForgetSearches} */ what) => {
    if (await attempt(() => catalog.ForgetSearches(what))) made.reload();
  };
  return made;
}

/** @param {(text: string) => void} choose */
const trending = (choose) => section({
  title: texts.search.trending, skeleton: 'list', service: 'catalog', isSmallError: true,
  load: (signal) => catalog.ListTrendingSearches({}, { signal }), isEmpty: (list) => list.texts.length === 0,
  render: (list) => h('div', { class: 'chips' }, list.texts.map((text) => chip(text, false, () => choose(text)))),
});

const genres = () => section({
  title: texts.search.genres, skeleton: 'grid', service: 'catalog', load: (signal) => catalog.ListGenres({}, { signal }), isEmpty: (list) => list.rows.length === 0,
  empty: { icon: 'search', title: texts.home.empty[0], message: isAdult() ? texts.home.empty[1] : undefined },
  render: (list) => h('ul', { class: 'genre-grid' }, list.rows.map((genre, index) => h('li', {}, h('a', { class: `genre-card ${gradients[index % gradients.length]}`, href: routeTo('search', undefined, { genre: genre.genre }) },
    h('span', {}, genre.genre), h('span', { class: 'number' }, number(genre.count)))))),
});
