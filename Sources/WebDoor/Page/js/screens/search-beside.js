import { h } from '../element.js';
import { shortDay } from '../logic/format.js';
import { isWebAddress } from '../logic/links.js';
import { openProgramme } from '../parts/programme.js';
import { texts } from '../texts.js';

/**
 * What was found besides titles: programmes of the guide, and links of the reading list.
 * @param {Hearth.Link[]} links @param {Hearth.GuideHit[]} programmes @returns {Node[]}
 */
export const besideTitles = (links, programmes) => [
  ...(programmes.length ? [part(texts.nav.guide, programmes.map((hit) => h('button', { class: 'list-row wide-button', type: 'button', onclick: () => openProgramme(hit.channel.card, hit.programme, hit.hasCatchup) },
    h('span', { class: 'grow' }, h('span', { class: 'row-title' }, hit.programme.title), h('span', { class: 'quiet' }, hit.channel.card.title)), h('span', { class: 'quiet number' }, shortDay(hit.programme.start)))))] : []),
  ...(links.length ? [part(texts.nav.reading, links.map((link) => h('a', { class: 'list-row', href: isWebAddress(link.url) ? link.url : null, target: '_blank', rel: 'noopener noreferrer', 'aria-label': texts.reading.open(link.title || texts.reading.untitled) },
    h('span', { class: 'grow' }, h('span', { class: 'row-title' }, link.title || texts.reading.untitled), h('span', { class: 'quiet' }, link.domain)))))] : []),
];

/** @param {string} title @param {Node[]} rows */
const part = (title, rows) => h('section', { class: 'spaced' }, h('div', { class: 'section-header' }, h('h2', {}, title)), h('ul', { class: 'list' }, rows.map((one) => h('li', {}, one))));
