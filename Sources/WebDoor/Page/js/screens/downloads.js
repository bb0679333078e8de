import { downloads, playback } from '../door.js';
import { h } from '../element.js';
import { icon } from '../icons.js';
import { nameOf } from '../logic/cards.js';
import { bytes, minutes, percent, relative } from '../logic/format.js';
import { routeTo } from '../logic/routes.js';
import { button, iconButton } from '../parts/buttons.js';
import { confirm } from '../parts/dialog.js';
import { bar, poster } from '../parts/poster.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { openSheet } from '../parts/sheet.js';
import { attempt, toast } from '../parts/toast.js';
import { changes } from '../state.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  const reload = () => { list.reload(); storage.reload(); };
  const run = (/** @type {() => Promise<unknown>} */ work) => async () => {
    await attempt(work);
    reload();
  };
  const storage = section({ skeleton: 'feature', service: 'downloads', isSmallError: true, load: (signal) => downloads.GetStorage({}, { signal }), render: storageBar });
  const list = section({
    skeleton: 'list', service: 'downloads', load: (signal) => downloads.List({}, { signal }), isEmpty: (found) => found.downloads.length === 0,
    empty: { icon: 'downloads', title: texts.downloads.empty[0], message: texts.downloads.empty[1] },
    render: ({ downloads: all }) => {
      const groups = /** @type {[string, Hearth.Download[]][]} */ ([
        [texts.downloads.active, all.filter((one) => ['queued', 'downloading', 'paused'].includes(one.status))], [texts.downloads.completed, all.filter((one) => one.status === 'completed')], [texts.downloads.failed, all.filter((one) => one.status === 'failed')]]);
      return groups.filter(([, group]) => group.length).map(([name, group]) => h('section', { class: 'stack' }, h('h2', { class: 'small-heading' }, name), h('ul', { class: 'list' }, group.map((one) => downloadRow(one, run)))));
    },
  });
  screen.append(screenHeader(texts.nav.downloads, { actions: [button(moreTexts.cleanUp.title, () => cleanUp(reload), { icon: 'trash' })] }), storage, list);
  screen.whileShown((signal) => changes.addEventListener('event', (event) => { if (/** @type {CustomEvent} */ (event).detail.type === 'download') reload(); }, { signal }));
}

/**
 * What can go together: expired, watched, failed; each with its count, and asked about.
 * @param {() => void} reload
 */
async function cleanUp(reload) {
  const found = await attempt(() => downloads.List({}));
  if (!found) return;
  const done = found.downloads.filter((one) => one.status === 'completed');
  const progress = done.length ? await playback.GetProgress({ contents: done.map((one) => one.content) }).catch(() => ({ titles: [] })) : { titles: [] };
  const watched = new Set(progress.titles.filter((title) => title.isWatched).map((title) => title.content));
  const remove = (/** @type {Hearth.Download[]} */ group) => async () => {
    if (!group.length || !(await confirm(moreTexts.cleanUp.sure(group.length), texts.common.delete))) return;
    const outcomes = await Promise.all(group.map((one) => attempt(() => downloads.Delete({ download: one.id }))));
    toast(texts.downloads.deleted(outcomes.filter(Boolean).length));
    reload();
  };
  const groups = /** @type {[(n: number) => string, Hearth.Download[]][]} */ ([[moreTexts.cleanUp.expired, done.filter((one) => one.isExpired)], [moreTexts.cleanUp.watched, done.filter((one) => watched.has(one.content))], [moreTexts.cleanUp.failed, found.downloads.filter((one) => one.status === 'failed')]]);
  await openSheet(moreTexts.cleanUp.title, groups.map(([label, group]) => ({ label: label(group.length), icon: 'trash', isDestructive: group.length > 0, run: remove(group) })));
}

/** @param {Hearth.DownloadStorage} storage */
const storageBar = ({ profile }) => h('div', { class: 'panel' }, h('div', { class: 'panel-head' }, h('h2', { class: 'small-heading grow' }, texts.downloads.storage), h('span', { class: 'quiet number' }, texts.downloads.free(bytes(profile.availableBytes)))),
  bar(profile.usedBytes / Math.max(1, profile.limitBytes), texts.downloads.used(bytes(profile.usedBytes), bytes(profile.limitBytes))), h('p', { class: 'number' }, texts.downloads.used(bytes(profile.usedBytes), bytes(profile.limitBytes))));

/** @param {Hearth.Download} one @param {(work: () => Promise<unknown>) => () => void} run */
function downloadRow(one, run) {
  const name = nameOf(one.card);
  const download = one.id;
  const remove = async () => {
    if (await confirm(texts.downloads.sure(name), texts.common.delete)) run(() => downloads.Delete({ download }))();
  };
  const actions = {
    queued: [iconButton('close', texts.downloads.cancel(name), run(() => downloads.Cancel({ download })))],
    downloading: [iconButton('pause', texts.downloads.pause(name), run(() => downloads.Pause({ download }))), iconButton('close', texts.downloads.cancel(name), run(() => downloads.Cancel({ download })))],
    paused: [iconButton('play', texts.downloads.resume(name), run(() => downloads.Resume({ download }))), iconButton('close', texts.downloads.cancel(name), run(() => downloads.Cancel({ download })))],
    completed: [h('a', { class: 'icon-button', href: routeTo('player', one.content), 'aria-label': texts.downloads.play(name), title: texts.downloads.play(name) }, icon('play', true)), iconButton('trash', texts.downloads.delete(name), remove)],
    failed: [one.trouble?.canRetry ? iconButton('refresh', texts.downloads.retry(name), run(() => downloads.Retry({ download }))) : null, iconButton('trash', texts.downloads.delete(name), remove)],
  };
  return h('li', { class: 'list-row wraps' }, h('span', { class: 'thumb' }, poster(one.card.poster, name, 'thumbnail')), h('span', { class: 'grow stack tight' }, h('span', { class: 'row-title' }, name), h('span', { class: 'quiet number' }, lineOf(one)),
    one.status === 'downloading' || one.status === 'paused' ? bar(one.progress ?? 0, texts.title.downloading(name)) : null), h('span', { class: 'row-actions' }, /** @type {Record<string, (Node | null)[]>} */ (actions)[one.status] ?? []));
}

/** @param {Hearth.Download} one */
function lineOf(one) {
  if (one.status === 'failed') return one.trouble?.message ?? texts.downloads.failed;
  if (one.status === 'queued') return texts.downloads.queuedAs(one.position ?? 1);
  if (one.status === 'completed') {
    const size = bytes(one.bytes);
    if (one.isExpired) return `${size} · ${texts.downloads.expired}`;
    return one.expires ? `${size} · ${texts.downloads.expires(relative(one.expires, new Date()))}` : size;
  }
  const left = one.secondsLeft ? texts.downloads.left(minutes(Math.max(1, one.secondsLeft / 60))) : '';
  return [percent(one.progress ?? 0), one.totalBytes ? `${bytes(one.bytes)} / ${bytes(one.totalBytes)}` : bytes(one.bytes), one.bytesPerSecond ? `${bytes(one.bytesPerSecond)}/s` : '', left].filter(Boolean).join(' · ');
}
