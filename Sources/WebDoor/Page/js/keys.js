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

/** Parts of the page that arrows leave only where nothing is ahead in them. */
const areas = 'nav, main, .toasts';

/**
 * Where an element is; of a heading, which is as wide as the page, where its text begins.
 * @param {Element} element @returns {import('./logic/spatial.js').Box}
 */
function beginning(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { left, right: element.matches('h1') ? left : right, top, bottom };
}

/**
 * Where an arrow leads from an element: ahead in its own part of the page, else in the others.
 * @param {Element | null} from @param {import('./logic/spatial.js').Direction} direction
 */
export function ahead(from, direction) {
  const dialogs = document.querySelectorAll('dialog[open]');
  const root = dialogs[dialogs.length - 1] ?? document.body;
  const all = [...root.querySelectorAll(focusable)].filter((element) => element !== from && element instanceof HTMLElement && !element.closest('[inert]') && isVisible(element));
  const start = from && from !== document.body ? beginning(from) : { left: 0, right: innerWidth, top: -1, bottom: 0 };
  const area = from?.closest(areas);
  for (const candidates of [all.filter((element) => element.closest(areas) === area), all]) {
    const found = candidates[nearest(start, candidates.map((element) => element.getBoundingClientRect()), direction)];
    if (found) return found;
  }
  return undefined;
}

/** @param {KeyboardEvent} event */
function moveFocus(event) {
  const from = document.activeElement;
  if (isUsedBy(from, event.key)) return;
  const found = ahead(from, arrows[event.key]);
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
