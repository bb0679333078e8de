import { playback } from '../door.js';
import { deviceName, knownDevices } from '../devices.js';
import { h } from '../element.js';
import { lineOf, nameOf } from '../logic/cards.js';
import { day, dayKey, clock, localDay, minutes } from '../logic/format.js';
import { routeToCard } from '../logic/routes.js';
import { button, iconButton } from '../parts/buttons.js';
import { confirm } from '../parts/dialog.js';
import { bar, poster } from '../parts/poster.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { attempt, toast } from '../parts/toast.js';
import { texts } from '../texts.js';

const pageSize = 100;

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  const remove = async (/** @type {Hearth.PlaybackStateRemoveHistory} */ what) => {
    if (what.everything && !(await confirm(texts.history.sure, texts.history.removeAll))) return;
    if (await attempt(() => playback.RemoveHistory(what))) toast(texts.history.removed);
    list.reload();
  };
  const list = section({
    skeleton: 'list', service: 'playback-state', load: async (signal) => {
      const [found, names] = await Promise.all([playback.ListHistory({ page: { size: pageSize } }, { signal }), knownDevices(signal)]);
      return { entries: found.entries, names };
    },
    isEmpty: (found) => found.entries.length === 0,
    empty: { icon: 'history', title: texts.history.empty[0], message: texts.history.empty[1] },
    render: (found) => byDay(found.entries).map(([name, entries]) => h('section', { class: 'stack' }, h('h2', { class: 'small-heading' }, name), h('ul', { class: 'list' }, entries.map((entry) => h('li', { class: 'list-row' }, historyRow(entry, deviceName(found.names, entry.device)), iconButton('close', texts.history.remove(entry.card ? nameOf(entry.card) : ''), () => remove({ content: entry.content }))))))),
  });
  screen.append(screenHeader(texts.nav.history, { actions: [button(texts.history.removeAll, () => remove({ everything: true }), { icon: 'trash' })] }), statistics(), list);
}

/** @param {Hearth.HistoryEntry[]} entries @returns {[string, Hearth.HistoryEntry[]][]} */
function byDay(entries) {
  /** @type {Map<string, Hearth.HistoryEntry[]>} */
  const days = new Map();
  for (const entry of entries) {
    const at = entry.lastWatched ?? entry.started;
    days.set(dayKey(at), [...(days.get(dayKey(at)) ?? []), entry]);
  }
  return [...days].map(([key, list]) => [key === dayKey(Date.now()) ? texts.guide.today : day(list[0].lastWatched ?? list[0].started), list]);
}

/** @param {Hearth.HistoryEntry} entry @param {string} device */
function historyRow(entry, device) {
  const { card } = entry;
  const name = card ? nameOf(card) : texts.history.gone;
  return h('a', { class: 'episode-link', href: card && entry.isAvailable ? routeToCard(card) : null }, h('span', { class: 'thumb' }, poster(card?.poster, name, 'thumbnail')),
    h('span', { class: 'grow stack tight' }, h('span', { class: 'row-title' }, name), h('span', { class: 'quiet' }, card ? lineOf(card) : ''), h('span', { class: 'quiet number' }, `${clock(entry.lastWatched ?? entry.started)} ${texts.history.on(device)}`), bar(entry.progress, texts.title.progress(name))));
}

/** How long was watched, day by day. */
const statistics = () => section({
  skeleton: 'feature', service: 'playback-state', isSmallError: true, load: (signal) => playback.GetStatistics({ days: 30, limit: 5 }, { signal }), isEmpty: (found) => !found.discovery && !found.profiles.some((profile) => profile.seconds > 0),
  render: (found) => {
    const [own] = found.profiles;
    if (!own) return h('div', { class: 'panel' }, h('h2', { class: 'small-heading' }, texts.history.statistics), discovery(found.discovery));
    const most = Math.max(1, ...own.periods.map((period) => period.seconds));
    return h('div', { class: 'panel' }, h('h2', { class: 'small-heading' }, texts.history.statistics), h('p', { class: 'big-number number' }, minutes(own.seconds > 0 ? Math.max(1, own.seconds / 60) : 0), h('span', { class: 'quiet' }, ` ${texts.history.plays(own.plays)}`)),
      h('ol', { class: 'bars' }, own.periods.map((period) => h('li', { title: `${nameOfPeriod(period.name)}: ${minutes(period.seconds / 60)}`, style: { '--part': period.seconds / most } }, h('span', { class: 'visually-hidden' }, `${nameOfPeriod(period.name)}: ${minutes(period.seconds / 60)}`)))), discovery(found.discovery));
  },
});

/**
 * How something to watch was found.
 * @param {Hearth.DiscoveryStatistics} [found]
 */
const discovery = (found) => (found ? h('ul', { class: 'quiet number' }, [
  found.firstSaves ? texts.history.firstSave(found.meanSecondsToSave) : '', found.swipes ? texts.history.swipes(found.swipes, found.meanSwipeSeconds) : '',
  found.searches ? texts.history.searches(found.searches, found.savedSearches) : '',
].filter(Boolean).map((line) => h('li', {}, line))) : null);

/** @param {string} name */
const nameOfPeriod = (name) => (/^\d{4}-\d\d-\d\d$/.test(name) ? localDay(name).full : name);
