import { moreTexts } from '../texts-more.js';

/**
 * A row that is moved in its list by its handle: by mouse and finger, or with Space, arrows and Space again; Escape puts it back.
 * @param {HTMLElement} row @param {HTMLElement} handle @param {{moved: (place: number) => void, say: (text: string) => void}} actions the place counts from 1
 */
export function sortable(row, handle, { moved, say }) {
  const name = row.dataset.name ?? '';
  let first = -1;
  const index = () => [...(row.parentElement?.children ?? [])].indexOf(row);
  const isHeld = () => first >= 0;
  const take = () => {
    first = index();
    row.classList.add('dragging');
    handle.dataset.ownArrows = '';
    handle.setAttribute('aria-pressed', 'true');
  };
  const put = (/** @type {boolean} */ isKept) => {
    const from = first;
    first = -1;
    row.classList.remove('dragging');
    delete handle.dataset.ownArrows;
    handle.removeAttribute('aria-pressed');
    if (!isKept) shift(row, from);
    else if (index() !== from) moved(index() + 1);
    handle.focus();
  };
  handle.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === ' ' || (event.key === 'Enter' && isHeld())) {
      if (isHeld()) {
        put(true);
        say(moreTexts.queue.down(name));
      } else {
        take();
        say(moreTexts.queue.taken(name));
      }
    } else if (isHeld() && step) {
      shift(row, index() + step);
      handle.focus();
    } else if (isHeld() && ['Escape', 'Backspace'].includes(event.key)) {
      put(false);
      say(moreTexts.queue.back(name));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Tab puts it down, too; a row that moves in the document loses the focus for a moment, and gets it back.
  handle.addEventListener('blur', () => { if (isHeld() && !handle.matches(':active')) setTimeout(() => { if (isHeld() && handle.isConnected && document.hasFocus() && document.activeElement !== handle && !handle.matches(':active')) put(true); }); });
  handle.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || isHeld()) return;
    event.preventDefault();
    take();
    // On the window: a row that moves in the document would lose a captured pointer.
    const dragging = new AbortController();
    const { signal } = dragging;
    addEventListener('pointermove', (moving) => {
      const rows = [...(row.parentElement?.children ?? [])];
      const over = rows.findIndex((other) => other !== row && moving.clientY >= other.getBoundingClientRect().top && moving.clientY <= other.getBoundingClientRect().bottom);
      if (over >= 0) shift(row, over);
    }, { signal });
    const end = (/** @type {boolean} */ isKept) => () => {
      dragging.abort();
      if (isHeld()) put(isKept);
    };
    addEventListener('pointerup', end(true), { signal });
    addEventListener('pointercancel', end(false), { signal });
  });
}

/**
 * Moves a row among the others, within their ends.
 * @param {HTMLElement} row @param {number} place from 0
 */
function shift(row, place) {
  const list = row.parentElement;
  if (!list) return;
  const others = [...list.children].filter((other) => other !== row);
  list.insertBefore(row, others[Math.max(0, place)] ?? null);
}
