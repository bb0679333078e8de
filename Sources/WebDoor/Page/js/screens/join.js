import { acceptInvitation, currentSession, profiles } from '../door.js';
import { fill, h } from '../element.js';
import { kindOf } from '../logic/errors.js';
import { invitationToken } from '../logic/invitation.js';
import { routeTo } from '../logic/routes.js';
import { button, labelled } from '../parts/buttons.js';
import { changeHeading, screenHeader } from '../parts/screen.js';
import { errorText } from '../parts/states.js';
import { attempt } from '../parts/toast.js';
import { go, rename } from '../router.js';
import { isAdult } from '../state.js';
import { moreTexts } from '../texts-more.js';
import { pinField } from './pin-forms.js';

const texts = moreTexts.join;

/**
 * An invited person gives a name, and is signed in; an adult may set a PIN then.
 * @type {import('../screens.js').ScreenModule['build']}
 */
export function build(screen, route, shell) {
  screen.classList.add('sign-in');
  const token = route.query.token ?? '';
  const note = h('p', { class: 'pin-note', role: 'alert' });
  const link = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', required: true, value: token });
  const name = h('input', { type: 'text', name: 'name', autocomplete: 'given-name', maxlength: 80 });
  const enter = async () => {
    sessionStorage.setItem('hearth-chosen', currentSession()?.profile.id ?? '');
    await shell.enter();
    go(routeTo('home'), true);
  };
  const accept = async () => {
    note.textContent = '';
    try {
      await acceptInvitation(invitationToken(link.value), name.value.trim() || undefined);
      if (!isAdult()) return await enter();
      return changeHeading(screen, () => fill(screen, choosePIN(enter)));
    } catch (error) {
      note.textContent = kindOf(error) === 'missing' ? texts.unknown : errorText(error);
    }
    return undefined;
  };
  const signedIn = currentSession()?.profile.name;
  screen.append(screenHeader(texts.title, { subtitle: signedIn ? texts.signedIn(signedIn) : texts.help }), h('form', { class: 'panel', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); accept(); } },
    token ? null : labelled(texts.link, link, texts.linkHelp), labelled(texts.name, name, texts.nameHelp), note, h('button', { class: 'button primary', type: 'submit' }, texts.join)));
  // The token is a secret; the history need not have it.
  if (token) rename(routeTo('join'));
}

/** @param {() => Promise<void>} enter */
function choosePIN(enter) {
  const profile = currentSession()?.profile;
  const pin = pinField('new-password', true);
  const set = async () => {
    if (await attempt(() => profiles.SetPIN({ profile: profile?.id, pin: pin.value }))) await enter();
  };
  return [screenHeader(texts.welcome(profile?.name ?? ''), { subtitle: texts.pinWhy }), h('form', { class: 'panel', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); set(); } },
    labelled(moreTexts.profile.newPIN, pin, moreTexts.profile.newPINHelp), h('div', { class: 'actions end' }, button(texts.withoutPIN, enter, { kind: 'ghost' }), h('button', { class: 'button primary', type: 'submit' }, moreTexts.profile.setPIN)))];
}
