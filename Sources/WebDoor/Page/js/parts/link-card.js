import { readingList } from '../door.js';
import { h } from '../element.js';
import { relative } from '../logic/format.js';
import { isWebAddress } from '../logic/links.js';
import { texts } from '../texts.js';
import { iconButton } from './buttons.js';
import { attempt, toast } from './toast.js';

/** @param {Hearth.Link} link @param {() => void} reload */
export function linkCard(link, reload) {
  const title = link.title || texts.reading.untitled;
  const ids = [link.id];
  const run = (/** @type {() => Promise<unknown>} */ work, /** @type {string} */ done = '') => async () => {
    if (!(await attempt(work))) return;
    if (done) toast(done);
    reload();
  };
  const remove = async () => {
    const deleted = await attempt(() => readingList.DeleteLinks({ ids }));
    if (!deleted) return;
    const { deletion } = deleted;
    toast(texts.reading.deleted, deletion ? { action: { label: texts.common.undo, run: run(() => readingList.UndoDelete({ deletion })) } } : {});
    reload();
  };
  const copy = async () => {
    await navigator.clipboard?.writeText(link.url).then(() => toast(texts.reading.copied)).catch(() => undefined);
  };
  const isRead = link.status === 'read';
  const heading = isWebAddress(link.url) ? h('a', { href: link.url, target: '_blank', rel: 'noopener noreferrer', 'aria-label': texts.reading.open(title) }, title) : h('span', {}, title);
  return h('article', { class: 'link-card' },
    h('div', { class: 'link-top' }, (link.isFeatured ? ['featured', ...link.types] : link.types).map((type) => h('span', { class: `badge ${type}` }, texts.reading.types[type] ?? type)), h('span', { class: 'quiet number' }, relative(link.added, new Date()))),
    h('h2', { class: 'link-title' }, heading), h('p', { class: 'link-text' }, link.description || link.displayDescription || link.url),
    h('div', { class: 'link-bottom' }, h('span', { class: 'badge' }, link.domain), h('span', { class: 'row-actions' },
      iconButton('star', link.isFeatured ? texts.reading.unstar(title) : texts.reading.star(title), run(() => readingList.StarLinks({ ids, isFeatured: !link.isFeatured })), { isPressed: link.isFeatured, isFilled: link.isFeatured, class: 'starred' }),
      iconButton('copy', texts.reading.copy(title), copy),
      iconButton(isRead ? 'undo' : 'check', isRead ? texts.reading.unread(title) : texts.reading.read(title), run(() => readingList.MarkLinks({ ids, status: isRead ? 'unread' : 'read' }), isRead ? texts.reading.movedUnread : texts.reading.movedRead)),
      iconButton('trash', texts.reading.delete(title), remove))));
}
