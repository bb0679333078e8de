import { fill, h } from '../element.js';
import { icon } from '../icons.js';
import { isAbort, kindOf } from '../logic/errors.js';
import { texts } from '../texts.js';
import { emptyState, errorState, skeleton } from './states.js';

/** A part whose service does not respond asks again after so long, in milliseconds, and then after twice as long each time. */
const firstPause = 4000;
const longestPause = 60_000;

/**
 * @template T
 * @typedef {object} SectionSpec
 * @property {(signal: AbortSignal) => Promise<T>} load
 * @property {(value: T) => Node | Node[]} render
 * @property {import('./states.js').SkeletonKind} [skeleton] absent: nothing is shown until the values are there, for a part that most often is empty
 * @property {string} [service] whose part this is, as in `texts.services`
 * @property {(value: T) => boolean} [isEmpty]
 * @property {Parameters<typeof emptyState>[0]} [empty] absent: an empty section is not shown
 * @property {string} [title]
 * @property {string} [subtitle]
 * @property {string} [icon]
 * @property {string} [seeAll] the address of the page with all of it
 * @property {boolean} [isSmallError] an error as one line
 */

/** A part of a screen with all its states. One whose service is down says so in its place; the rest works. */
export class Section extends HTMLElement {
  /** @type {SectionSpec<any> | null} */
  #spec = null;
  #body = h('div', { class: 'section-body' });
  /** @type {AbortController | null} */
  #loading = null;
  #isDone = false;
  #again = 0;
  #pause = firstPause;

  /** @param {SectionSpec<any>} spec */
  begin(spec) {
    this.#spec = spec;
    if (this.isConnected) this.reload();
  }

  connectedCallback() {
    if (this.#spec && !this.#isDone) this.reload();
  }

  disconnectedCallback() {
    this.#loading?.abort();
    this.#loading = null;
    clearTimeout(this.#again);
  }

  /**
   * Loads again; what is shown stays until the new values are there.
   * @param {boolean} [isByItself] an error stays, too
   */
  async reload(isByItself = false) {
    const spec = this.#spec;
    if (!spec) return;
    this.#loading?.abort();
    clearTimeout(this.#again);
    const loading = (this.#loading = new AbortController());
    if (!this.#isDone && !isByItself) this.#show('loading', spec.skeleton ? skeleton(spec.skeleton) : null);
    try {
      const value = await spec.load(loading.signal);
      if (loading.signal.aborted) return;
      this.#isDone = true;
      this.#pause = firstPause;
      if (spec.isEmpty?.(value)) this.#show('empty', spec.empty ? emptyState(spec.empty) : null);
      else this.#show('success', spec.render(value));
    } catch (error) {
      if (loading.signal.aborted || isAbort(error)) return;
      this.#isDone = false;
      this.#askAgain(error);
      // The same error once more is not read out again, and keeps the focus on its button.
      if (isByItself && this.dataset.state === 'error') return;
      this.#show('error', errorState(error, { service: spec.service, retry: () => this.reload(), isSmall: spec.isSmallError, dismiss: spec.isSmallError ? () => { this.hidden = true; } : undefined }));
    }
  }

  /**
   * What is only down comes back without a press of "Try again".
   * @param {unknown} error
   */
  #askAgain(error) {
    if (!this.isConnected || !['serviceDown', 'slow'].includes(kindOf(error))) return;
    this.#again = window.setTimeout(() => this.reload(true), this.#pause);
    this.#pause = Math.min(longestPause, this.#pause * 2);
  }

  /** @param {string} state @param {Node | Node[] | null} content */
  #show(state, content) {
    this.dataset.state = state;
    this.hidden = content === null;
    if (content === null) return;
    this.#body.className = `section-body${state === 'loading' ? '' : ' loaded'}`;
    fill(this.#body, content);
    if (!this.#body.isConnected) fill(this, this.#spec?.title ? sectionHeader(this.#spec) : null, this.#body);
  }
}
customElements.define('hearth-section', Section);

/** @template T @param {SectionSpec<T>} spec @returns {Section} */
export function section(spec) {
  const made = /** @type {Section} */ (document.createElement('hearth-section'));
  made.begin(spec);
  return made;
}

/** @param {{title?: string, subtitle?: string, icon?: string, seeAll?: string}} what */
export function sectionHeader({ title = '', subtitle, icon: name, seeAll }) {
  return h('div', { class: 'section-header' }, name ? icon(name) : null,
    h('div', {}, h('h2', {}, title), subtitle ? h('p', { class: 'quiet' }, subtitle) : null),
    seeAll ? h('a', { class: 'see-all', href: seeAll, 'aria-label': `${texts.common.seeAll}: ${title}` }, texts.common.seeAll, icon('next')) : null);
}
