import { acceptInvitation, currentSession, profiles } from '../door.js';
import { fill, h } from '../element.js';
import { kindOf } from '../logic/errors.js';
import { invitationToken } from '../logic/invitation.js';
import { routeTo } from '../logic/routes.js';
import { button, labelled, linkButton } from '../parts/buttons.js';
import { screenHeader } from '../parts/screen.js';
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
  const join = h('button', { class: 'button primary', type: 'submit' }, texts.join);
  const field = labelled(texts.link, link, texts.linkHelp);
  field.hidden = Boolean(token);
  /** Another link can take the place of one that is refused, also of the one that led here. */
  const refuse = () => {
    note.textContent = texts.unknown;
    if (field.hidden) link.value = '';
    field.hidden = false;
    link.focus();
  };
  const accept = async () => {
    const wanted = invitationToken(link.value);
    note.textContent = '';
    if (!wanted) return refuse();
    const hadFocus = document.activeElement === join;
    join.disabled = true;
    try {
      await acceptInvitation(wanted, name.value.trim() || undefined);
      // At once: from here on Back must not show what an earlier profile has seen.
      sessionStorage.setItem('hearth-chosen', currentSession()?.profile.id ?? '');
      await shell.enter();
      if (!isAdult() || !screen.isConnected) return goHome();
      return choosePIN(screen);
    } catch (error) {
      join.disabled = false;
      if (kindOf(error) === 'missing') return refuse();
      note.textContent = errorText(error);
      if (hadFocus) join.focus();
    }
    return undefined;
  };
  const signedIn = currentSession()?.profile.name;
  screen.append(...[screenHeader(texts.title, { subtitle: signedIn ? texts.signedIn(signedIn) : texts.help }), h('form', { class: 'panel', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); accept(); } },
    field, labelled(texts.name, name, texts.nameHelp), note, join), signedIn ? [] : linkButton(texts.back, routeTo('sign-in'), { kind: 'ghost' })].flat());
  // The token is a secret; the history need not have it.
  if (token) rename(routeTo('join'));
}

const goHome = () => go(routeTo('home'), true);

/**
 * Offers a PIN to who has joined. The field has the focus: it is the one thing to do there.
 * @param {import('../parts/screen.js').Screen} screen
 */
function choosePIN(screen) {
  const profile = currentSession()?.profile;
  const pin = pinField('new-password', true);
  const set = async () => {
    if (await attempt(() => profiles.SetPIN({ profile: profile?.id, pin: pin.value }))) goHome();
  };
  fill(screen, screenHeader(texts.welcome(profile?.name ?? ''), { subtitle: texts.pinWhy }), h('form', { class: 'panel', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); set(); } },
    labelled(moreTexts.profile.newPIN, pin, moreTexts.profile.newPINHelp), h('div', { class: 'actions end' }, button(texts.withoutPIN, goHome, { kind: 'ghost' }), h('button', { class: 'button primary', type: 'submit' }, moreTexts.profile.setPIN))));
  pin.focus();
}
