import { profiles } from '../door.js';
import { fill, h } from '../element.js';
import { kindOf } from '../logic/errors.js';
import { button, labelled } from '../parts/buttons.js';
import { errorText } from '../parts/states.js';
import { attempt, toast } from '../parts/toast.js';
import { texts } from '../texts.js';

/**
 * A device that shows a code is looked up, and approved or denied.
 * @param {string} code
 * @param {() => void} approved
 */
export function approvePanel(code, approved) {
  const input = h('input', { type: 'text', value: code, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', required: true });
  const place = h('div', { 'aria-live': 'polite' });
  const lookUp = async () => {
    try {
      const pairing = await profiles.GetPairing({ code: input.value.trim() });
      fill(place, h('p', {}, texts.people.asks(pairing.device.name)), h('div', { class: 'actions' }, button(texts.people.approveIt, decide(() => profiles.ApprovePairing({ code: input.value.trim() }), texts.people.approved), { kind: 'primary' }), button(texts.people.deny, decide(() => profiles.DenyPairing({ code: input.value.trim() }), texts.people.denied))));
      place.querySelector('button')?.focus();
    } catch (error) {
      fill(place, h('p', { class: 'note' }, kindOf(error) === 'missing' ? texts.people.unknownCode : errorText(error)));
    }
  };
  const decide = (/** @type {() => Promise<unknown>} */ work, /** @type {string} */ done) => async () => {
    if (!(await attempt(work))) return;
    fill(place);
    input.value = '';
    toast(done);
    approved();
  };
  return h('form', { class: 'panel', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); lookUp(); } }, h('h2', { class: 'small-heading' }, texts.people.approve),
    h('div', { class: 'actions' }, h('div', { class: 'code-field' }, labelled(texts.people.code, input)), h('button', { class: 'button secondary at-field', type: 'submit' }, texts.people.check)), place);
}
