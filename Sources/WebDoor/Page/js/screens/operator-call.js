import { callByName, processes, sys } from '../door.js';
import { fill, h } from '../element.js';
import { DoorError } from '../logic/errors.js';
import { exampleOf, fieldsOf, nameOfShape } from '../logic/schema.js';
import { labelled, select } from '../parts/buttons.js';
import { section } from '../parts/section.js';
import { texts } from '../texts.js';

/**
 * Any unary method with a request in JSON, from what the process says of its methods.
 * @param {import('../parts/screen.js').Screen} screen
 */
export function callPanel(screen) {
  let process = processes[0];
  const list = () => section({ skeleton: 'feature', service: process, isSmallError: true, load: (signal) => sys.GetSchema({}, { signal, process }), render: (found) => form(found, process, screen) });
  const place = h('div', {}, list());
  return h('section', { class: 'stack' }, h('div', { class: 'section-header' }, h('h2', {}, texts.operator.method)), labelled(texts.operator.process, select(processes.map((name) => [name, name]), process, (value) => { process = value; fill(place, list()); })), place);
}

/** @param {Hearth.SysSchemaAnswer} found @param {string} process @param {import('../parts/screen.js').Screen} screen */
function form({ methods, schema }, process, screen) {
  const unary = methods.filter((method) => (method.shape ?? 'unary') === 'unary');
  const request = h('textarea', { rows: 6, spellcheck: 'false', class: 'code-text' });
  const about = h('div', { class: 'quiet' });
  const result = h('pre', { class: 'result', role: 'region', 'aria-live': 'polite', tabindex: '0', 'aria-label': texts.operator.response });
  let chosen = unary[0];
  const choose = (/** @type {string} */ name) => {
    chosen = unary.find((method) => method.name === name) ?? chosen;
    request.value = JSON.stringify(exampleOf(schema, chosen.request), null, 2);
    const { access, safety } = chosen;
    fill(about, h('p', {}, safety === 'readOnly' ? texts.operator.reads : texts.operator.changes, access.roles.length ? ` · ${access.roles.join(', ')}` : ''), h('p', {}, `${texts.operator.fields}: `, fieldsOf(schema, chosen.request).map((field) => `${field.name}${field.isOptional ? '?' : ''}: ${nameOfShape(field.shape)}`).join(', ') || texts.operator.none));
  };
  const run = async () => {
    const began = performance.now();
    try {
      const response = await callByName(chosen.name, JSON.parse(request.value || '{}'), process);
      result.textContent = `${texts.operator.tookMilliseconds(Math.round(performance.now() - began))}\n${JSON.stringify(response, null, 2)}`;
    } catch (error) {
      result.textContent = error instanceof SyntaxError ? texts.operator.badJSON : error instanceof DoorError ? `${error.code} (executed: ${error.executed})\n${error.message}` : String(error);
    }
    if (screen.isConnected) result.scrollTop = 0;
  };
  if (!chosen) return h('p', { class: 'quiet' }, texts.operator.none);
  choose(chosen.name);
  return h('form', { class: 'panel', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); run(); } }, labelled(texts.operator.choose, select(unary.map((method) => [method.name, method.name]), chosen.name, choose)), about, labelled(texts.operator.request, request), h('div', { class: 'actions' }, h('button', { class: 'button primary', type: 'submit' }, texts.operator.call)), result);
}
