import { catalog } from '../door.js';
import { fill, h } from '../element.js';
import { percent } from '../logic/format.js';
import { texts } from '../texts.js';
import { iconButton } from './buttons.js';
import { attempt } from './toast.js';

/** Imports are asked about so often while they run, in milliseconds. */
const period = 1000;
const shownReasons = 5;
const isEnded = (/** @type {Hearth.ImportJob} */ job) => ['done', 'held', 'failed', 'cancelled'].includes(job.state);

/** The progress of an import, until its end. */
class ImportCard extends HTMLElement {
  #id;
  #ended;
  #timer = 0;
  /** @type {Hearth.ImportJob | undefined} */
  #job;

  /** @param {Hearth.ImportJob | string} job @param {() => void} ended */
  constructor(job, ended) {
    super();
    this.#id = typeof job === 'string' ? job : job.id;
    this.#job = typeof job === 'string' ? undefined : job;
    this.#ended = ended;
    this.dataset.job = this.#id;
    if (this.#job) this.dataset.source = this.#job.source;
  }

  get isEnded() {
    return this.#job !== undefined && isEnded(this.#job);
  }

  /** What came of an earlier import of the same source is of no use beside this one. */
  #replaceEarlier() {
    for (const other of this.parentElement?.querySelectorAll('import-card') ?? []) {
      if (other === this) return;
      if (other instanceof ImportCard && other.isEnded && other.dataset.source === this.dataset.source) other.remove();
    }
  }

  connectedCallback() {
    this.classList.add('panel');
    this.#draw();
    if (!this.#job || !isEnded(this.#job)) this.#timer = window.setInterval(() => this.#ask(), period);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  async #ask() {
    const job = await catalog.GetImport({ job: this.#id }).catch(() => undefined);
    if (!job) return;
    this.#job = job;
    this.#draw();
    if (!isEnded(job)) return;
    clearInterval(this.#timer);
    this.#ended();
  }

  #draw() {
    const job = this.#job;
    if (job) this.dataset.source = job.source;
    if (job) this.#replaceEarlier();
    const part = job?.total ? Math.min(1, job.done / job.total) : 0;
    const state = job ? texts.sources.states[job.state] ?? job.state : texts.sources.states.waiting;
    const line = job && !isEnded(job) ? `${texts.sources.phases[job.phase] ?? job.phase} · ${percent(part)}` : '';
    fill(this, h('div', { class: 'panel-head' }, h('h2', { class: 'grow card-heading' }, job?.source ?? texts.sources.jobs), h('span', { class: `badge ${job?.state === 'done' ? 'good' : job?.state === 'failed' ? 'bad' : 'wait'}` }, state), this.isEnded ? iconButton('close', texts.common.dismiss, () => this.remove()) : null),
      line ? h('p', { class: 'quiet number' }, line) : null, job && !isEnded(job) ? h('progress', { value: part, max: 1, 'aria-label': job.source }) : null, job?.problem ? h('p', { class: 'note' }, job.problem) : null,
      job?.report ? reportOf(job.report) : null,
      job && !isEnded(job) ? h('div', { class: 'actions end' }, iconButton('close', texts.sources.cancel, async () => { await attempt(() => catalog.CancelImport({ job: this.#id })); this.#ask(); })) : null);
  }
}
customElements.define('import-card', ImportCard);

/**
 * What an import came to, and why lines were refused.
 * @param {Hearth.ImportReport} report
 */
function reportOf(report) {
  return h('div', { class: 'stack tight' }, h('p', { class: 'number' }, texts.sources.result(report.added, report.updated, report.refused)),
    report.guideChannels ? h('p', { class: 'quiet number' }, texts.sources.matched(report.matchedChannels ?? 0, report.guideChannels)) : null,
    report.isOver ? h('p', { class: 'note' }, texts.sources.isOver) : null, (report.notes ?? []).map((note) => h('p', { class: 'note' }, note)),
    report.refusedLines.length ? h('details', {}, h('summary', { class: 'quiet' }, texts.sources.why), h('ul', { class: 'stack tight' }, report.refusedLines.slice(0, shownReasons).map((line) => h('li', { class: 'quiet' }, texts.sources.line(line.line, line.reason))))) : null);
}

/** @param {Hearth.ImportJob | string} job @param {() => void} ended */
export const importCard = (job, ended) => new ImportCard(job, ended);
