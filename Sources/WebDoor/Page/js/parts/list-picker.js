import { noteSave } from '../discovery.js';
import { h } from '../element.js';
import { icon } from '../icons.js';
import { nameOf } from '../logic/cards.js';
import { listNames, lists } from '../lists.js';
import { moreTexts } from '../texts-more.js';
import { openDialog } from './dialog.js';
import { section } from './section.js';
import { attempt } from './toast.js';

/**
 * Every list with a check mark where it has the title; pressing one puts the title on it, or takes it off.
 * @param {Hearth.Card} card
 */
export function openListPicker(card) {
  const names = listNames.filter((name) => name === 'favourites' || card.kind !== 'channel');
  return openDialog(moreTexts.lists.picker(nameOf(card)), () => [h('div', { class: 'stack tight' }, names.map((name) => section({
    skeleton: 'card', service: lists[name].service, isSmallError: true, load: async (signal) => (await lists[name].load(signal)).some((entry) => entry.content === card.id),
    render: (/** @type {boolean} */ isOn) => listRow(name, card.id, isOn),
  })))], { class: 'small sheet' });
}

/** @param {import('../lists.js').ListName} name @param {string} content @param {boolean} isFirst */
function listRow(name, content, isFirst) {
  let isOn = isFirst;
  const mark = h('span', { class: 'check-mark' }, icon('check'));
  const row = h('button', { class: 'sheet-item', type: 'button', role: 'checkbox', 'aria-checked': String(isOn), onclick: async () => {
    if ((await attempt(() => lists[name].put(content, !isOn))) === undefined) return;
    isOn = !isOn;
    if (isOn && name !== 'never') noteSave(content);
    row.setAttribute('aria-checked', String(isOn));
  } }, icon(lists[name].icon), h('span', { class: 'grow' }, h('span', { class: 'row-title' }, moreTexts.lists.names[name]), h('span', { class: 'quiet' }, moreTexts.lists.helps[name])), mark);
  return row;
}
