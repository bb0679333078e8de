import { catalog, playback } from '../door.js';
import { fill, h } from '../element.js';
import { icon } from '../icons.js';
import { minutes, percent } from '../logic/format.js';
import { routeTo } from '../logic/routes.js';
import { chip, iconButton } from '../parts/buttons.js';
import { poster } from '../parts/poster.js';
import { endless } from '../parts/row.js';
import { section } from '../parts/section.js';
import { attempt } from '../parts/toast.js';
import { texts } from '../texts.js';

const pageSize = 100;

/**
 * The seasons as chips and the episodes of one.
 * @param {string} series
 * @param {number | undefined} wanted
 * @param {import('../parts/screen.js').Screen} screen
 */
export function episodes(series, wanted, screen) {
  const place = h('div', {});
  return section({
    title: texts.title.episodes, skeleton: 'list', service: 'catalog',
    load: async (signal) => {
      const [list, next] = await Promise.all([catalog.ListEpisodes({ series, page: { size: 200 } }, { signal }), playback.GetNextUp({ content: series }, { signal }).catch(() => undefined)]);
      return { seasons: [...new Set(list.episodes.map((card) => card.season ?? 0))].sort((a, b) => a - b), next };
    },
    isEmpty: ({ seasons }) => seasons.length === 0,
    render: ({ seasons, next }) => {
      let season = wanted ?? next?.next?.card?.season ?? seasons.find((number) => number > 0) ?? seasons[0];
      if (!seasons.includes(season)) [season] = seasons;
      const chips = h('div', { class: 'chips' });
      const show = (/** @type {number} */ number) => {
        season = number;
        fill(chips, seasons.map((other) => chip(other === 0 ? texts.title.specials : texts.title.season(other), other === season, () => show(other))));
        fill(place, seasonOf(series, season, screen));
      };
      show(season);
      return [chips, place];
    },
  });
}

/** @param {string} series @param {number} season @param {import('../parts/screen.js').Screen} screen */
function seasonOf(series, season, screen) {
  const load = async (/** @type {string | undefined} */ cursor, /** @type {AbortSignal} */ signal) => {
    const page = await catalog.ListEpisodes({ series, season, page: { size: pageSize, cursor } }, { signal });
    const contents = page.episodes.map((card) => card.id);
    const progress = contents.length ? await playback.GetProgress({ contents }, { signal }).catch(() => ({ titles: [] })) : { titles: [] };
    return { page, progress: new Map(progress.titles.map((title) => [title.content, title])) };
  };
  /** @type {import('../parts/section.js').Section} */
  const made = section({
    skeleton: 'list', service: 'catalog', load: (signal) => load(undefined, signal),
    render: ({ page, progress }) => endless(h('ol', { class: 'list' }, page.episodes.map((card) => h('li', {}, episodeRow(card, progress.get(card.id), () => made.reload())))), page.cursor, async (cursor) => {
      const next = await load(cursor, screen.signal);
      return { cursor: next.page.cursor, items: next.page.episodes.map((card) => h('li', {}, episodeRow(card, next.progress.get(card.id), () => made.reload()))) };
    }),
  });
  return made;
}

/** @param {Hearth.Card} card @param {Hearth.TitleProgress | undefined} progress @param {() => void} reload */
function episodeRow(card, progress, reload) {
  const isWatched = progress?.isWatched ?? false;
  const name = `${card.episode ?? ''}. ${card.title}`;
  return h('div', { class: 'list-row episode' },
    h('a', { class: 'episode-link', href: routeTo('player', card.id), 'aria-label': [texts.title.play, name, isWatched ? texts.title.seen : '', progress && !isWatched ? texts.title.progress(percent(progress.progress)) : ''].filter(Boolean).join('. ') },
      h('span', { class: 'still' }, poster(card.poster, card.title, 'still'), h('span', { class: 'still-play' }, icon('play', true)),
        progress && progress.progress > 0 && !isWatched ? h('span', { class: 'card-progress' }, h('progress', { value: progress.progress, max: 1, 'aria-hidden': 'true' })) : null),
      h('span', { class: 'grow' }, h('span', { class: 'row-title' }, name), h('span', { class: 'quiet' }, [card.runtimeMinutes ? minutes(card.runtimeMinutes) : '', isWatched ? texts.title.seen : ''].filter(Boolean).join(' · ')))),
    iconButton(isWatched ? 'undo' : 'check', `${isWatched ? texts.title.watched : texts.title.markWatched}: ${name}`, async () => {
      if (await attempt(() => (isWatched ? playback.MarkUnwatched({ contents: [card.id] }) : playback.MarkWatched({ contents: [card.id] })))) reload();
    }, { isPressed: isWatched }));
}
