import { h } from '../element.js';
import { icon } from '../icons.js';
import { button, iconButton } from './buttons.js';
import { openDialog } from './dialog.js';

/** @typedef {{label: string, run: () => unknown, icon?: string, isDestructive?: boolean}} SheetItem */

/**
 * A list of things to do with something, as a sheet that keeps the focus. Entries that are null are left out.
 * @param {string} title @param {(SheetItem | null)[]} items
 */
export function openSheet(title, items) {
  return openDialog(title, (close) => [h('ul', { class: 'sheet-list' }, items.flatMap((item) => (item ? [h('li', {}, h('button', {
    class: `sheet-item${item.isDestructive ? ' destructive' : ''}`, type: 'button', onclick: () => { close(); item.run(); },
  }, icon(item.icon ?? 'next'), h('span', {}, item.label)))] : [])))], { class: 'small sheet' });
}

/**
 * A round button that opens a sheet.
 * @param {string} label @param {() => (SheetItem | null)[]} items made when it opens
 */
export const sheetButton = (label, items) => iconButton('more', label, () => openSheet(label, items()));

/**
 * A button with a text that opens a sheet.
 * @param {string} label @param {string} name of its icon @param {() => (SheetItem | null)[]} items
 */
export const menuButton = (label, name, items) => button(label, () => openSheet(label, items()), { icon: name });

/**
 * A form in a dialog; it closes when the work has an effect.
 * @template T
 * @param {string} title @param {Node[]} fields @param {string} action the text of its button @param {() => Promise<T | undefined>} work undefined: it stays open
 * @returns {Promise<T | undefined>}
 */
export const openForm = (title, fields, action, work) => openDialog(title, (/** @type {(value?: T) => void} */ close) => [h('form', { onsubmit: async (/** @type {Event} */ event) => {
  event.preventDefault();
  const done = await work();
  if (done !== undefined) close(done);
} }, fields, h('div', { class: 'actions end' }, h('button', { class: 'button primary', type: 'submit' }, action)))], { class: 'small' });
