import { linkSession, pairingPicture, pollPairing, startPairing } from '../door.js';
import { fill, h } from '../element.js';
import { DoorError, kindOf } from '../logic/errors.js';
import { clock } from '../logic/format.js';
import { routeTo } from '../logic/routes.js';
import { button, labelled, linkButton } from '../parts/buttons.js';
import { screenHeader } from '../parts/screen.js';
import { errorText } from '../parts/states.js';
import { go, rename } from '../router.js';
import { texts } from '../texts.js';

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen, route, shell) {
  screen.classList.add('sign-in');
  const note = h('p', { class: 'pin-note', role: 'alert' });
  const code = h('input', { type: 'text', name: 'code', autocomplete: 'one-time-code', autocapitalize: 'characters', spellcheck: 'false', value: route.query.code ?? '' });
  const pairing = h('div', { class: 'pairing', 'aria-live': 'polite' });
  const enter = async () => {
    await shell.enter();
    // Back does not lead to signing in again.
    go('#/who', true);
  };
  const link = async () => {
    try {
      await linkSession(code.value.trim());
      await enter();
    } catch (error) {
      note.textContent = ['missing', 'signedOut', 'refused'].includes(kindOf(error)) ? texts.signIn.wrong : errorText(error);
    }
  };
  screen.append(screenHeader(texts.signIn.title), h('form', { class: 'panel', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); link(); } },
    labelled(texts.signIn.code, code, texts.signIn.withCode), note, h('button', { class: 'button primary', type: 'submit' }, texts.signIn.link)),
  h('p', { class: 'quiet' }, texts.signIn.or), button(texts.signIn.pair, () => pair(screen, pairing, enter)), pairing, linkButton(texts.signIn.join, routeTo('join'), { kind: 'ghost' }));
  if (!route.query.code) return;
  // The code is good for one use; the history need not have it.
  rename(routeTo('sign-in'));
  link();
}

/**
 * Shows a code and asks until a member has decided.
 * @param {import('../parts/screen.js').Screen} screen
 * @param {HTMLElement} place
 * @param {() => Promise<void>} enter
 */
async function pair(screen, place, enter) {
  const signal = screen.signal;
  try {
    const codes = await startPairing();
    const end = Date.now() + codes.lifetimeSeconds * 1000;
    fill(place, h('p', { class: 'code number' }, codes.userCode), h('img', { class: 'qr', src: pairingPicture(), alt: '', width: '160', height: '160' }),
      h('p', {}, texts.signIn.pairHelp), h('p', { class: 'quiet' }, texts.signIn.waiting, ' · ', texts.signIn.expires(clock(end))));
    while (!signal.aborted && Date.now() < end) {
      await new Promise((resolve) => { setTimeout(resolve, codes.intervalSeconds * 1000); });
      if (signal.aborted) return;
      const opened = await pollPairing().catch((error) => {
        if (error instanceof DoorError && error.problem === 'access_denied') throw error;
        if (!(error instanceof DoorError)) throw error;
        return null;
      });
      if (opened) return await enter();
    }
    fill(place, h('p', {}, texts.signIn.expired));
  } catch (error) {
    const isDenied = error instanceof DoorError && error.problem === 'access_denied';
    fill(place, h('p', { role: 'alert' }, isDenied ? texts.signIn.denied : kindOf(error) === 'missing' ? texts.signIn.noHousehold : errorText(error)));
  }
  return undefined;
}
