import { catalog, playback } from '../door.js';
import { h } from '../element.js';
import { clock, minutes } from '../logic/format.js';
import { rowOrder } from '../logic/home-rows.js';
import { routeTo } from '../logic/routes.js';
import { listed, isListed } from '../lists.js';
import { iconButton } from '../parts/buttons.js';
import { hero } from '../parts/hero.js';
import { titleCard } from '../parts/poster.js';
import { row } from '../parts/row.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { attempt, toast } from '../parts/toast.js';
import { go } from '../router.js';
import { changes, household, isAdult } from '../state.js';
import { texts } from '../texts.js';
import { homeSource, prepareHome } from './home-source.js';

const rowSize = 20;
const upNextSize = 5;
/** Rows by genre are asked for when they come this near. */
const near = '100px';

const request = { rows: ['continue-watching', 'up-next', 'programme', 'on-now', 'favourites', 'new'], discovery: ['trendingMovies', 'trendingSeries', 'top'], size: rowSize };

/** @param {AbortSignal} signal */
export const prepare = (signal) => prepareHome(request, signal);

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  const source = homeSource(screen, request);
  const featured = [source('discovery:trendingMovies'), source('discovery:trendingSeries')];
  const continued = continueRow(source);
  /** @type {Record<string, () => HTMLElement>} */
  const rows = {
    'continue-watching': () => continued, 'up-next': () => upNextRow(source), programme: () => tonightRow(source), 'on-now': () => onNowRow(source), favourites: () => favouritesRow(source), genres: genreRows,
    'trending-movies': () => titleRow(source, 'discovery:trendingMovies', texts.home.trending), 'trending-series': () => titleRow(source, 'discovery:trendingSeries', texts.home.series),
    new: () => titleRow(source, 'new', texts.home.fresh, routeTo('search', undefined, { sort: 'added' })), top: () => titleRow(source, 'discovery:top', texts.home.top),
  };
  screen.append(screenHeader(texts.nav.home, { isHidden: true }), hero(async (signal) => (await Promise.all(featured.map((load) => load(signal)))).flatMap((row) => row?.titles ?? [])), pills(), ...rowOrder(household()?.preferences?.homeRows).map((name) => rows[name]()));
  screen.whileShown((signal) => {
    listed(signal).catch(() => undefined);
    changes.addEventListener('event', (event) => {
      const { type, data } = /** @type {CustomEvent} */ (event).detail;
      if (type === 'activity' && data.event?.kind === 'ended') continued.reload();
    }, { signal });
  });
}

/** @param {Hearth.Card[]} cards @param {string} label */
const cardRow = (cards, label) => row(cards.map((card) => titleCard(card, { isListed: isListed(card.id) })), label);

/** The moods of an evening lead to a filtered search. */
function pills() {
  const links = /** @type {[string, string][]} */ ([
    [texts.home.tonight, routeTo('search', undefined, { max: '120', sort: 'score' })], [texts.home.date, routeTo('search', undefined, { genre: 'Romance', kind: 'movie' })],
    [texts.home.family, routeTo('search', undefined, { genre: 'Family' })], [texts.home.new, routeTo('search', undefined, { sort: 'added' })],
  ]);
  return h('ul', { class: 'chips pills', 'aria-label': texts.home.pills }, links.map(([text, href]) => h('li', {}, h('a', { class: 'chip', href }, text))));
}

/** @typedef {ReturnType<typeof homeSource>} Source */

/** @param {Source} source */
function continueRow(source) {
  const made = section({
    title: texts.home.continue, seeAll: '#/history', skeleton: 'row', service: 'playback-state', isSmallError: true,
    load: source('continue-watching'), isEmpty: (found) => !found?.continued?.unknownSeries && !found?.continued?.titles.some((entry) => entry.card),
    render: (found) => h('div', {},
      row((found?.continued?.titles ?? []).flatMap((entry) => (entry.card ? [continueCard(entry, entry.card)] : [])), texts.home.continue),
      found?.continued?.unknownSeries ? h('p', { class: 'note' }, texts.home.unknownSeries(found.continued.unknownSeries)) : undefined),
  });
  const continueCard = (/** @type {Hearth.ContinueEntry} */ entry, /** @type {Hearth.Card} */ card) => {
    const left = entry.duration ? texts.home.left(minutes(Math.max(1, (entry.duration - entry.resume) / 60))) : undefined;
    const hide = iconButton('close', `${texts.home.hide}: ${card.title}`, async () => {
      if (await attempt(() => playback.HideFromContinueWatching({ content: entry.content }))) {
        toast(texts.home.hidden);
        made.reload();
      }
    }, { class: 'corner' });
    return h('div', { class: 'with-corner' }, titleCard(card, { progress: entry.progress, line: left, href: routeTo('player', entry.content) }), hide);
  };
  return made;
}

/** @param {Source} source */
const upNextRow = (source) => section({
  title: texts.home.upNext, seeAll: '#/queue', skeleton: 'row', service: 'playback-state', isSmallError: true,
  load: source('up-next'), isEmpty: (found) => !found?.queue?.entries.some((entry) => entry.card),
  render: (found) => row((found?.queue?.entries ?? []).slice(0, upNextSize).flatMap((entry) => (entry.card ? [titleCard(entry.card, { badge: entry.isAutoAdded ? texts.home.suggested : undefined })] : [])), texts.home.upNext),
});

/** @param {Source} source */
const tonightRow = (source) => section({
  title: texts.home.tonight, seeAll: '#/week', skeleton: 'row', service: 'scheduler', isSmallError: true,
  load: source('programme'), isEmpty: (found) => !tonight(found).some((time) => time.slot.card),
  render: (found) => row(tonight(found).flatMap((time) => (time.slot.card ? [titleCard(time.slot.card, { line: texts.guide.until(clock(time.start), clock(time.end)) })] : [])), texts.home.tonight),
});

/** @param {import('./home-source.js').HomeRow | undefined} found */
const tonight = (found) => [...(found?.programme?.now ?? []), ...(found?.programme?.next ?? [])];

/** @param {Source} source */
const onNowRow = (source) => section({
  title: texts.home.onNow, seeAll: '#/guide', skeleton: 'row', service: 'catalog', isSmallError: true,
  load: source('on-now'), isEmpty: (found) => !found?.channels?.length,
  render: (found) => row((found?.channels ?? []).map((channel) => channelCard(channel)), texts.home.onNow, 'wide'),
});

/** @param {Hearth.ChannelNow} channel */
function channelCard({ channel, number, now, next }) {
  const done = now ? (Date.now() - Date.parse(now.start)) / (Date.parse(now.stop) - Date.parse(now.start)) : 0;
  const times = now ? texts.guide.until(clock(now.start), clock(now.stop)) : '';
  return h('a', { class: 'channel-card', href: routeTo('player', channel.id), 'aria-label': [channel.title, now?.title, times, next ? texts.guide.nextOne(next.title) : ''].filter(Boolean).join('. ') },
    h('span', { class: 'channel-name' }, h('span', { class: 'live-dot', 'aria-hidden': 'true' }), h('span', {}, channel.title), number ? h('span', { class: 'quiet number' }, number) : null),
    h('span', { class: 'card-title' }, now?.title ?? texts.guide.noProgramme), h('span', { class: 'card-line number' }, times),
    now ? h('progress', { value: Math.min(1, Math.max(0, done)), max: 1, 'aria-hidden': 'true' }) : null,
    h('span', { class: 'card-line' }, next ? `${clock(next.start)} ${next.title}` : ''));
}

/**
 * A row of titles; the ten best with their ranks.
 * @param {Source} source @param {string} name @param {string} title @param {string} [seeAll]
 */
const titleRow = (source, name, title, seeAll) => section({
  title, seeAll, skeleton: 'row', service: 'catalog', isSmallError: true, load: source(name), isEmpty: (found) => !found?.titles?.length,
  render: (found) => (name === 'discovery:top' ? row((found?.titles ?? []).slice(0, 10).map((card, index) => titleCard(card, { rank: index + 1, isListed: isListed(card.id) })), title, 'top') : cardRow(found?.titles ?? [], title)),
});

/** @param {Source} source */
const favouritesRow = (source) => section({
  title: texts.home.favourites, seeAll: '#/favourites', skeleton: 'row', service: 'profiles', isSmallError: true,
  load: source('favourites'), isEmpty: (found) => !found?.favourites?.favourites.some((entry) => entry.card),
  render: (found) => row((found?.favourites?.favourites ?? []).flatMap((entry) => (entry.card ? [titleCard(entry.card, { isListed: true })] : [])), texts.home.favourites),
});

/** A row for each of the biggest genres, loaded when scrolled near. */
const genreRows = () => section({
  skeleton: 'row', service: 'catalog', isSmallError: true,
  load: async (signal) => {
    const { rows } = await catalog.ListGenres({}, { signal });
    // Channels have no genres: a library of channels alone is not empty.
    return { rows, isEmpty: !rows.length && (await catalog.Search({ text: '', page: { size: 1 } }, { signal })).total === 0 };
  },
  isEmpty: (list) => list.isEmpty,
  empty: { icon: 'sources', title: texts.home.empty[0], message: isAdult() ? texts.home.empty[1] : undefined, action: isAdult() ? { label: texts.home.addSource, run: () => go('#/sources') } : undefined },
  render: (list) => list.rows.slice(0, 8).map((genre) => whenNear(() => section({
    title: genre.genre, seeAll: routeTo('search', undefined, { genre: genre.genre }), skeleton: 'row', service: 'catalog', isSmallError: true,
    load: (signal) => catalog.Search({ text: '', genres: [genre.genre], sort: 'popularity', page: { size: rowSize } }, { signal }),
    isEmpty: (found) => found.hits.length === 0, render: (found) => cardRow(found.hits, genre.genre),
  }))),
});

/** @param {() => HTMLElement} make */
function whenNear(make) {
  const place = h('div', { class: 'waiting-row' });
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    place.replaceWith(make());
  }, { rootMargin: near });
  watch.observe(place);
  return place;
}

