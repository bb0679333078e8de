import { catalog, picture } from '../door.js';
import { fill, h } from '../element.js';
import { minutes, score as scoreText } from '../logic/format.js';
import { routeTo } from '../logic/routes.js';
import { hueOf, nameOf } from '../logic/cards.js';
import { texts } from '../texts.js';
import { iconButton, linkButton } from './buttons.js';
import { scoreBadge } from './poster.js';
import { section } from './section.js';

const slides = 5;
/** How long a title stays, in milliseconds. */
const dwell = 8000;

/**
 * Titles one after another over the width of the page. It moves on by itself, unless motion is reduced or it is paused.
 * @param {(signal: AbortSignal) => Promise<Hearth.Card[]>} load
 */
export const hero = (load) => section({
  skeleton: 'hero', service: 'catalog', isSmallError: true,
  load: async (signal) => {
    const cards = (await load(signal)).slice(0, slides);
    return Promise.all(cards.map(async (card) => ({ card, title: await catalog.GetTitle({ id: card.id }, { signal }).catch(() => undefined) })));
  },
  isEmpty: (list) => list.length === 0,
  render: (list) => new Hero(list),
});

/** @typedef {{card: Hearth.Card, title?: Hearth.Title}} Slide */

class Hero extends HTMLElement {
  /** @type {Slide[]} */
  #slides;
  #index = 0;
  #isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  #timer = 0;
  #stage = h('div', { class: 'hero-stage' });
  #controls = h('div', { class: 'hero-controls' });

  /** @param {Slide[]} list */
  constructor(list = []) {
    super();
    this.#slides = list;
  }

  connectedCallback() {
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', texts.home.hero);
    fill(this, this.#stage, this.#controls);
    this.addEventListener('focusin', () => this.#stop());
    this.addEventListener('focusout', () => this.#go());
    this.#draw();
    this.#go();
  }

  disconnectedCallback() {
    this.#stop();
  }

  #stop() {
    clearInterval(this.#timer);
  }

  #go() {
    this.#stop();
    if (!this.#isPaused && this.#slides.length > 1) this.#timer = window.setInterval(() => this.#turn(this.#index + 1), dwell);
  }

  /** @param {number} index */
  #turn(index) {
    this.#index = index % this.#slides.length;
    this.#draw();
  }

  #draw() {
    const slide = this.#slides[this.#index];
    if (slide) fill(this.#stage, slideOf(slide));
    const dots = this.#slides.map((_, index) => h('button', {
      class: 'hero-dot', type: 'button', 'aria-label': texts.home.slide(index + 1, this.#slides.length), 'aria-current': index === this.#index ? 'true' : null,
      onclick: () => {
        this.#turn(index);
        this.#controls.querySelectorAll('button')[index + 1]?.focus();
      },
    }));
    fill(this.#controls, iconButton(this.#isPaused ? 'play' : 'pause', this.#isPaused ? texts.home.moveHero : texts.home.pauseHero, () => {
      this.#isPaused = !this.#isPaused;
      this.#draw();
      this.#controls.querySelector('button')?.focus();
      if (this.#isPaused) this.#stop(); else this.#go();
    }), dots);
  }
}
customElements.define('hearth-hero', Hero);

/** @param {Slide} slide */
function slideOf({ card, title }) {
  const path = title?.metadata?.backdropPath ?? title?.details?.backdrop ?? card.poster;
  const backdrop = h('div', { class: 'backdrop', style: { '--hue': hueOf(card.title) } });
  if (path) backdrop.append(h('img', { src: picture(path, 'hero'), alt: '', onerror: (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).remove() }));
  const facts = [card.year, card.runtimeMinutes ? minutes(card.runtimeMinutes) : '', card.rating, card.genres.slice(0, 2).join(', ')].filter(Boolean).join(' · ');
  return h('div', { class: 'hero-slide' }, backdrop, h('div', { class: 'hero-words' },
    h('h2', { class: 'hero-title' }, nameOf(card)),
    h('p', { class: 'facts' }, card.score ? [scoreBadge(card.score), h('span', { class: 'visually-hidden' }, texts.title.rating(scoreText(card.score)))] : null, h('span', {}, facts)),
    title?.overview ? h('p', { class: 'hero-overview' }, title.overview) : null,
    h('div', { class: 'actions' }, linkButton(texts.home.play, routeTo('player', card.id), { kind: 'primary play', icon: 'play', isFilled: true }),
      linkButton(texts.home.details, routeTo('title', card.id), { kind: 'secondary' }))));
}
