import { h } from '../element.js';
import { icon } from '../icons.js';
import { texts } from '../texts.js';
import { isAbort } from '../logic/errors.js';
import { iconButton } from './buttons.js';
import { errorText } from './states.js';

/** How long a toast stays, in milliseconds; one with an action stays longer. */
const stay = 5000;
const stayWithAction = 10_000;

/** @type {HTMLElement | null} */
let region = null;

/**
 * Says something in passing.
 * @param {string} message
 * @param {{isError?: boolean, action?: {label: string, run: () => void}}} more
 */
export function toast(message, { isError = false, action } = {}) {
  if (!region) document.body.append((region = h('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' })));
  const remove = () => made.remove();
  const made = h('div', { class: `toast${isError ? ' error' : ''}` }, icon(isError ? 'warning' : 'check'), h('p', {}, message),
    action ? h('button', { class: 'button ghost', type: 'button', onclick: () => { remove(); action.run(); } }, action.label) : null,
    iconButton('close', texts.common.dismiss, remove));
  while (region.children.length > 2) region.firstElementChild?.remove();
  region.append(made);
  setTimeout(remove, action ? stayWithAction : stay);
}

/**
 * Does something that changes something, and says when it did not work.
 * @template T @param {() => Promise<T>} work @returns {Promise<T | undefined>}
 */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (!isAbort(error)) toast(errorText(error), { isError: true });
    return undefined;
  }
}
