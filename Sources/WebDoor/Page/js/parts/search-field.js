import { catalog } from '../door.js';
import { fill, h } from '../element.js';
import { icon } from '../icons.js';
import { minimumCharacters } from '../logic/filters.js';
import { texts } from '../texts.js';
import { iconButton } from './buttons.js';
import { toast } from './toast.js';

const suggestionCount = 6;
const pause = 150;

/**
 * The field with suggestions and the button for voice.
 * @param {string} text @param {(text: string) => void} type @param {(text: string) => void} choose
 */
export function searchField(text, type, choose) {
  const input = h('input', { type: 'search', value: text, placeholder: texts.search.placeholder, 'aria-label': texts.search.label, role: 'combobox', 'aria-expanded': 'false', 'aria-controls': 'suggestions', 'aria-autocomplete': 'list', autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search' });
  const list = h('ul', { class: 'suggestions', id: 'suggestions', role: 'listbox', 'aria-label': texts.search.suggestions, hidden: true });
  let asked = new AbortController();
  let timer = 0;
  let marked = -1;

  const close = () => {
    asked.abort();
    clearTimeout(timer);
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
    marked = -1;
  };
  const take = (/** @type {string} */ chosen) => {
    close();
    input.value = chosen;
    choose(chosen);
  };
  const suggest = async () => {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const found = await catalog.Suggest({ text: input.value.trim(), size: suggestionCount }, { signal }).catch(() => undefined);
    if (signal.aborted || document.activeElement !== input) return;
    if (!found?.suggestions.length) {
      close();
      return;
    }
    marked = -1;
    fill(list, found.suggestions.map((suggestion, index) => h('li', { role: 'option', id: `suggestion-${index}`, 'aria-selected': 'false', onmousedown: (/** @type {Event} */ event) => { event.preventDefault(); take(suggestion.text); } },
      icon(suggestion.isRecent ? 'history' : 'search'), h('span', {}, suggestion.text))));
    list.hidden = false;
    // From now on it keeps its place: what is below must not move while it is being pressed.
    list.classList.add('was-shown');
    input.setAttribute('aria-expanded', 'true');
  };
  const mark = (/** @type {number} */ step) => {
    const options = [...list.children];
    marked = (marked + step + options.length + (marked < 0 && step < 0 ? 1 : 0)) % options.length;
    options.forEach((option, index) => option.setAttribute('aria-selected', String(index === marked)));
    input.setAttribute('aria-activedescendant', `suggestion-${marked}`);
  };

  input.addEventListener('input', () => {
    type(input.value);
    clearTimeout(timer);
    if (input.value.trim().length >= minimumCharacters) timer = window.setTimeout(suggest, pause);
    else close();
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') take(marked >= 0 ? list.children[marked].textContent ?? '' : input.value.trim());
    else if (list.hidden) {
      if (event.key === 'ArrowDown') leave(event);
      return;
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') mark(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  const leave = (/** @type {KeyboardEvent} */ event) => {
    const next = document.querySelector('.result-bar .chip');
    if (next instanceof HTMLElement) next.focus();
    event.preventDefault();
  };
  const field = h('div', { class: 'search-place', role: 'search' }, h('div', { class: 'search-field' }, icon('search'), input, iconButton('mic', texts.search.voice, () => listen(/** @type {HTMLElement} */ (input.parentElement), take))), list);
  return Object.assign(field, { input });
}

/**
 * Searches by voice where the browser can, and says so where it cannot.
 * @param {HTMLElement} field
 * @param {(text: string) => void} take
 */
function listen(field, take) {
  const Recognition = /** @type {any} */ (globalThis).SpeechRecognition ?? /** @type {any} */ (globalThis).webkitSpeechRecognition;
  const microphone = field.querySelector('.icon-button');
  if (!Recognition) {
    toast(texts.search.voiceFailed);
    return;
  }
  const recognition = new Recognition();
  microphone?.classList.add('listening');
  microphone?.append(...[0, 1, 2].map((ring) => h('span', { class: 'ring', 'aria-hidden': 'true', style: { '--ring': ring } })));
  recognition.onresult = (/** @type {any} */ event) => take(event.results[0][0].transcript);
  recognition.onerror = () => toast(texts.search.voiceFailed);
  recognition.onend = () => {
    microphone?.classList.remove('listening');
    microphone?.querySelectorAll('.ring').forEach((ring) => ring.remove());
  };
  recognition.start();
}
