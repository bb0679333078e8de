import { upload } from '../door.js';
import { fill, h } from '../element.js';
import { icon } from '../icons.js';
import { percent } from '../logic/format.js';
import { sourceName, useOf } from '../logic/import-file.js';
import { texts } from '../texts.js';
import { followLinkImport } from './link-import.js';
import { attempt, toast } from './toast.js';

/** @type {Record<import('../logic/import-file.js').FileUse, string>} */
const methods = { playlist: 'hearth.catalog.v1.Catalog/ImportPlaylist', guide: 'hearth.catalog.v1.Catalog/ImportGuide', links: 'hearth.readinglist.v1.ReadingList/ImportLinks' };

/**
 * Where files are dropped or chosen.
 * @param {(job: string) => void} watch an import of the catalog that began
 * @param {() => AbortSignal} signal
 */
export function dropZone(watch, signal) {
  const progress = h('div', { 'aria-live': 'polite' });
  const input = h('input', { type: 'file', class: 'visually-hidden', id: 'import-file', onchange: () => take(input.files) });
  const zone = h('div', { class: 'drop-zone' }, icon('downloads'), h('p', {}, texts.sources.drop), input, h('label', { class: 'button secondary', for: 'import-file' }, texts.sources.choose), progress);
  const take = async (/** @type {FileList | null | undefined} */ files) => {
    for (const file of files ?? []) await send(file);
    input.value = '';
  };
  const send = async (/** @type {File} */ file) => {
    const use = useOf(file.name, await file.slice(0, 2000).text());
    if (!use) {
      toast(texts.sources.unknownFile, { isError: true });
      return;
    }
    const bar = h('progress', { value: 0, max: 1, 'aria-label': texts.sources.uploading(file.name, '') });
    const note = h('p', { class: 'quiet' });
    const draw = (/** @type {number} */ part, text = texts.sources.uploading) => {
      bar.value = part;
      note.textContent = text(file.name, percent(part));
    };
    draw(0);
    fill(progress, note, bar);
    const request = use === 'links' ? { file: file.name, bytes: file.size } : { source: sourceName(file.name), file: file.name, bytes: file.size };
    const started = await attempt(() => upload(methods[use], request, file, draw, signal()));
    if (started && use === 'links') await followLinkImport(/** @type {Hearth.LinkImportStarted} */ (started).job, file.name, signal(), (part) => draw(part, texts.sources.linksWait));
    fill(progress);
    if (started && use !== 'links') watch(/** @type {Hearth.ImportStarted} */ (started).job);
  };
  zone.addEventListener('dragover', (event) => { event.preventDefault(); zone.classList.add('over'); });
  zone.addEventListener('dragleave', () => zone.classList.remove('over'));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    take(event.dataTransfer?.files);
  });
  return zone;
}
