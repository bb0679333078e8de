import { fill, h } from '../element.js';
import { number } from '../logic/format.js';

const pause = 300;
const most = 20;

/** @typedef {{value: string, count: number}} Choice */

/**
 * A field with suggestions and their counts, which arrows mark and Enter takes.
 * @param {string} label @param {(text: string) => Promise<Choice[]>} suggest @param {(value: string) => void} choose an empty text, too
 */
export function comboField(label, suggest, choose) {
  const id = `combo-${(comboField.serial += 1)}`;
  const input = h('input', { type: 'text', id: `${id}-input`, role: 'combobox', 'aria-expanded': 'false', 'aria-controls': id, 'aria-autocomplete': 'list', autocomplete: 'off', spellcheck: 'false' });
  const list = h('ul', { class: 'combo-list', id, role: 'listbox', 'aria-label': label, hidden: true });
  let timer = 0;
  let asked = 0;
  let marked = -1;
  const close = () => {
    clearTimeout(timer);
    asked += 1;
    list.hidden = true;
    marked = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const take = (/** @type {string} */ value) => {
    close();
    input.value = value;
    choose(value);
  };
  const open = async () => {
    const turn = (asked += 1);
    const found = await suggest(input.value.trim()).catch(() => []);
    if (turn !== asked || document.activeElement !== input) return;
    marked = -1;
    fill(list, found.slice(0, most).map((one, index) => h('li', { role: 'option', id: `${id}-${index}`, 'aria-selected': 'false', data: { value: one.value }, onmousedown: (/** @type {Event} */ event) => { event.preventDefault(); take(one.value); } }, h('span', { class: 'grow' }, one.value), h('span', { class: 'badge number' }, number(one.count)))));
    list.hidden = !found.length;
    input.setAttribute('aria-expanded', String(found.length > 0));
  };
  const mark = (/** @type {number} */ step) => {
    const options = /** @type {HTMLElement[]} */ ([...list.children]);
    marked = (marked + step + options.length + (marked < 0 && step < 0 ? 1 : 0)) % options.length;
    options.forEach((option, index) => option.setAttribute('aria-selected', String(index === marked)));
    options[marked]?.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', `${id}-${marked}`);
  };
  input.addEventListener('focus', open);
  input.addEventListener('blur', close);
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(open, pause);
    if (!input.value.trim()) choose('');
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') take(marked >= 0 ? /** @type {HTMLElement} */ (list.children[marked]).dataset.value ?? '' : input.value.trim());
    else if (!list.hidden && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) mark(event.key === 'ArrowDown' ? 1 : -1);
    else if (!list.hidden && event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return { input, element: h('div', { class: 'field combo' }, h('label', { for: `${id}-input` }, label), input, list) };
}
comboField.serial = 0;
