// Keyboard and remote control: arrows move the focus by place, Back goes back, / searches, media keys play.
import { arrows, nearest } from './logic/spatial.js';
import { go, goBack } from './router.js';

const focusable = 'a[href], button:not(:disabled):not([tabindex="-1"]), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex="0"]';

/**
 * Keys that an element uses itself.
 * @param {Element | null} element
 * @param {string} key
 */
function isUsedBy(element, key) {
  if (!(element instanceof HTMLElement)) return false;
  if (element.closest('[data-own-arrows]')) return true;
  if (element instanceof HTMLSelectElement) return key === 'ArrowUp' || key === 'ArrowDown';
  if (element instanceof HTMLTextAreaElement) return true;
  if (element instanceof HTMLInputElement) {
    if (element.type === 'range') return key === 'ArrowLeft' || key === 'ArrowRight';
    if (['checkbox', 'radio', 'file'].includes(element.type)) return false;
    if (element.type === 'number') return key === 'ArrowUp' || key === 'ArrowDown';
    return key === 'ArrowLeft' || key === 'ArrowRight' || ['date', 'time'].includes(element.type) || element.getAttribute('aria-expanded') === 'true';
  }
  return false;
}

/** @param {HTMLElement} element */
const isVisible = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';

/** @param {KeyboardEvent} event */
function moveFocus(event) {
  const direction = arrows[event.key];
  const from = document.activeElement;
  if (isUsedBy(from, event.key)) return;
  const area = document.querySelector('dialog[open]') ?? document.body;
  const all = [...area.querySelectorAll(focusable)].filter((element) => element !== from && element instanceof HTMLElement && isVisible(element));
  const start = from && from !== document.body ? from.getBoundingClientRect() : { left: 0, right: innerWidth, top: -1, bottom: 0 };
  const found = all[nearest(start, all.map((element) => element.getBoundingClientRect()), direction)];
  if (!(found instanceof HTMLElement)) return;
  event.preventDefault();
  found.focus({ preventScroll: true });
  found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'auto' });
}

/** @param {Element | null} element */
const isTyping = (element) => element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
  || (element instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button', 'file'].includes(element.type));

/** Listens for the keys of the whole page. */
export function listenForKeys() {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrows[event.key]) moveFocus(event);
    else if (event.key === '/' && !isTyping(document.activeElement)) {
      event.preventDefault();
      go('#/search');
    } else if (['GoBack', 'BrowserBack'].includes(event.key) || (['Escape', 'Backspace'].includes(event.key) && !isTyping(document.activeElement) && !document.querySelector('dialog[open]'))) {
      event.preventDefault();
      goBack();
    }
  });
}
