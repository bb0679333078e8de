import { readingList } from '../door.js';
import { fill, h } from '../element.js';
import { number } from '../logic/format.js';
import { emptyLinks, linkRequest, linkTypes, withStatus, withType } from '../logic/links.js';
import { button, chip, labelled } from '../parts/buttons.js';
import { comboField } from '../parts/combo-field.js';
import { openDialog } from '../parts/dialog.js';
import { linkCard } from '../parts/link-card.js';
import { endless } from '../parts/row.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { attempt, toast } from '../parts/toast.js';
import { texts } from '../texts.js';

const pause = 300;
const domainCount = 20;

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  /** @type {import('../logic/links.js').LinkFilter} */
  let filter = { status: 'unread', types: [], domain: '', text: '' };
  /** @type {Hearth.LinkCounts | undefined} */
  let counts;
  let timer = 0;
  const chips = h('div', { class: 'stack tight' });
  const place = h('div', {});
  const count = h('p', { class: 'quiet', role: 'status' });

  const change = (/** @type {import('../logic/links.js').LinkFilter} */ next) => {
    if (next.status !== filter.status) domain.value = text.value = '';
    filter = next;
    show();
  };
  const reload = () => list.reload();
  /** @type {import('../parts/section.js').Section} */
  let list;
  const show = () => {
    drawChips();
    const [title, message] = emptyLinks(filter);
    list = section({
      skeleton: 'feature', service: 'reading-list', load: (signal) => readingList.ListLinks(linkRequest(filter), { signal }),
      isEmpty: (found) => { counts = found.counts; drawChips(); count.textContent = texts.reading.links(found.links.length, Boolean(found.cursor)); return found.links.length === 0; },
      empty: { icon: 'reading', title, message },
      render: (found) => endless(h('ul', { class: 'link-grid' }, found.links.map((link) => h('li', {}, linkCard(link, reload)))), found.cursor, async (cursor) => {
        const next = await readingList.ListLinks(linkRequest(filter, cursor), { signal: screen.signal });
        return { cursor: next.cursor, items: next.links.map((link) => h('li', {}, linkCard(link, reload))) };
      }),
    });
    fill(place, list);
  };
  function drawChips() {
    const counted = (/** @type {keyof Hearth.LinkCounts} */ name) => (counts ? number(counts[name]) : undefined);
    const names = { featured: texts.reading.featured, video: texts.reading.video, audio: texts.reading.audio, article: texts.reading.article };
    fill(chips, h('div', { class: 'chips' }, chip(texts.reading.toRead, filter.status === 'unread', () => change(withStatus(filter, 'unread')), { count: counted('unread') }), chip(texts.reading.archive, filter.status === 'read', () => change(withStatus(filter, 'read')), { count: counted('read') })),
      h('div', { class: 'chips' }, linkTypes.map((type) => chip(names[type], filter.types.includes(type), () => change(withType(filter, type)), { count: counted(type) }))));
  }
  const later = (/** @type {() => void} */ work) => {
    clearTimeout(timer);
    timer = window.setTimeout(work, pause);
  };
  const combo = comboField(texts.reading.domain, async (typed) => {
    const found = await readingList.ListDomains({ text: typed || undefined, status: filter.status, limit: domainCount }, { signal: screen.signal });
    return found.domains.map((one) => ({ value: one.domain, count: one.count }));
  }, (value) => { if (value !== filter.domain) change({ ...filter, domain: value }); });
  const domain = combo.input;
  const text = h('input', { type: 'search', oninput: () => later(() => change({ ...filter, text: text.value.trim() })) });
  screen.append(screenHeader(texts.nav.reading, { actions: [button(texts.reading.save, () => save(reload), { kind: 'primary', icon: 'plus' })] }), chips,
    h('details', { class: 'links' }, h('summary', {}, texts.reading.filters), h('div', { class: 'panel row-panel' }, combo.element, labelled(texts.reading.text, text))), count, place);
  show();
}

/** @param {() => void} reload */
function save(reload) {
  return openDialog(texts.reading.save, (close) => {
    const url = h('input', { type: 'url', required: true, autofocus: true, placeholder: 'https://' });
    return [h('form', { onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const saved = await attempt(() => readingList.SaveLink({ url: url.value.trim() }));
      if (!saved) return;
      toast(saved.isNew ? texts.reading.saved : texts.reading.known);
      close();
      reload();
    } }, labelled(texts.reading.url, url, texts.reading.saveHelp), h('div', { class: 'actions end' }, h('button', { class: 'button primary', type: 'submit' }, texts.common.save)))];
  }, { class: 'small' });
}
