import { h } from '../element.js';

const ended = new AbortController();
ended.abort();

/** A screen. What it requests and listens to ends when it leaves the page, and begins again when the visitor comes back. */
export class Screen extends HTMLElement {
  /** @type {((signal: AbortSignal) => void)[]} */
  #work = [];
  /** @type {AbortController | null} */
  #shown = null;

  connectedCallback() {
    this.classList.add('screen');
    this.#shown = new AbortController();
    for (const work of this.#work) work(this.#shown.signal);
  }

  disconnectedCallback() {
    this.#shown?.abort();
    this.#shown = null;
  }

  /** Ends when the screen leaves the page; at once when it is not shown. */
  get signal() {
    return this.#shown?.signal ?? ended.signal;
  }

  /**
   * Runs now, if the screen is shown, and whenever it is shown again.
   * @param {(signal: AbortSignal) => void} work
   */
  whileShown(work) {
    this.#work.push(work);
    if (this.#shown) work(this.#shown.signal);
  }
}
customElements.define('hearth-screen', Screen);

/** @returns {Screen} */
export const newScreen = () => /** @type {Screen} */ (document.createElement('hearth-screen'));

/**
 * Puts another heading in the place of the first one, and the focus with it, if it was there.
 * @param {Screen} screen @param {() => void} change what is drawn at once, or in this turn of the page
 */
export function changeHeading(screen, change) {
  const hadFocus = document.activeElement?.matches('h1') ?? false;
  change();
  if (hadFocus) queueMicrotask(() => { screen.querySelector('h1')?.focus({ preventScroll: true }); });
}

/**
 * The heading of a screen, the target of the focus after a change of screens.
 * @param {string} title @param {{subtitle?: string, actions?: (Node | null)[], isHidden?: boolean}} more
 */
export function screenHeader(title, { subtitle, actions = [], isHidden = false } = {}) {
  return h('header', { class: isHidden ? 'visually-hidden' : 'screen-header' },
    h('div', {}, h('h1', { tabindex: '-1' }, title), subtitle ? h('p', { class: 'quiet' }, subtitle) : null),
    actions.length ? h('div', { class: 'actions' }, actions) : null);
}
