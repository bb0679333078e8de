import { media, mediaProblem, playback } from '../door.js';
import { fill, h } from '../element.js';
import { nameOf } from '../logic/cards.js';
import { DoorError } from '../logic/errors.js';
import { moved, overlayOf, playerKeys, reportOf } from '../logic/playing.js';
import { texts } from '../texts.js';
import { PlayerControls } from './player-controls.js';
import { nextCard, skipButton, stillWatching } from './player-overlays.js';
import { toast } from './toast.js';
import { applyTracks, openTracks } from './track-sheet.js';

/**
 * @typedef {object} PlayerActions
 * @property {() => void} close
 * @property {(opened: Hearth.Playback) => void} opened another title or version
 * @property {(step: number) => void} channel
 * @property {(error: unknown, source?: DoorError) => void} failed `source`: what is wrong with the stream itself
 */

const step = 10;

/** The picture, its controls, and what lies over it. It reports where it is, and ends its session when it leaves. */
class Player extends HTMLElement {
  #opened;
  #actions;
  #video = h('video', { class: 'player-video', playsinline: true, preload: 'auto' });
  #overlay = h('div', { class: 'player-overlay' });
  #controls;
  #playing;
  #timer = 0;
  #hasInput = true;
  /**
   * Reports that wait for the request before them.
   * @type {Hearth.ProgressReport[]}
   */
  #waiting = [];
  #isSending = false;
  #isNextRefused = false;
  /** Whether the session was handed on, so that leaving does not end it again. */
  #isOver = false;
  #shown = '';
  /** @type {Hearth.PlaybackHints | undefined} */
  #hints;

  /** @param {Hearth.Playback} opened @param {PlayerActions} actions */
  constructor(opened, actions) {
    super();
    this.#opened = opened;
    this.#actions = actions;
    this.#playing = { session: opened.session, opened: performance.now(), sequence: 0 };
    this.#controls = new PlayerControls(opened, this.#video, { run: (name) => this.#run(name), variant: (variant) => this.#switch(variant) });
  }

  connectedCallback() {
    this.dataset.ownArrows = '';
    this.setAttribute('role', 'region');
    this.setAttribute('aria-label', texts.player.playing(nameOf(this.#opened.card)));
    fill(this, this.#video, this.#overlay, this.#controls);
    const video = this.#video;
    video.addEventListener('error', () => this.#fail());
    video.addEventListener('timeupdate', () => this.#draw());
    for (const name of ['pause', 'play', 'seeked', 'ended', 'waiting']) video.addEventListener(name, () => this.#report());
    video.addEventListener('loadedmetadata', () => { if (this.#opened.resume && Number.isFinite(video.duration)) video.currentTime = this.#opened.resume; applyTracks(video, this.#opened.tracks); }, { once: true });
    this.addEventListener('keydown', (event) => this.#press(event));
    for (const name of ['pointermove', 'pointerdown', 'focusin']) this.addEventListener(name, () => this.#wake());
    video.addEventListener('click', () => this.#run('toggle'));
    video.src = media(this.#opened);
    video.play().catch(() => undefined);
    this.#timer = window.setInterval(() => { if (!video.paused) this.#report(); }, this.#opened.reportSeconds * 1000);
    this.#controls.focusFirst();
    this.#wake();
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    if (!this.#isOver) this.#end();
    this.#isOver = true;
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  /** Reports that are still waiting come first, so that none is lost. */
  async #end() {
    const { session } = this.#opened;
    const last = this.#next();
    const reports = this.#waiting.splice(0);
    if (reports.length) await playback.ReportProgress({ reports }).catch(() => undefined);
    playback.EndSession({ session, last }).catch(() => undefined);
  }

  #next() {
    this.#playing.sequence += 1;
    const report = reportOf(this.#playing, this.#video, performance.now(), { hasInput: this.#hasInput, isInWindow: document.pictureInPictureElement === this.#video });
    this.#hasInput = false;
    return report;
  }

  async #report() {
    if (this.#isOver || !this.#video.currentSrc) return;
    // The end ends the session: not while the next title is offered, which is played from it.
    if (this.#video.ended && this.#hints?.nextUp && !this.#isNextRefused) return;
    this.#waiting.push(this.#next());
    // One request at a time: two could arrive in the other order.
    if (this.#isSending) return;
    this.#isSending = true;
    /** @type {Hearth.ReportsTaken | undefined} */
    let taken;
    while (this.#waiting.length && !this.#isOver) {
      const reports = this.#waiting.splice(0);
      taken = await playback.ReportProgress({ reports }).catch(() => undefined);
    }
    this.#isSending = false;
    if (!taken || this.#isOver) return;
    this.#hints = taken.hints?.find((hints) => hints.session === this.#opened.session);
    if (taken.warningMinutes !== undefined && taken.remainingMinutes !== undefined) toast(texts.player.minutesLeft(taken.remainingMinutes));
    if (taken.remainingMinutes === 0 && taken.mayFinish !== true) {
      this.#video.pause();
      toast(texts.player.limit);
    }
    if (this.#hints?.skip?.action === 'skip') this.#video.currentTime = this.#hints.skip.to;
    this.#draw();
  }

  #draw() {
    const overlay = overlayOf(this.#hints, this.#video.currentTime, this.#isNextRefused);
    const key = overlay.kind === 'next' ? `next ${overlay.next.card.id}` : overlay.kind;
    this.#controls.draw();
    if (key === this.#shown) return;
    this.#shown = key;
    fill(this.#overlay, this.#overlayFor(overlay));
    const target = this.#overlay.querySelector('button');
    if (target && (overlay.kind !== 'skip' || !this.#controls.contains(document.activeElement))) target.focus();
  }

  /** @param {import('../logic/playing.js').Overlay} overlay */
  #overlayFor(overlay) {
    if (overlay.kind === 'skip') return skipButton(overlay.skip, () => { this.#video.currentTime = overlay.skip.to; this.#hints = undefined; this.#input(); });
    if (overlay.kind === 'next') return nextCard(overlay.next, (isByItself) => this.#playNext(isByItself), () => this.#stay());
    if (overlay.kind === 'still') {
      this.#video.pause();
      return stillWatching(() => { this.#hints = undefined; this.#input(); this.#video.play().catch(() => undefined); }, this.#actions.close);
    }
    return null;
  }

  #input() {
    this.#hasInput = true;
    this.#report();
    this.#draw();
  }

  #stay() {
    this.#isNextRefused = true;
    playback.CancelNextUp({ session: this.#opened.session }).catch(() => undefined);
    if (this.#video.ended) this.#report();
    this.#draw();
    this.#controls.focusFirst();
  }

  /** @param {boolean} isByItself */
  async #playNext(isByItself) {
    try {
      const opened = await playback.PlayNext({ session: this.#opened.session, playsByItself: isByItself });
      this.#isOver = true;
      this.#actions.opened(opened);
    } catch (error) {
      this.#actions.failed(error);
    }
  }

  /** @param {string} variant */
  async #switch(variant) {
    try {
      const opened = await playback.SwitchVariant({ session: this.#opened.session, variant });
      this.#isOver = true;
      this.#actions.opened({ ...opened, resume: this.#video.currentTime });
    } catch (error) {
      toast(error instanceof Error ? error.message : texts.player.failed, { isError: true });
    }
  }

  /** Tries the next version, as the service says, until none is left. */
  async #fail() {
    if (this.#isOver || !this.#video.getAttribute('src')) return;
    const problem = await mediaProblem(this.#opened);
    if (this.#isOver) return;
    try {
      const next = await playback.ReportVariantFailure({ session: this.#opened.session, variant: this.#opened.variant, reason: problem ? 'unreachable' : 'unsupported' });
      toast(texts.player.tryOther);
      await this.#switch(next.variant);
    } catch (error) {
      this.#actions.failed(error ?? new DoorError('unknown', texts.player.noOther), problem);
    }
  }

  #wake() {
    this.#controls.wake();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    this.#wake();
    const isOnSlider = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const isOnButton = event.target instanceof HTMLButtonElement;
    const action = playerKeys[event.key];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (isOnSlider) return;
      this.#controls.focusNext(event.key === 'ArrowDown' ? 1 : -1);
    } else if (!action || (event.key === ' ' && isOnButton) || (isOnSlider && event.key !== 'Escape')) return;
    else this.#run(action);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} action */
  #run(action) {
    const video = this.#video;
    this.#hasInput = true;
    if (action === 'toggle') {
      if (video.paused) video.play().catch(() => undefined); else video.pause();
    } else if (action === 'back' || action === 'on') video.currentTime = moved(video.currentTime, action === 'on' ? step : -step, video.duration);
    else if (action === 'mute') video.muted = !video.muted;
    else if (action === 'full') (document.fullscreenElement ? document.exitFullscreen() : this.requestFullscreen()).catch(() => undefined);
    else if (action === 'window') (document.pictureInPictureElement ? document.exitPictureInPicture() : video.requestPictureInPicture()).catch(() => undefined);
    else if (action === 'tracks') openTracks(video, this.#opened.session);
    else if (action === 'captions') for (const track of video.textTracks) track.mode = track.mode === 'showing' ? 'disabled' : 'showing';
    else if (action === 'channelUp' || action === 'channelDown') this.#actions.channel(action === 'channelUp' ? 1 : -1);
    else if (action === 'next') this.#playNext(false);
    else if (action === 'close') this.#actions.close();
    this.#controls.draw();
  }
}
customElements.define('hearth-player', Player);

/** @param {Hearth.Playback} opened @param {PlayerActions} actions */
export const player = (opened, actions) => new Player(opened, actions);
