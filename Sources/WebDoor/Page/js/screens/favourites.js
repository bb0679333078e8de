import { playback, profiles } from '../door.js';
import { fill, h } from '../element.js';
import { icon } from '../icons.js';
import { lineOf, nameOf } from '../logic/cards.js';
import { number } from '../logic/format.js';
import { routeTo, routeToCard } from '../logic/routes.js';
import { listNames, lists } from '../lists.js';
import { button, iconButton, labelled, select } from '../parts/buttons.js';
import { poster, titleCard } from '../parts/poster.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { attempt, toast } from '../parts/toast.js';
import { go } from '../router.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';

const pageSize = 200;
/** Where the page keeps whether lists are shown as a grid. */
const shapeKey = 'hearth-lists-shape';

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen, route) {
  const name = /** @type {import('../lists.js').ListName} */ (listNames.find((one) => one === route.query.list) ?? 'favourites');
  /** @type {Hearth.FavouriteOrder} */
  let order = 'added';
  let isGrid = localStorage.getItem(shapeKey) !== 'list';
  /**
   * The selected contents; undefined: nothing is being selected.
   * @type {Set<string> | undefined}
   */
  let chosen;
  /** @type {import('../lists.js').Entry[]} */
  let entries = [];
  const overview = h('div', {});
  const place = h('div', {});
  const selection = h('div', { class: 'selection-bar', role: 'region', 'aria-live': 'polite', hidden: true });
  const actions = h('div', { class: 'actions' });

  const draw = () => {
    fill(place, (isGrid ? asGrid : asList)(entries.filter((entry) => entry.card), chosen, toggle, moreTexts.lists.names[name]));
    selection.hidden = !chosen;
    if (chosen) fill(selection, h('p', { class: 'number' }, moreTexts.lists.selected(chosen.size)), h('div', { class: 'actions' }, button(moreTexts.lists.watched, markWatched, { icon: 'check' }), button(moreTexts.lists.remove, remove, { icon: 'trash' }), button(moreTexts.lists.done, () => choose(undefined), { kind: 'primary' })));
    fill(actions, name === 'favourites' ? labelled(texts.favourites.sort, select(/** @type {[string, string][]} */ (Object.entries(texts.favourites.sorts)), order, (value) => { order = /** @type {Hearth.FavouriteOrder} */ (value); list.reload(); })) : null,
      iconButton(isGrid ? 'queue' : 'guide', isGrid ? moreTexts.lists.asList : moreTexts.lists.asGrid, () => { isGrid = !isGrid; localStorage.setItem(shapeKey, isGrid ? 'grid' : 'list'); draw(); }), entries.length && !chosen ? button(moreTexts.lists.select, () => choose(new Set()), { icon: 'check' }) : null);
  };
  const choose = (/** @type {Set<string> | undefined} */ next) => {
    chosen = next;
    draw();
    const first = place.querySelector('input, a');
    if (first instanceof HTMLElement) first.focus();
  };
  const toggle = (/** @type {string} */ content) => {
    if (!chosen?.delete(content)) chosen?.add(content);
    const count = selection.querySelector('p');
    if (count) count.textContent = moreTexts.lists.selected(chosen?.size ?? 0);
  };
  const markWatched = async () => {
    const contents = [...(chosen ?? [])];
    if (contents.length && (await attempt(() => playback.MarkWatched({ contents })))) toast(moreTexts.lists.marked(contents.length));
    choose(undefined);
  };
  const remove = async () => {
    const contents = [...(chosen ?? [])];
    await attempt(() => Promise.all(contents.map((content) => lists[name].put(content, false))));
    const back = async () => { await attempt(() => Promise.all(contents.map((content) => lists[name].put(content, true)))); list.reload(); };
    if (contents.length) toast(moreTexts.lists.removed(contents.length), { action: { label: texts.common.undo, run: back } });
    chosen = undefined;
    list.reload();
  };

  const [emptyTitle, emptyMessage] = moreTexts.lists.empties[name];
  const list = section({
    skeleton: isGrid ? 'grid' : 'list', service: lists[name].service,
    load: async (signal) => (name === 'favourites' ? allFavourites(order, signal) : lists[name].load(signal)),
    isEmpty: (found) => { entries = found; draw(); return found.length === 0; },
    empty: { icon: lists[name].icon, title: emptyTitle, message: emptyMessage, action: name === 'loved' ? { label: moreTexts.deck.title, run: () => go('#/deck') } : { label: texts.nav.search, run: () => go('#/search') } },
    render: () => place,
  });
  screen.append(screenHeader(texts.nav.favourites), overview, h('div', { class: 'list-head' }, h('h2', {}, moreTexts.lists.names[name]), actions), selection, list);
  draw();
  screen.whileShown((signal) => fill(overview, overviewOf(name, signal)));
}

/**
 * The whole list, page by page: what is selected has to be there.
 * @param {Hearth.FavouriteOrder} order @param {AbortSignal} signal
 */
async function allFavourites(order, signal) {
  const found = [];
  /** @type {string | undefined} */
  let cursor;
  do {
    const page = /** @type {Hearth.FavouriteList} */ (await profiles.ListFavourites({ order, page: { size: pageSize, cursor } }, { signal }));
    found.push(...page.favourites);
    cursor = page.cursor;
  } while (cursor);
  return found;
}

/**
 * All lists as cards with their counts; each is counted by itself, so that a service that is down costs one number.
 * @param {string} current @param {AbortSignal} signal
 */
const overviewOf = (current, signal) => h('ul', { class: 'list-cards', 'aria-label': moreTexts.lists.title }, listNames.map((name) => {
  const count = h('span', { class: 'number' });
  lists[name].load(signal).then((found) => { count.textContent = moreTexts.lists.count(found.length); }).catch(() => { count.textContent = '–'; });
  return h('li', {}, h('a', { class: `list-card ${lists[name].gradient}`, href: routeTo('favourites', undefined, name === 'favourites' ? {} : { list: name }), 'aria-current': name === current ? 'page' : null }, icon(lists[name].icon, true), h('span', { class: 'card-title' }, moreTexts.lists.names[name]), count));
}));

/** @typedef {(entries: import('../lists.js').Entry[], chosen: Set<string> | undefined, toggle: (content: string) => void, label: string) => HTMLElement} Shape */

/** @param {import('../lists.js').Entry} entry @param {Set<string>} chosen @param {(content: string) => void} toggle */
const box = (entry, chosen, toggle) => h('input', { type: 'checkbox', class: 'pick', checked: chosen.has(entry.content), 'aria-label': moreTexts.lists.selectOne(entry.card ? nameOf(entry.card) : ''), onchange: () => toggle(entry.content) });

/** @type {Shape} */
const asGrid = (entries, chosen, toggle, label) => h('ul', { class: 'grid', 'aria-label': label }, entries.map((entry) => h('li', { class: 'pickable' }, titleCard(/** @type {Hearth.Card} */ (entry.card)), chosen ? box(entry, chosen, toggle) : null)));

/** @type {Shape} */
const asList = (entries, chosen, toggle, label) => h('ul', { class: 'list', 'aria-label': label }, entries.map((entry) => {
  const card = /** @type {Hearth.Card} */ (entry.card);
  return h('li', { class: 'list-row' }, chosen ? box(entry, chosen, toggle) : null, h('span', { class: 'thumb' }, poster(card.poster, nameOf(card), 'thumbnail')), h('a', { class: 'grow', href: routeToCard(card) }, h('span', { class: 'row-title' }, nameOf(card)), h('span', { class: 'quiet' }, [lineOf(card), card.score ? number(card.score) : ''].filter(Boolean).join(' · '))));
}));
