import { h } from '../element.js';
import { icon } from '../icons.js';
import { texts } from '../texts.js';

/**
 * A row that scrolls sideways, by touch, keys and two buttons.
 * @param {Node[]} cards
 * @param {string} label
 * @param {string} [kind]
 */
export function row(cards, label, kind = '') {
  const list = h('ul', { class: `row-list ${kind}`, 'aria-label': label }, cards.map((card) => h('li', {}, card)));
  const scroll = (/** @type {number} */ way) => list.scrollBy({ left: way * list.clientWidth * 0.85, behavior: 'smooth' });
  const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ way) => h('button', {
    class: `row-button ${name}`, type: 'button', tabindex: '-1', 'aria-hidden': 'true', title: text, onclick: () => scroll(way),
  }, icon(name));
  const made = h('div', { class: 'row' }, list, button('back', texts.common.scrollBack, -1), button('next', texts.common.scrollOn, 1));
  // A button that leads nowhere is not shown.
  const place = () => {
    const end = list.scrollWidth - list.clientWidth - 1;
    made.classList.toggle('scrolls', end > 0);
    made.classList.toggle('at-start', Math.abs(list.scrollLeft) <= 1);
    made.classList.toggle('at-end', Math.abs(list.scrollLeft) >= end);
  };
  made.addEventListener('pointerenter', place);
  list.addEventListener('scroll', place, { passive: true });
  return made;
}

/** @param {Node[]} cards @param {string} label */
export const grid = (cards, label) => h('ul', { class: 'grid', 'aria-label': label }, cards.map((card) => h('li', {}, card)));

/**
 * A list that asks for its next page when its end comes near.
 * @template T
 * @param {HTMLElement} list @param {string | undefined} cursor
 * @param {(cursor: string) => Promise<{cursor?: string, items: Node[]}>} more
 */
export function endless(list, cursor, more) {
  if (!cursor) return list;
  let next = /** @type {string | undefined} */ (cursor);
  const end = h('div', { class: 'endless', 'aria-hidden': 'true' });
  const watch = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting) || !next) return;
    const asked = next;
    next = undefined;
    const page = await more(asked).catch(() => undefined);
    if (!page) {
      next = asked;
      return;
    }
    list.append(...page.items);
    next = page.cursor;
    if (!next) {
      watch.disconnect();
      end.remove();
    }
  }, { rootMargin: '400px' });
  watch.observe(end);
  return h('div', {}, list, end);
}
