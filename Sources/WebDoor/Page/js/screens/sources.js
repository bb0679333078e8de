import { catalog } from '../door.js';
import { fill, h } from '../element.js';
import { relative } from '../logic/format.js';
import { button, labelled, select } from '../parts/buttons.js';
import { confirm, openDialog } from '../parts/dialog.js';
import { dropZone } from '../parts/drop-zone.js';
import { importCard } from '../parts/import-card.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { attempt } from '../parts/toast.js';
import { changes } from '../state.js';
import { texts } from '../texts.js';

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  const jobs = h('div', { class: 'panels', 'aria-live': 'polite' });
  const watch = (/** @type {Hearth.ImportJob | string} */ job) => {
    const id = typeof job === 'string' ? job : job.id;
    if (!jobs.querySelector(`[data-job="${CSS.escape(id)}"]`)) jobs.append(importCard(job, () => list.reload()));
  };
  const run = (/** @type {() => Promise<Hearth.ImportStarted>} */ work) => async () => {
    const started = await attempt(work);
    if (started) watch(started.job);
  };
  const list = section({
    skeleton: 'feature', service: 'catalog', load: (signal) => catalog.ListSources({}, { signal }), isEmpty: (found) => { found.jobs?.forEach(watch); return found.sources.length === 0; },
    empty: { icon: 'sources', title: texts.sources.empty[0], message: texts.sources.empty[1] },
    render: (found) => h('ul', { class: 'panels' }, found.sources.map((source) => h('li', {}, sourcePanel(source, run)))),
  });
  screen.append(screenHeader(texts.nav.sources, { actions: [button(texts.sources.add, () => add(watch, () => list.reload()), { kind: 'primary', icon: 'plus' })] }), dropZone(watch, () => screen.signal), jobs, list);
  screen.whileShown((signal) => changes.addEventListener('event', (event) => {
    const { type, data } = /** @type {CustomEvent} */ (event).detail;
    if (type === 'import') watch(data);
  }, { signal }));
}

/**
 * Before its first import a source has the date zero.
 * @param {Hearth.CatalogSource} source
 */
const isImported = (source) => new Date(source.imported).getTime() > 0;

/** @param {Hearth.CatalogSource} source @param {(work: () => Promise<Hearth.ImportStarted>) => () => void} run */
function sourcePanel(source, run) {
  const { name, feed, undoable } = source;
  const remove = async () => {
    if (await confirm(texts.sources.sure(name), texts.common.remove)) run(() => catalog.RemoveSource({ source: name }))();
  };
  return h('article', { class: 'panel' }, h('div', { class: 'panel-head' }, h('h2', { class: 'grow card-heading' }, name), h('span', { class: 'badge' }, texts.sources.kinds[source.kind] ?? source.kind)),
    h('p', { class: 'quiet number' }, texts.sources.counts(source.movies, source.episodes, source.channels)), h('p', { class: 'quiet' }, isImported(source) ? texts.sources.imported(relative(source.imported, new Date())) : texts.sources.never, feed?.due ? ` · ${texts.sources.due(relative(feed.due, new Date()))}` : ''),
    feed?.problem ? h('p', { class: 'note' }, `${texts.sources.problem}: ${feed.problem}`) : null,
    h('div', { class: 'actions' }, feed ? button(texts.sources.refresh, run(() => catalog.RefreshSource({ source: name })), { icon: 'refresh', label: `${texts.sources.refresh}: ${name}` }) : null,
      undoable ? button(texts.sources.undo, run(() => catalog.UndoImport({ source: name, job: undoable })), { icon: 'undo', label: `${texts.sources.undo}: ${name}` }) : null, button(texts.common.remove, remove, { kind: 'ghost', label: `${texts.common.remove}: ${name}` })));
}

/** @param {(job: string) => void} watch @param {() => void} reload */
function add(watch, reload) {
  return openDialog(texts.sources.add, (close) => {
    let kind = 'playlist';
    const name = h('input', { type: 'text', required: true, maxlength: 60 });
    const address = h('input', { type: 'url', required: true, placeholder: 'https://' });
    const username = h('input', { type: 'text', autocomplete: 'off' });
    const password = h('input', { type: 'password', autocomplete: 'off' });
    const account = h('div', { class: 'stack', hidden: true });
    fill(account, labelled(texts.sources.username, username), labelled(texts.sources.password, password));
    const kinds = select(['playlist', 'guide', 'xtream'].map((value) => [value, texts.sources.kinds[value]]), kind, (value) => { kind = value; account.hidden = value !== 'xtream'; });
    return [h('form', { onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const secret = kind === 'xtream' ? { username: username.value, password: password.value } : {};
      const started = await attempt(() => catalog.AddSource({ source: name.value.trim(), kind, address: address.value.trim(), ...secret }));
      if (!started) return;
      watch(started.job);
      close();
      reload();
    } }, labelled(texts.sources.kind, kinds), labelled(texts.sources.name, name), labelled(texts.sources.address, address), account, h('div', { class: 'actions end' }, h('button', { class: 'button primary', type: 'submit' }, texts.common.add)))];
  }, { class: 'small' });
}
