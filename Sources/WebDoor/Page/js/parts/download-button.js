import { downloads } from '../door.js';
import { h } from '../element.js';
import { icon } from '../icons.js';
import { percent } from '../logic/format.js';
import { texts } from '../texts.js';
import { button, iconButton } from './buttons.js';
import { attempt } from './toast.js';

/**
 * Get it, its progress with pause and cancel, or done.
 * @param {Hearth.Card} card
 * @param {Hearth.Download | undefined} download
 * @param {() => void} reload
 */
export function downloadButton(card, download, reload) {
  const run = (/** @type {() => Promise<unknown>} */ work) => async () => {
    if (await attempt(work)) reload();
  };
  if (!download || download.status === 'failed') return button(texts.title.download, run(() => downloads.Start({ content: card.id })), { icon: 'downloads' });
  if (download.status === 'completed') return h('span', { class: 'button secondary done' }, icon('check'), h('span', {}, texts.title.downloaded));
  const part = percent(download.progress ?? 0);
  const isPaused = download.status === 'paused';
  return h('span', { class: 'download-progress' }, h('progress', { value: download.progress ?? 0, max: 1, 'aria-label': texts.title.downloading(part) }), h('span', { class: 'number' }, part),
    isPaused ? iconButton('play', texts.downloads.resume(card.title), run(() => downloads.Resume({ download: download.id }))) : iconButton('pause', texts.downloads.pause(card.title), run(() => downloads.Pause({ download: download.id }))),
    iconButton('close', texts.title.cancelDownload, run(() => downloads.Cancel({ download: download.id }))));
}
