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
    skeleton: 'list', service: 'catalog', load: (signal) => page(undefined, signal), isEmpty: (first) => first.channels.length === 0,
    empty: { icon: 'tv', title: texts.guide.empty[0], message: isAdult() ? texts.guide.empty[1] : undefined, action: isAdult() ? { label: texts.home.addSource, run: () => go('#/sources') } : undefined },
    render: (first) => {
      let { channels } = first;
      more(first.cursor, screen, (next) => {
        channels = [...channels, ...next];
        const grid = place.firstElementChild;
        if (grid instanceof GuideGrid) grid.extend(next);
      });
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

/** @param {string | undefined} cursor @param {AbortSignal} signal @returns {Promise<Hearth.NowNextPage>} */
const page = (cursor, signal) => catalog.NowNext({ page: { size: pageSize, cursor } }, { signal });

/**
 * The other pages, while the guide is shown; it goes on where it was when the visitor comes back.
 * @param {string | undefined} cursor @param {import('../parts/screen.js').Screen} screen @param {(channels: Hearth.ChannelNow[]) => void} add
 */
function more(cursor, screen, add) {
  let next = cursor;
  screen.whileShown(async (signal) => {
    while (next) {
      const found = await page(next, signal).catch(() => undefined);
      if (!found || signal.aborted) return;
      add(found.channels);
      next = found.cursor;
    }
  });
}

/** @param {string} text */
const hits = (text) => section({
  skeleton: 'list', service: 'catalog', load: (signal) => catalog.SearchGuide({ text, page: { size: 20 } }, { signal }),
  isEmpty: (found) => found.hits.length === 0, empty: { title: texts.search.none(text) },
  render: (found) => [h('p', { class: 'quiet' }, texts.guide.hits(found.total)), h('ul', { class: 'list' }, found.hits.map((hit) => h('li', {}, h('button', { class: 'list-row wide-button', type: 'button', onclick: () => openProgramme(hit.channel.card, hit.programme, hit.hasCatchup) },
    h('span', { class: 'grow' }, h('span', { class: 'row-title' }, hit.programme.title), h('span', { class: 'quiet' }, hit.channel.card.title)), h('span', { class: 'quiet number' }, shortDay(hit.programme.start))))))],
});
