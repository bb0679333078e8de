import { fill, h } from '../element.js';
import { icon } from '../icons.js';
import { texts } from '../texts.js';

const longest = 8;
const shortest = 4;

/** A pad of digits, for fingers, keys and a remote. The PIN is in this element's memory only. */
export class PinPad extends HTMLElement {
  #digits = '';
  /** Whether the last digit was typed: Enter then sends, and does not press the button that has the focus. */
  #isTyped = false;
  #isSending = false;
  #dots = h('p', { class: 'pin-dots', 'aria-live': 'polite' });
  #note = h('p', { class: 'pin-note', role: 'alert' });
  /** @type {(pin: string) => Promise<string | undefined>} */
  #enter = async () => undefined;

  /** @param {(pin: string) => Promise<string | undefined>} enter resolves with what is wrong */
  begin(enter) {
    this.#enter = enter;
    const key = (/** @type {number} */ digit) => h('button', { class: 'pin-key', type: 'button', 'aria-label': texts.who.digit(digit), autofocus: digit === 1, onclick: () => { this.#isTyped = false; this.#add(String(digit)); } }, digit);
    fill(this, this.#dots, this.#note, h('div', { class: 'pin-keys' }, [1, 2, 3, 4, 5, 6, 7, 8, 9].map(key),
      h('button', { class: 'pin-key', type: 'button', 'aria-label': texts.who.erase, onclick: () => this.#erase() }, icon('back')),
      key(0), h('button', { class: 'pin-key ok', type: 'button', 'aria-label': texts.who.ok, onclick: () => this.#send() }, icon('check'))));
    this.addEventListener('keydown', (event) => this.#press(event));
    // Who moves on to a button presses that one.
    this.addEventListener('focusin', () => { this.#isTyped = false; });
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (/^\d$/.test(event.key)) {
      this.#isTyped = true;
      this.#add(event.key);
    } else if (event.key === 'Backspace') this.#erase();
    else if (event.key === 'Enter' && this.#isTyped) this.#send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} digit */
  #add(digit) {
    if (this.#isSending) return;
    if (this.#digits.length < longest) this.#digits += digit;
    this.#draw();
  }

  #erase() {
    if (this.#isSending) return;
    this.#digits = this.#digits.slice(0, -1);
    this.#draw();
  }

  async #send() {
    if (this.#isSending) return;
    if (this.#digits.length < shortest) {
      this.#note.textContent = texts.who.pinHelp;
      return;
    }
    this.#wait(true);
    try {
      const problem = await this.#enter(this.#digits);
      this.#digits = '';
      this.#draw();
      this.#note.textContent = problem ?? '';
    } finally {
      this.#wait(false);
    }
  }

  /**
   * A PIN takes its time to be checked, so that guessing does: no key counts until then.
   * @param {boolean} isSending
   */
  #wait(isSending) {
    this.#isSending = isSending;
    this.setAttribute('aria-busy', String(isSending));
    if (isSending) this.#note.textContent = texts.who.checking;
    this.#note.classList.toggle('quiet', isSending);
  }

  #draw() {
    const marks = Array.from({ length: Math.max(shortest, this.#digits.length) }, (_, index) => h('span', { class: index < this.#digits.length ? 'dot on' : 'dot' }));
    fill(this.#dots, marks, h('span', { class: 'visually-hidden' }, texts.who.entered(this.#digits.length)));
    this.#note.textContent = '';
  }
}
customElements.define('pin-pad', PinPad);

/** @param {(pin: string) => Promise<string | undefined>} enter */
export function pinPad(enter) {
  const made = /** @type {PinPad} */ (document.createElement('pin-pad'));
  made.begin(enter);
  return made;
}
