import { h } from '../element.js';
import { icon } from '../icons.js';

/**
 * @param {string} label @param {() => void} run
 * @param {{kind?: 'primary' | 'secondary' | 'ghost' | 'destructive', icon?: string, isFilled?: boolean, label?: string}} more
 */
export function button(label, run, { kind = 'secondary', icon: name, isFilled, label: spoken } = {}) {
  const classes = kind === 'destructive' ? 'button primary destructive' : `button ${kind}`;
  return h('button', { class: classes, type: 'button', onclick: run, 'aria-label': spoken }, name ? icon(name, isFilled) : null, h('span', {}, label));
}

/** @param {string} label @param {string} href @param {{kind?: string, icon?: string, isFilled?: boolean}} more */
export const linkButton = (label, href, { kind = 'secondary', icon: name, isFilled } = {}) => h('a', { class: `button ${kind}`, href }, name ? icon(name, isFilled) : null, h('span', {}, label));

/**
 * A round button of 44.
 * @param {string} name
 * @param {string} label
 * @param {() => void} run
 * @param {{isPressed?: boolean, isFilled?: boolean, class?: string}} more
 */
export const iconButton = (name, label, run, { isPressed, isFilled, class: extra = '' } = {}) => h('button', {
  class: `icon-button ${extra}`, type: 'button', 'aria-label': label, title: label, onclick: run,
  'aria-pressed': isPressed === undefined ? null : String(isPressed),
}, icon(name, isFilled));

/**
 * A chip that is on or off.
 * @param {string} label @param {boolean} isOn @param {() => void} run @param {{count?: string, icon?: string, isRemovable?: boolean, label?: string}} more
 */
export const chip = (label, isOn, run, { count, icon: name, isRemovable, label: spoken } = {}) => h('button', {
  class: `chip${isOn ? ' on' : ''}`, type: 'button', 'aria-pressed': isRemovable ? null : String(isOn), 'aria-label': spoken, onclick: run,
}, name ? icon(name) : null, h('span', {}, label), count === undefined ? null : h('span', { class: 'count number' }, count), isRemovable ? icon('close') : null);

/** @param {string} label @param {HTMLElement} control @param {string} [help] */
export function labelled(label, control, help) {
  const id = `field-${(labelled.serial += 1)}`;
  control.id = id;
  if (help) control.setAttribute('aria-describedby', `${id}-help`);
  return h('div', { class: 'field' }, h('label', { for: id }, label), control, help ? h('p', { class: 'quiet', id: `${id}-help` }, help) : null);
}
labelled.serial = 0;

/** @param {[string, string][]} options value and text @param {string} value @param {(value: string) => void} change @param {string} [label] */
export function select(options, value, change, label) {
  const made = h('select', { 'aria-label': label }, options.map(([key, text]) => h('option', { value: key }, text)));
  made.value = value;
  made.addEventListener('change', () => change(made.value));
  return made;
}
