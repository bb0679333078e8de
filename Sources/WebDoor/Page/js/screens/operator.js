import { catalog, downloads, metadata, processes, sys } from '../door.js';
import { h } from '../element.js';
import { nameOf } from '../logic/cards.js';
import { kindOf } from '../logic/errors.js';
import { minutes, number, percent } from '../logic/format.js';
import { importCard } from '../parts/import-card.js';
import { bar } from '../parts/poster.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { emptyState } from '../parts/states.js';
import { changes } from '../state.js';
import { texts } from '../texts.js';
import { callPanel } from './operator-call.js';

/** Services are asked again so often while this is shown, in milliseconds. */
const period = 5000;

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  const services = section({ title: texts.operator.services, subtitle: texts.operator.noRestart, skeleton: 'feature', load: (signal) => Promise.all(processes.map((name) => stateOf(name, signal))), render: (found) => h('ul', { class: 'panels narrow' }, found.map((one) => h('li', {}, servicePanel(one)))) });
  screen.append(screenHeader(texts.nav.operator), services, jobs(), recent(), callPanel(screen));
  screen.whileShown((signal) => {
    const timer = setInterval(() => services.reload(), period);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    changes.addEventListener('event', (event) => { if (/** @type {CustomEvent} */ (event).detail.type === 'service') services.reload(); }, { signal });
  });
}

/** @typedef {{name: string, info?: Hearth.SysInfo, health?: Hearth.SysHealth, lacks?: string}} ServiceState */

/**
 * One that does not respond is down, whatever the reason.
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<ServiceState>}
 */
async function stateOf(name, signal) {
  const [info, health, source] = await Promise.allSettled([sys.GetInfo({}, { signal, process: name }), sys.GetHealth({}, { signal, process: name }), name === 'metadata-gateway' ? metadata.GetSourceStatus({}, { signal }) : undefined]);
  return { name, info: info.status === 'fulfilled' ? info.value : undefined, health: health.status === 'fulfilled' ? health.value : undefined, lacks: source.status === 'fulfilled' && source.value && !source.value.hasKey ? texts.operator.noKey : undefined };
}

/** @param {ServiceState} state */
function servicePanel({ name, info, health, lacks }) {
  const said = health?.state ?? 'down';
  const isGood = said === 'serving' || said === 'healthy' || said === 'ok';
  return h('article', { class: 'panel' }, h('div', { class: 'panel-head' }, h('h3', { class: 'grow' }, name), h('span', { class: `badge ${isGood ? 'good' : said === 'down' ? 'bad' : 'wait'}` }, texts.operator.states[said] ?? said)),
    info ? h('p', { class: 'quiet number' }, `${texts.operator.version} ${info.version} · ${texts.operator.uptime} ${minutes(info.uptimeSeconds / 60)}`) : null, (health?.parts ?? []).filter((part) => part.reason).map((part) => h('p', { class: 'note' }, `${part.name}: ${part.reason}`)), lacks ? h('p', { class: 'note' }, lacks) : null);
}

const jobs = () => section({
  title: texts.operator.jobs, skeleton: 'list', service: 'catalog', isSmallError: true,
  load: async (signal) => {
    const [sources, active] = await Promise.allSettled([catalog.ListSources({}, { signal }), downloads.List({ filter: 'active' }, { signal })]);
    if (sources.status === 'rejected' && active.status === 'rejected') throw sources.reason;
    return { imports: sources.status === 'fulfilled' ? sources.value.jobs ?? [] : [], active: active.status === 'fulfilled' ? active.value.downloads : [] };
  },
  render: ({ imports, active }) => (imports.length + active.length ? h('div', { class: 'panels' }, imports.map((job) => importCard(job, () => undefined)), active.map((one) => h('article', { class: 'panel' }, h('h3', {}, nameOf(one.card)), bar(one.progress ?? 0, nameOf(one.card)), h('p', { class: 'quiet number' }, percent(one.progress ?? 0))))) : h('p', { class: 'quiet' }, texts.operator.none)),
});

/** Calls that failed or were slow, of the catalog first: the contract gives them to operators. */
const recent = () => section({
  title: texts.operator.traces, subtitle: texts.operator.logs, skeleton: 'list',
  load: async (signal) => {
    const found = await Promise.allSettled(processes.map((process) => sys.GetTraces({}, { signal, process })));
    const good = found.flatMap((one) => (one.status === 'fulfilled' ? [...one.value.failed, ...one.value.slow] : []));
    const refused = found.find((one) => one.status === 'rejected');
    if (!good.length && refused?.status === 'rejected') {
      if (kindOf(refused.reason) === 'forbidden') return null;
      throw refused.reason;
    }
    return good;
  },
  render: (calls) => (calls === null ? emptyState({ icon: 'lock', title: texts.operator.needsOperator[0], message: texts.operator.needsOperator[1] })
    : calls.length ? h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': texts.operator.traces }, h('table', {}, calls.map((call) => h('tr', {}, h('td', {}, call.method), h('td', {}, call.code), h('td', { class: 'number' }, texts.operator.tookMilliseconds(Math.round(call.handlerMicroseconds / 1000))), h('td', {}, h('code', {}, call.trace)))))) : h('p', { class: 'quiet' }, number(0))),
});
