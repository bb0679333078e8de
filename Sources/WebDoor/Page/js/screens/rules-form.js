import { fill, h } from '../element.js';
import { choices, conditions, ruleOf } from '../logic/rules.js';
import { labelled, select } from '../parts/buttons.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';

/** The most characters of a text of a rule, as the contract has it. */
const longest = 120;

/**
 * One more rule: what it does, and with which titles.
 * @param {string[]} genres of the library, as suggestions @param {(rule: Hearth.ViewingRule) => void} add
 */
export function ruleForm(genres, add) {
  let action = 'block';
  /** @type {import('../logic/rules.js').ConditionName} */
  let condition = 'genre';
  const place = h('div', { class: 'field' });
  /** @type {HTMLInputElement | HTMLSelectElement} */
  let value;
  const draw = () => {
    const known = choices[condition];
    if (known) value = select(known.map((one) => [one, condition === 'kind' ? texts.kindsMany[one] ?? one : one]), known[0], () => undefined);
    else value = h('input', { type: 'text', required: true, maxlength: longest, list: condition === 'genre' || condition === 'category' ? 'rule-genres' : null, autocomplete: 'off' });
    fill(place, ...labelled(moreTexts.rules.value, value).childNodes);
  };
  draw();
  return h('form', { class: 'panel', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!value.value.trim()) return;
    add(ruleOf(action, condition, value.value));
    if (value instanceof HTMLInputElement) value.value = '';
    value.focus();
  } }, h('h2', { class: 'small-heading' }, moreTexts.rules.add), h('datalist', { id: 'rule-genres' }, genres.map((genre) => h('option', { value: genre }))),
  h('div', { class: 'row-panel panel-fields' }, labelled(moreTexts.rules.action, select(Object.entries(moreTexts.rules.actions).reverse(), action, (next) => { action = next; })),
    labelled(moreTexts.rules.condition, select(conditions.map((one) => [one, moreTexts.rules.conditions[one]]), condition, (next) => { condition = /** @type {typeof condition} */ (next); draw(); })), place),
  h('div', { class: 'actions' }, h('button', { class: 'button secondary', type: 'submit' }, moreTexts.rules.add)));
}
