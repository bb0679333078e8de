import { catalog } from '../door.js';
import { fill, h } from '../element.js';
import { day, dayKey, shortDay } from '../logic/format.js';
import { halfHour } from '../logic/guide.js';
import { button, labelled } from '../parts/buttons.js';
import { GuideGrid } from '../parts/guide-grid.js';
import { openProgramme } from '../parts/programme.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { go } from '../router.js';
import { isAdult } from '../state.js';
import { texts } from '../texts.js';

const hour = 3_600_000;
/** The grid shows so much at a time. */
const shownHours = 6;
const pageSize = 200;
const pause = 300;

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  let from = halfHour(Date.now());
  const place = h('div', {});
  const found = h('div', { role: 'status', 'aria-live': 'polite' });
  const subtitle = h('p', { class: 'quiet' });

  const list = section({
    skeleton: 'list', service: 'catalog', load: allChannels, isEmpty: (channels) => channels.length === 0,
    empty: { icon: 'tv', title: texts.guide.empty[0], message: isAdult() ? texts.guide.empty[1] : undefined, action: isAdult() ? { label: texts.home.addSource, run: () => go('#/sources') } : undefined },
    render: (channels) => {
      const show = () => {
        subtitle.textContent = dayKey(from) === dayKey(Date.now()) ? `${texts.guide.today}, ${day(from)}` : day(from);
        fill(place, new GuideGrid(channels, from, from + shownHours * hour));
      };
      const shift = (/** @type {number} */ hours) => { from += hours * hour; show(); };
      show();
      return [h('div', { class: 'actions' }, button(texts.guide.earlier, () => shift(-shownHours / 2), { icon: 'back' }), button(texts.guide.now, () => { from = halfHour(Date.now()); show(); }),
        button(texts.guide.later, () => shift(shownHours / 2), { icon: 'next' })), place];
    },
  });

  let timer = 0;
  const input = h('input', { type: 'search', oninput: () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => fill(found, input.value.trim().length > 1 ? hits(input.value.trim()) : null), pause);
  } });
  screen.append(screenHeader(texts.nav.guide, { actions: [labelled(texts.guide.search, input)] }), subtitle, found, list);
}

/**
 * All channels that the guide knows, page by page.
 * @param {AbortSignal} signal
 */
async function allChannels(signal) {
  /** @type {Hearth.ChannelNow[]} */
  const channels = [];
  /** @type {string | undefined} */
  let cursor;
  do {
    const page = /** @type {Hearth.NowNextPage} */ (await catalog.NowNext({ page: { size: pageSize, cursor } }, { signal }));
    channels.push(...page.channels);
    cursor = page.cursor;
  } while (cursor);
  return channels;
}

/** @param {string} text */
const hits = (text) => section({
  skeleton: 'list', service: 'catalog', load: (signal) => catalog.SearchGuide({ text, page: { size: 20 } }, { signal }),
  isEmpty: (found) => found.hits.length === 0, empty: { title: texts.search.none(text) },
  render: (found) => [h('p', { class: 'quiet' }, texts.guide.hits(found.total)), h('ul', { class: 'list' }, found.hits.map((hit) => h('li', {}, h('button', { class: 'list-row wide-button', type: 'button', onclick: () => openProgramme(hit.channel.card, hit.programme, hit.hasCatchup) },
    h('span', { class: 'grow' }, h('span', { class: 'row-title' }, hit.programme.title), h('span', { class: 'quiet' }, hit.channel.card.title)), h('span', { class: 'quiet number' }, shortDay(hit.programme.start))))))],
});
