import { h } from '../element.js';
import { lineOf, nameOf } from '../logic/cards.js';
import { texts } from '../texts.js';
import { button } from './buttons.js';
import { poster } from './poster.js';

/** @param {Hearth.SkipHint} skip @param {() => void} run */
export const skipButton = (skip, run) => h('div', { class: 'player-skip' }, button(texts.player.skip[skip.kind] ?? texts.player.skip.intro, run, { kind: 'primary', icon: 'next' }));

/**
 * Counts down to the next title; without a countdown it only offers it.
 * @param {Hearth.NextUpHint} next
 * @param {(isByItself: boolean) => void} play
 * @param {() => void} stay
 */
export function nextCard(next, play, stay) {
  let left = next.countdownSeconds;
  const count = h('p', { class: 'quiet number', 'aria-live': 'polite' }, left === undefined ? texts.home.upNext : texts.player.nextIn(left));
  const card = h('div', { class: 'player-card', role: 'group', 'aria-label': texts.home.upNext }, h('div', { class: 'thumb' }, poster(next.card.poster, nameOf(next.card))),
    h('div', { class: 'grow' }, count, h('p', { class: 'row-title' }, nameOf(next.card)), h('p', { class: 'quiet' }, lineOf(next.card)),
      h('div', { class: 'actions' }, button(texts.player.playNow, () => play(false), { kind: 'primary' }), button(texts.player.stay, stay))));
  const timer = setInterval(() => {
    if (!card.isConnected || left === undefined) {
      clearInterval(timer);
      return;
    }
    left -= 1;
    count.textContent = texts.player.nextIn(Math.max(0, left));
    if (left > 0) return;
    clearInterval(timer);
    play(true);
  }, 1000);
  return card;
}

/** @param {() => void} goOn @param {() => void} stop */
export const stillWatching = (goOn, stop) => h('div', { class: 'player-card', role: 'alertdialog', 'aria-label': texts.player.still }, h('div', { class: 'grow' }, h('h2', {}, texts.player.still),
  h('div', { class: 'actions' }, button(texts.player.goOn, goOn, { kind: 'primary' }), button(texts.player.stop, stop))));
