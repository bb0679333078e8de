import { catalog } from '../door.js';
import { fill, h } from '../element.js';
import { clock } from '../logic/format.js';
import { halfHours, inChunks, isOn, placeOf, rowsInView, xOf } from '../logic/guide.js';
import { routeTo } from '../logic/routes.js';
import { texts } from '../texts.js';
import { openProgramme } from './programme.js';
import { errorState } from './states.js';

/** Requests of the grid ask for so many channels at a time. */
const channelsAtOnce = 25;
/** Rows are so high, in rem. */
const rowSize = 4;

/** Channels by time. Only the rows near the view exist; their programmes are asked for when they appear. */
export class GuideGrid extends HTMLElement {
  /** @type {Hearth.ChannelNow[]} */
  #channels;
  #from;
  #until;
  /** @type {Map<string, Hearth.Programme[]>} */
  #programmes = new Map();
  /** @type {Set<string>} */
  #asked = new Set();
  /** @type {Map<number, HTMLElement>} */
  #rows = new Map();
  #body = h('div', { class: 'guide-body', role: 'rowgroup' });
  #problem = h('div', {});
  #scroller = h('div', { class: 'guide-scroll', role: 'grid', 'aria-label': texts.guide.label });
  #leave = new AbortController();
  #rowHeight = 0;
  #timer = 0;

  /** @param {Hearth.ChannelNow[]} channels @param {number} from @param {number} until */
  constructor(channels = [], from = 0, until = 0) {
    super();
    this.#channels = channels;
    this.#from = from;
    this.#until = until;
  }

  connectedCallback() {
    this.#leave = new AbortController();
    this.#asked.clear();
    this.#rowHeight = rowSize * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const width = xOf(this.#until, this.#from);
    const head = h('div', { class: 'guide-head', role: 'row' }, h('span', { class: 'guide-corner', role: 'columnheader' }, texts.guide.channels),
      halfHours(this.#from, this.#until).map((at) => h('span', { class: 'guide-time number', role: 'columnheader' }, clock(at))));
    this.#measure();
    this.#scroller.style.setProperty('--grid-width', `${width}px`);
    fill(this.#scroller, h('div', { role: 'rowgroup' }, head), this.#body, this.#nowLine());
    fill(this, this.#problem, this.#scroller);
    this.#scroller.addEventListener('scroll', () => this.#draw(), { passive: true, signal: this.#leave.signal });
    addEventListener('resize', () => this.#draw(), { signal: this.#leave.signal });
    this.#timer = window.setInterval(() => this.#scroller.querySelector('.guide-now')?.replaceWith(this.#nowLine()), 30_000);
    this.#draw();
  }

  /**
   * More channels, below those that are there.
   * @param {Hearth.ChannelNow[]} channels
   */
  extend(channels) {
    this.#channels = [...this.#channels, ...channels];
    this.#measure();
    if (this.isConnected) this.#draw();
  }

  #measure() {
    this.#body.style.setProperty('height', `${this.#channels.length * rowSize}rem`);
    this.#scroller.setAttribute('aria-rowcount', String(this.#channels.length + 1));
  }

  disconnectedCallback() {
    this.#leave.abort();
    clearInterval(this.#timer);
  }

  #nowLine() {
    const now = Date.now();
    const isShown = now >= this.#from && now < this.#until;
    return h('div', { class: 'guide-now', 'aria-hidden': 'true', hidden: !isShown, style: { '--x': `${xOf(now, this.#from)}px` } });
  }

  #draw() {
    const { first, last } = rowsInView(this.#scroller.scrollTop, this.#scroller.clientHeight || 600, this.#rowHeight, this.#channels.length);
    for (const [index, row] of this.#rows) {
      if ((index < first || index >= last) && !row.contains(document.activeElement)) {
        row.remove();
        this.#rows.delete(index);
      }
    }
    const wanted = [];
    for (let index = first; index < last; index += 1) {
      if (!this.#rows.has(index)) this.#place(index);
      const { id } = this.#channels[index].channel;
      if (!this.#asked.has(id)) wanted.push(id);
    }
    for (const ids of inChunks(wanted, channelsAtOnce)) this.#ask(ids);
  }

  /**
   * Rows are in the order of the channels, so that the focus goes through them in order.
   * @param {number} index
   */
  #place(index) {
    const row = h('div', { class: 'guide-row', role: 'row', 'aria-rowindex': index + 2, style: { '--y': `${index * rowSize}rem` } });
    this.#rows.set(index, row);
    this.#fillRow(index, row);
    const after = [...this.#rows.keys()].filter((other) => other > index).sort((a, b) => a - b)[0];
    this.#body.insertBefore(row, after === undefined ? null : this.#rows.get(after) ?? null);
  }

  /** @param {number} index @param {HTMLElement} row */
  #fillRow(index, row) {
    const { channel, number } = this.#channels[index];
    const now = Date.now();
    const programmes = this.#programmes.get(channel.id);
    const cells = programmes?.flatMap((programme) => {
      const place = placeOf(programme, this.#from, this.#until);
      if (!place) return [];
      const isNow = isOn(programme, now);
      return [h('div', { role: 'gridcell', class: 'guide-cell', style: { '--x': `${place.x}px`, '--width': `${place.width}px` } },
        h('button', { class: `programme${isNow ? ' on' : ''}`, type: 'button', title: programme.title, 'aria-label': `${programme.title}. ${channel.title}. ${texts.guide.until(clock(programme.start), clock(programme.stop))}${isNow ? `. ${texts.guide.live}` : ''}`, onclick: () => openProgramme(channel, programme) },
          h('span', { class: 'row-title' }, programme.title), h('span', { class: 'quiet number' }, clock(programme.start))))];
    });
    const empty = programmes && !cells?.length ? h('div', { role: 'gridcell', class: 'guide-empty' }, texts.guide.noProgramme) : null;
    fill(row, h('div', { role: 'rowheader', class: 'guide-channel' }, h('a', { href: routeTo('player', channel.id), 'aria-label': `${texts.guide.watch}: ${channel.title}` }, h('span', { class: 'quiet number' }, number ?? ''), h('span', { class: 'guide-name' }, channel.title))),
      cells ?? h('div', { role: 'gridcell', class: 'guide-loading' }, h('span', { class: 'skeleton-box' }), h('span', { class: 'visually-hidden' }, texts.common.loading)), empty);
  }

  /** @param {string[]} channels */
  async #ask(channels) {
    channels.forEach((id) => this.#asked.add(id));
    try {
      const grid = await catalog.GuideGrid({ channels, from: new Date(this.#from).toISOString(), until: new Date(this.#until).toISOString() }, { signal: this.#leave.signal });
      for (const id of channels) this.#programmes.set(id, []);
      for (const row of grid.rows) this.#programmes.set(row.channel.id, row.programmes);
      for (const [index, row] of this.#rows) if (channels.includes(this.#channels[index].channel.id)) this.#fillRow(index, row);
      fill(this.#problem);
    } catch (error) {
      if (this.#leave.signal.aborted) return;
      fill(this.#problem, errorState(error, { service: 'catalog', isSmall: true, retry: () => {
        channels.forEach((id) => this.#asked.delete(id));
        this.#draw();
      } }));
    }
  }
}
customElements.define('guide-grid', GuideGrid);
