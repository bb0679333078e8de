import { avatar } from '../app.js';
import { currentSession, profiles, signOut, switchProfile } from '../door.js';
import { h, hidden } from '../element.js';
import { icon } from '../icons.js';
import { DoorError } from '../logic/errors.js';
import { button } from '../parts/buttons.js';
import { openDialog } from '../parts/dialog.js';
import { pinPad } from '../parts/pin-pad.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { errorText } from '../parts/states.js';
import { attempt, toast } from '../parts/toast.js';
import { go } from '../router.js';
import { texts } from '../texts.js';

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen, _route, shell) {
  screen.classList.add('who');
  const enter = async (/** @type {Hearth.Profile} */ profile) => {
    sessionStorage.setItem('hearth-chosen', profile.id);
    await shell.enter();
    go('#/home');
  };
  screen.append(screenHeader(texts.who.title), section({
    load: (signal) => profiles.ListProfiles({}, { signal }), skeleton: 'feature', service: 'profiles',
    render: (list) => h('ul', { class: 'faces' }, list.profiles.map((profile) => h('li', {}, h('button', { class: 'face', type: 'button', onclick: () => choose(profile, enter) },
      avatar(profile), h('span', { class: 'face-name' }, profile.name),
      h('span', { class: 'quiet' }, profile.kind === 'kids' ? texts.who.kids : '', profile.asksPIN ? [icon('lock'), hidden(texts.people.hasPIN)] : null)))))
  }), h('div', { class: 'actions centre' }, button(texts.who.signOut, () => attempt(signOut), { kind: 'ghost' })));
}

/** @param {Hearth.Profile} profile @param {(profile: Hearth.Profile) => Promise<void>} enter */
async function choose(profile, enter) {
  if (currentSession()?.profile.id === profile.id && !profile.asksPIN) return enter(profile);
  const problem = await change(profile);
  if (problem === undefined) return enter(profile);
  if (problem !== 'pinRequired') return toast(problem, { isError: true });
  const isOpen = await openDialog(texts.who.pinTitle(profile.name), (/** @type {(isOpen?: boolean) => void} */ close) => [
    pinPad(async (pin) => {
      const wrong = await change(profile, pin);
      if (wrong === undefined) close(true);
      return wrong === 'pinRequired' ? texts.who.pinWrong : wrong;
    }),
  ], { class: 'pin-dialog' });
  return isOpen ? enter(profile) : undefined;
}

/**
 * Switches; resolves with what is wrong, `pinRequired` as it is.
 * @param {Hearth.Profile} profile
 * @param {string} [pin]
 */
async function change(profile, pin) {
  try {
    await switchProfile(profile.id, pin);
    return undefined;
  } catch (error) {
    if (!(error instanceof DoorError)) throw error;
    if (error.problem === 'pinRequired') return 'pinRequired';
    if (error.problem === 'pinWrong') return texts.who.pinWrong;
    return error.problem === 'pinLocked' ? texts.who.pinLocked : errorText(error);
  }
}
