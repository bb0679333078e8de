import { catalog } from '../door.js';
import { fill, h } from '../element.js';
import { icon } from '../icons.js';
import { nameOf, lineOf } from '../logic/cards.js';
import { clock, position } from '../logic/format.js';
import { texts } from '../texts.js';
import { iconButton, select } from './buttons.js';

/** Controls go when nothing was pressed for so long, in milliseconds. */
const idle = 3500;

/** Everything below and above the picture that can be pressed. */
export class PlayerControls extends HTMLElement {
  #opened;
  #video;
  #actions;
  #toggle = h('button', { class: 'icon-button big', type: 'button' });
  #mute = h('button', { class: 'icon-button', type: 'button' });
  #seek = h('input', { type: 'range', min: 0, max: 1, step: 1, value: 0, 'aria-label': texts.player.seek });
  #times = h('span', { class: 'number' });
  #versions = h('div', { class: 'player-versions' });
  #timer = 0;

  /** @param {Hearth.Playback} opened @param {HTMLVideoElement} video @param {{run: (name: string) => void, variant: (variant: string) => void}} actions */
  constructor(opened, video, actions) {
    super();
    this.#opened = opened;
    this.#video = video;
    this.#actions = actions;
  }

  connectedCallback() {
    const { card, programme } = this.#opened;
    const { run } = this.#actions;
    const isChannel = card.kind === 'channel';
    this.#toggle.addEventListener('click', () => run('toggle'));
    this.#mute.addEventListener('click', () => run('mute'));
    this.#seek.addEventListener('input', () => { this.#video.currentTime = Number(this.#seek.value); });
    for (const name of ['play', 'pause', 'volumechange', 'durationchange']) this.#video.addEventListener(name, () => this.draw());
    const step = (/** @type {string} */ label, /** @type {string} */ action, /** @type {string} */ text) => h('button', { class: 'icon-button', type: 'button', 'aria-label': label, title: label, onclick: () => run(action) }, h('span', { class: 'number', 'aria-hidden': 'true' }, text));
    fill(this, h('div', { class: 'player-top' }, iconButton('back', texts.player.close, () => run('close')),
      h('div', { class: 'grow' }, h('p', { class: 'row-title' }, nameOf(card)), h('p', { class: 'quiet' }, programme ? `${programme.title} · ${texts.guide.until(clock(programme.start), clock(programme.end))}` : lineOf(card))), this.#versions),
    h('div', { class: 'player-bottom' }, isChannel ? h('p', { class: 'live-mark' }, h('span', { class: 'live-dot', 'aria-hidden': 'true' }), texts.guide.live) : h('div', { class: 'player-seek' }, this.#seek, this.#times),
      h('div', { class: 'player-buttons' }, isChannel ? iconButton('up', texts.player.previousChannel, () => run('channelDown')) : step(texts.player.back10, 'back', '−10'), this.#toggle,
        isChannel ? iconButton('down', texts.player.nextChannel, () => run('channelUp')) : step(texts.player.on10, 'on', '+10'), h('span', { class: 'grow' }), this.#mute,
        iconButton('captions', texts.player.captions, () => run('tracks')), document.pictureInPictureEnabled ? iconButton('window', texts.player.window, () => run('window')) : null, iconButton('full', texts.player.full, () => run('full')))));
    this.draw();
    this.#offerVersions();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  async #offerVersions() {
    const title = this.#opened.fallbacks.length ? await catalog.GetTitle({ id: this.#opened.card.id }).catch(() => undefined) : undefined;
    if (!title || title.variants.length < 2 || !this.isConnected) return;
    fill(this.#versions, select(title.variants.map((variant) => [variant.id, [variant.quality, variant.dynamicRange].filter(Boolean).join(' ') || variant.name]), this.#opened.variant, this.#actions.variant, texts.player.quality));
  }

  draw() {
    const video = this.#video;
    set(this.#toggle, video.paused ? 'play' : 'pause', video.paused ? texts.player.play : texts.player.pause, video.paused);
    set(this.#mute, video.muted ? 'muted' : 'volume', video.muted ? texts.player.unmute : texts.player.mute);
    if (!Number.isFinite(video.duration)) return;
    this.#seek.max = String(Math.floor(video.duration));
    if (document.activeElement !== this.#seek || !this.#seek.matches(':active')) this.#seek.value = String(Math.floor(video.currentTime));
    this.#seek.setAttribute('aria-valuetext', position(video.currentTime));
    this.#times.textContent = `${position(video.currentTime)} / ${position(video.duration)}`;
  }

  wake() {
    clearTimeout(this.#timer);
    this.dataset.idle = 'false';
    this.#timer = window.setTimeout(() => { this.dataset.idle = String(!this.#video.paused); }, idle);
  }

  focusFirst() {
    this.#toggle.focus({ preventScroll: true });
  }

  /** @param {number} way */
  focusNext(way) {
    const all = [...(this.parentElement?.querySelectorAll('button, input, select') ?? [])].filter((element) => element instanceof HTMLElement);
    const index = all.indexOf(/** @type {Element} */ (document.activeElement));
    /** @type {HTMLElement} */ (all[(index + way + all.length) % all.length])?.focus();
  }
}
customElements.define('player-controls', PlayerControls);

/**
 * Another picture on a button, where it changed.
 * @param {HTMLElement} button
 * @param {string} name
 * @param {string} label
 * @param {boolean} [isFilled]
 */
function set(button, name, label, isFilled = false) {
  if (button.getAttribute('aria-label') === label) return;
  button.setAttribute('aria-label', label);
  button.title = label;
  fill(button, icon(name, isFilled));
}
