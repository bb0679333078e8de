import { scheduler } from '../door.js';
import { h } from '../element.js';
import { nameOf } from '../logic/cards.js';
import { localDay, minutes } from '../logic/format.js';
import { button, iconButton } from '../parts/buttons.js';
import { openDialog } from '../parts/dialog.js';
import { poster } from '../parts/poster.js';
import { section } from '../parts/section.js';
import { attempt, toast } from '../parts/toast.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';
import { editWindow } from './week-forms.js';

/**
 * A veto frees the time; what would fit instead is offered and booked with one press.
 * @param {{id: string, version: number, day?: string}} which @param {() => void} reload
 */
export async function openAlternatives(which, reload) {
  const vetoed = await attempt(() => scheduler.VetoSlot(which));
  if (!vetoed) return;
  toast(texts.week.removed);
  reload();
  await openDialog(moreTexts.week.alternatives, (close) => [vetoed.alternatives.length ? h('ul', { class: 'list' }, vetoed.alternatives.map((one) => h('li', {}, h('button', { class: 'list-row wide-button', type: 'button', onclick: async () => {
    const booked = await attempt(() => scheduler.BookSlot({ profiles: one.profiles, start: one.start, minutes: one.minutes, content: one.card.id, episodes: one.episodes, label: one.title, isFamilyFriendly: one.isFamilyFriendly, partnerMustLike: one.partnerMustLike }));
    if (!booked) return;
    toast(moreTexts.week.taken);
    close();
    reload();
  } }, h('span', { class: 'thumb' }, poster(one.card.poster, nameOf(one.card), 'thumbnail')), h('span', { class: 'grow' }, h('span', { class: 'row-title' }, one.title), h('span', { class: 'quiet' }, [minutes(one.minutes), ...one.reasons.slice(0, 1)].join(' · '))))))) : h('p', {}, moreTexts.week.none),
  vetoed.shortage ? h('p', { class: 'quiet' }, vetoed.shortage) : null]);
}

/**
 * All windows of free time, to add, change and remove.
 * @param {string} first @param {() => void} reload
 */
export function openWindows(first, reload) {
  return openDialog(moreTexts.week.windows, () => {
    const changed = () => { list.reload(); reload(); };
    /** @type {import('../parts/section.js').Section} */
    const list = section({
      skeleton: 'list', service: 'scheduler', load: (signal) => scheduler.ListWindows({}, { signal }),
      render: (found) => [h('ul', { class: 'list' }, found.windows.map((window) => {
        const name = `${localDay(`2024-01-0${window.dayOfWeek}`).full.split(/[ ,]/)[0]} ${texts.guide.until(window.start, window.end)}`;
        const remove = async () => { if (await attempt(() => scheduler.RemoveWindow({ id: window.id, version: window.version }))) changed(); };
        return h('li', { class: 'list-row' }, h('span', { class: 'grow' }, h('span', { class: 'row-title number' }, name), h('span', { class: 'quiet' }, [window.label, window.isFamilyFriendly ? moreTexts.week.family : '', window.partnerMustLike ? moreTexts.week.partner : ''].filter(Boolean).join(' · '))),
          iconButton('settings', `${moreTexts.week.editWindow}: ${name}`, () => editWindow(window, first, changed)), iconButton('trash', `${moreTexts.week.removeWindow}: ${name}`, remove));
      })), h('div', { class: 'actions' }, button(texts.week.addWindow, () => editWindow(undefined, first, changed), { icon: 'plus' }))],
    });
    return [list];
  });
}
