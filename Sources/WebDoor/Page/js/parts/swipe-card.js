import { catalog } from '../door.js';
import { fill, h } from '../element.js';
import { labelOf, lineOf, nameOf } from '../logic/cards.js';
import { deckKeys, verdictOf } from '../logic/deck.js';
import { minutes, score as scoreText } from '../logic/format.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';
import { poster, scoreBadge } from './poster.js';

/** Providers beyond these are a number. */
const shownProviders = 3;
/** How far a card turns while it is moved, in degrees a pixel. */
const turn = 0.05;

/** @typedef {import('../logic/deck.js').Verdict} Verdict */

/**
 * A card that is answered by moving it, or by keys.
 * @param {Hearth.Card} card @param {string} reason @param {(verdict: Verdict) => void} answer
 */
export function swipeCard(card, reason, answer) {
  const stamps = /** @type {Verdict[]} */ (['love', 'skip', 'save']).map((verdict) => h('span', { class: `stamp ${verdict}`, 'aria-hidden': 'true' }, moreTexts.deck[verdict]));
  const details = h('div', { class: 'swipe-more' });
  const element = h('article', { class: 'swipe-card', tabindex: '0', data: { ownArrows: '', id: card.id }, 'aria-label': `${labelOf(card)} ${reason}. ${moreTexts.deck.label}`, 'aria-roledescription': texts.kinds[card.kind] },
    poster(card.poster, nameOf(card), 'detail'), stamps, h('div', { class: 'swipe-words' }, h('h2', { class: 'swipe-title' }, nameOf(card)), h('p', { class: 'facts' }, card.score ? [scoreBadge(card.score), h('span', { class: 'visually-hidden' }, texts.title.rating(scoreText(card.score)))] : null, h('span', {}, [lineOf(card), card.runtimeMinutes ? minutes(card.runtimeMinutes) : '', card.rating].filter(Boolean).join(' · '))), h('p', { class: 'swipe-reason' }, reason), details));
  element.addEventListener('keydown', (event) => {
    const verdict = deckKeys[event.key];
    if (!verdict || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    answer(verdict);
  });
  drag(element, answer);
  return { element, showDetails: () => addDetails(card, details) };
}

/**
 * Overview and providers come later than the card.
 * @param {Hearth.Card} card @param {HTMLElement} place
 */
async function addDetails(card, place) {
  const title = await catalog.GetTitle({ id: card.id }).catch(() => undefined);
  const providers = title?.metadata?.whereToWatch?.providers ?? [];
  fill(place, title?.overview ? h('p', { class: 'swipe-overview' }, title.overview) : null, providers.length ? h('p', { class: 'providers' }, providers.slice(0, shownProviders).map((provider) => h('span', { class: 'badge' }, provider.name ?? String(provider.id))), providers.length > shownProviders ? h('span', { class: 'quiet' }, moreTexts.deck.more(providers.length - shownProviders)) : null) : null);
}

/** @param {HTMLElement} element @param {(verdict: Verdict) => void} answer */
function drag(element, answer) {
  /** @type {{x: number, y: number} | undefined} */
  let start;
  const move = (/** @type {number} */ x, /** @type {number} */ y) => {
    element.style.setProperty('transform', x || y ? `translate(${x}px, ${y}px) rotate(${x * turn}deg)` : '');
    element.dataset.verdict = verdictOf(x, y) ?? '';
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY };
    element.setPointerCapture(event.pointerId);
    element.classList.add('held');
  });
  element.addEventListener('pointermove', (event) => { if (start) move(event.clientX - start.x, event.clientY - start.y); });
  const end = (/** @type {PointerEvent} */ event) => {
    if (!start) return;
    const verdict = event.type === 'pointerup' ? verdictOf(event.clientX - start.x, event.clientY - start.y) : undefined;
    start = undefined;
    element.classList.remove('held');
    if (verdict) answer(verdict);
    else move(0, 0);
  };
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
}
