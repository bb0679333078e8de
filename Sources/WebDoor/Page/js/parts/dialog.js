import { h } from '../element.js';
import { texts } from '../texts.js';
import { button, iconButton } from './buttons.js';

/**
 * A dialog: the element `dialog` keeps the focus inside and gives it back. Resolves with what `close` was given.
 * @template T
 * @param {string} title
 * @param {(close: (value?: T) => void) => (Node | null)[]} content
 * @param {{class?: string}} more
 * @returns {Promise<T | undefined>}
 */
export function openDialog(title, content, { class: extra = '' } = {}) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    /** @type {T | undefined} */
    let result;
    const close = (/** @type {T | undefined} */ value) => {
      result = value;
      box.close();
    };
    const box = h('dialog', { class: `dialog-box ${extra}`, 'aria-label': title },
      h('div', { class: 'dialog-head' }, h('h2', {}, title), iconButton('close', texts.common.close, () => close())), content(close));
    box.addEventListener('click', (event) => { if (event.target === box) close(); });
    box.addEventListener('close', () => {
      box.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(result);
    });
    const leave = () => close();
    addEventListener('popstate', leave, { once: true });
    document.body.append(box);
    box.showModal();
  });
}

/**
 * Asks before what cannot be undone.
 * @param {string} question
 * @param {string} action
 * @returns {Promise<boolean>}
 */
export async function confirm(question, action) {
  const isSure = await openDialog(question, (/** @type {(value?: boolean) => void} */ close) => [
    h('div', { class: 'actions end' }, button(texts.common.cancel, () => close(false)), button(action, () => close(true), { kind: 'destructive' })),
  ], { class: 'small' });
  return isSure ?? false;
}
