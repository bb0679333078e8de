import { currentSession, playback, profiles } from '../door.js';
import { deviceName, knownDevices } from '../devices.js';
import { h } from '../element.js';
import { nameOf } from '../logic/cards.js';
import { percent } from '../logic/format.js';
import { button } from '../parts/buttons.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { attempt } from '../parts/toast.js';
import { changes, isOwner } from '../state.js';
import { texts } from '../texts.js';
import { approvePanel } from './people-approve.js';
import { devicesSection } from './people-devices.js';
import { invitations } from './people-invite.js';
import { members } from './people-members.js';
import { addProfile, profilePanel } from './people-profiles.js';

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen, route) {
  /** @type {import('../parts/section.js').Section} */
  const people = section({ title: texts.people.profiles, skeleton: 'feature', service: 'profiles', load: (signal) => profiles.ListProfiles({}, { signal }), render: (found) => h('ul', { class: 'panels' }, found.profiles.map((profile) => h('li', {}, profilePanel(profile, () => people.reload())))) });
  const active = activeNow();
  const devices = devicesSection();
  screen.append(screenHeader(texts.nav.people, { actions: [button(texts.people.addProfile, () => addProfile(() => people.reload()), { icon: 'plus' })] }), approvePanel(route.query.code ?? '', () => devices.reload()), people, active,
    members(() => people.reload()), invitations(isOwner()), devices);
  screen.whileShown((signal) => changes.addEventListener('event', (event) => { if (/** @type {CustomEvent} */ (event).detail.type === 'activity') active.reload(); }, { signal }));
}

/**
 * What another profile plays is joined and left.
 * @param {Hearth.ActiveSession} session @param {() => void} reload
 */
function joining(session, reload) {
  const own = currentSession()?.profile.id ?? '';
  if (session.profile === own) return null;
  const isIn = session.watchingTogether?.includes(own);
  return button(isIn ? texts.people.leave : texts.people.join, async () => {
    if (await attempt(() => (isIn ? playback.LeaveSession({ session: session.session }) : playback.JoinSession({ session: session.session })))) reload();
  }, { kind: 'ghost' });
}

function activeNow() {
  /** @type {import('../parts/section.js').Section} */
  const active = section({
    title: texts.people.playingNow, skeleton: 'list', service: 'playback-state', isSmallError: true,
    load: async (signal) => {
      const [playing, people, names] = await Promise.all([playback.ListActive({ household: true }, { signal }), profiles.ListProfiles({}, { signal }), knownDevices(signal)]);
      return playing.sessions.map((session) => ({ session, device: deviceName(names, session.device), name: people.profiles.find((profile) => profile.id === session.profile)?.name ?? '' }));
    },
    render: (sessions) => (sessions.length ? h('ul', { class: 'list' }, sessions.map(({ session, device, name }) => h('li', { class: 'list-row' }, h('span', { class: 'live-dot', 'aria-hidden': 'true' }), h('span', { class: 'grow' }, h('span', { class: 'row-title' }, session.card ? nameOf(session.card) : texts.history.gone), h('span', { class: 'quiet' }, `${name} ${texts.history.on(device)} · ${percent(session.progress)}`)),
      joining(session, () => active.reload())))) : h('p', { class: 'quiet' }, texts.people.nothingPlaying)),
  });
  return active;
}
