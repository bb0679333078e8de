import { h, fill } from '../element.js';
import { icon } from '../icons.js';
import { picture } from '../door.js';
import { bandOf, hueOf, labelOf, lineOf, nameOf } from '../logic/cards.js';
import { percent, score as scoreText } from '../logic/format.js';
import { routeToCard } from '../logic/routes.js';

/**
 * A picture as decoration; one that is missing or does not load is a tile with the title.
 * @param {string | undefined} path @param {string} title @param {Hearth.ImageUse} [use]
 */
export function poster(path, title, use = 'card') {
  const frame = h('div', { class: 'poster' });
  const tile = () => fill(frame, h('span', { class: 'tile', 'aria-hidden': 'true', style: { '--hue': hueOf(title) } }, h('span', {}, title)));
  if (!path) tile();
  else frame.append(h('img', { src: picture(path, use), alt: '', loading: 'lazy', decoding: 'async', draggable: 'false', onerror: tile }));
  return frame;
}

/**
 * A score in its band's colour, always with the number.
 * @param {number} score
 */
export const scoreBadge = (score) => h('span', { class: `score ${bandOf(score)}`, 'aria-hidden': 'true' }, icon('star', true), scoreText(score));

/** @param {number} part from 0 to 1 @param {string} label */
export const bar = (part, label) => h('progress', { value: part, max: 1, 'aria-label': label });

/**
 * @param {Hearth.Card} card
 * @param {{isListed?: boolean, progress?: number, rank?: number, badge?: string, line?: string, href?: string}} more
 */
export function titleCard(card, { isListed, progress, rank, badge, line, href } = {}) {
  return h('a', {
    class: `card${rank ? ' ranked' : ''}`, href: href ?? routeToCard(card), title: nameOf(card), data: { id: card.id },
    'aria-label': labelOf(card, { isListed, progress, extra: [rank ? `${rank}.` : '', badge ?? '', line ?? ''].filter(Boolean).join(' ') || undefined }),
  },
  rank ? h('span', { class: 'rank number', 'aria-hidden': 'true' }, rank) : null,
  h('div', { class: 'card-picture' }, poster(card.poster, nameOf(card)),
    card.score ? scoreBadge(card.score) : null,
    isListed ? h('span', { class: 'saved', 'aria-hidden': 'true' }, icon('favourite', true)) : null,
    badge ? h('span', { class: 'badge' }, badge) : null,
    progress ? h('span', { class: 'card-progress' }, h('progress', { value: progress, max: 1, 'aria-hidden': 'true', title: percent(progress) })) : null),
  h('span', { class: 'card-title' }, nameOf(card)),
  h('span', { class: 'card-line' }, line ?? lineOf(card)));
}
