import { playback } from '../door.js';
import { h } from '../element.js';
import { icon } from '../icons.js';
import { lineOf, nameOf } from '../logic/cards.js';
import { routeToCard } from '../logic/routes.js';
import { button, iconButton } from '../parts/buttons.js';
import { confirm } from '../parts/dialog.js';
import { poster } from '../parts/poster.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { sortable } from '../parts/sortable.js';
import { attempt, toast } from '../parts/toast.js';
import { changes } from '../state.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  const suggest = async () => {
    const added = await attempt(() => playback.GenerateSuggestions({}));
    if (added) toast(texts.queue.suggestedNow(added.entries.length));
    list.reload();
  };
  const clear = async (/** @type {boolean} */ onlyAutoAdded) => {
    if (!onlyAutoAdded && !(await confirm(texts.queue.sure, texts.queue.clearAll))) return;
    const cleared = await attempt(() => playback.ClearQueue({ onlyAutoAdded }));
    if (cleared) toast(texts.queue.cleared(cleared.removed));
    list.reload();
  };
  const move = async (/** @type {Hearth.QueueEntry} */ entry, /** @type {number} */ position, /** @type {string} */ focus) => {
    const moved = await attempt(() => playback.MoveInQueue({ content: entry.content, position }));
    if (!moved) return;
    status.textContent = texts.queue.moved(entry.card ? nameOf(entry.card) : '', position);
    await list.reload();
    const row = screen.querySelector(`[data-content="${CSS.escape(entry.content)}"]`);
    const target = row?.querySelector(`.${focus}:not(:disabled)`) ?? row?.querySelector('button:not(:disabled)');
    if (target instanceof HTMLElement) target.focus();
  };
  const remove = async (/** @type {Hearth.QueueEntry} */ entry) => {
    if (await attempt(() => playback.RemoveFromQueue({ content: entry.content }))) list.reload();
  };
  const status = h('p', { class: 'visually-hidden', role: 'status' });
  const clearAuto = button(texts.queue.clearAuto, () => clear(true));
  const clearAll = button(texts.queue.clearAll, () => clear(false), { icon: 'trash' });
  const list = section({
    skeleton: 'list', service: 'playback-state', load: (signal) => playback.ListQueue({}, { signal }),
    isEmpty: (queue) => {
      clearAll.hidden = queue.entries.length === 0;
      clearAuto.hidden = !queue.entries.some((entry) => entry.isAutoAdded);
      return queue.entries.length === 0;
    },
    empty: { icon: 'queue', title: texts.queue.empty[0], message: texts.queue.empty[1], action: { label: texts.queue.suggest, run: suggest } },
    render: (queue) => h('ol', { class: 'list' }, queue.entries.map((entry) => queueRow(entry, queue.total, { move, remove, say: (text) => { status.textContent = text; } }))),
  });
  screen.append(screenHeader(texts.nav.queue, { subtitle: moreTexts.queue.help, actions: [button(texts.queue.suggest, suggest, { icon: 'magic' }), clearAuto, clearAll] }), status, list);
  screen.whileShown((signal) => changes.addEventListener('event', (event) => { if (/** @type {CustomEvent} */ (event).detail.type === 'queue') list.reload(); }, { signal }));
}

/** @param {Hearth.QueueEntry} entry @param {number} total @param {{move: (entry: Hearth.QueueEntry, position: number, focus: string) => void, remove: (entry: Hearth.QueueEntry) => void, say: (text: string) => void}} actions */
function queueRow(entry, total, { move, remove, say }) {
  const { card, position } = entry;
  const name = card ? nameOf(card) : texts.history.gone;
  const up = iconButton('up', texts.queue.moveUp(name), () => move(entry, position - 1, 'up'), { class: 'up' });
  const down = iconButton('down', texts.queue.moveDown(name), () => move(entry, position + 1, 'down'), { class: 'down' });
  up.disabled = position <= 1;
  down.disabled = position >= total;
  const handle = h('button', { class: 'handle', type: 'button', 'aria-label': moreTexts.queue.handle(name), title: moreTexts.queue.help }, icon('drag'));
  const row = h('li', { class: 'list-row wraps', data: { content: entry.content, name } }, handle, h('span', { class: 'thumb' }, poster(card?.poster, name, 'thumbnail')),
    h('a', { class: 'grow', href: card ? routeToCard(card) : null }, h('span', { class: 'row-title' }, name), h('span', { class: 'quiet' }, card ? lineOf(card) : ''), entry.isAutoAdded ? h('span', { class: 'badge' }, texts.queue.suggested) : null),
    h('span', { class: 'row-actions' }, up, down, iconButton('close', texts.queue.remove(name), () => remove(entry))));
  sortable(row, handle, { moved: (place) => move(entry, place, 'handle'), say });
  return row;
}
