import { avatar } from '../app.js';
import { playback, profiles } from '../door.js';
import { h } from '../element.js';
import { nameOf } from '../logic/cards.js';
import { percent, relative } from '../logic/format.js';
import { button, iconButton, labelled, select } from '../parts/buttons.js';
import { confirm, openDialog } from '../parts/dialog.js';
import { bar } from '../parts/poster.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { attempt, toast } from '../parts/toast.js';
import { changes, isAdult } from '../state.js';
import { texts } from '../texts.js';
import { approvePanel } from './people-approve.js';

const grantMinutes = 30;

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen, route) {
  /** @type {import('../parts/section.js').Section} */
  const people = section({ title: texts.people.profiles, skeleton: 'feature', service: 'profiles', load: (signal) => profiles.ListProfiles({}, { signal }), render: (found) => h('ul', { class: 'panels' }, found.profiles.map((profile) => h('li', {}, profilePanel(profile, () => people.reload())))) });
  const active = activeNow();
  screen.append(screenHeader(texts.nav.people, { actions: [button(texts.people.addProfile, () => addProfile(() => people.reload()), { icon: 'plus' })] }), approvePanel(route.query.code ?? '', () => devices.reload()), people, active, members(), devicesSection());
  const devices = /** @type {import('../parts/section.js').Section} */ (screen.lastElementChild);
  screen.whileShown((signal) => changes.addEventListener('event', (event) => { if (/** @type {CustomEvent} */ (event).detail.type === 'activity') active.reload(); }, { signal }));
}

/** @param {Hearth.Profile} profile @param {() => void} reload */
function profilePanel(profile, reload) {
  const remove = async () => {
    if (!(await confirm(texts.people.sureProfile(profile.name), texts.common.delete))) return;
    await attempt(() => profiles.DeleteProfile({ profile: profile.id }));
    reload();
  };
  return h('article', { class: 'panel' }, h('div', { class: 'panel-head' }, avatar(profile), h('div', { class: 'grow' }, h('h3', {}, profile.name), h('p', { class: 'quiet' }, [profile.kind === 'kids' ? texts.people.kids : texts.people.adult, profile.hasPIN ? texts.people.hasPIN : ''].filter(Boolean).join(' · '))),
    iconButton('trash', texts.people.deleteProfile(profile.name), remove)), profile.kind === 'kids' ? screenTime(profile.id) : null);
}

/** @param {string} profile */
function screenTime(profile) {
  const made = section({
    skeleton: 'card', service: 'playback-state', isSmallError: true, load: (signal) => playback.GetScreenTime({ profile }, { signal }),
    render: (time) => h('div', { class: 'stack tight' }, h('p', {}, texts.people.screenTime, ' ', h('span', { class: 'number quiet' }, time.limitMinutes ? texts.people.used(time.usedMinutes, time.limitMinutes) : texts.people.usedOnly(time.usedMinutes))), time.limitMinutes ? bar(Math.min(1, time.usedMinutes / time.limitMinutes), texts.people.screenTime) : null,
      h('div', { class: 'actions' }, button(texts.people.grant(grantMinutes), async () => {
        if (await attempt(() => playback.GrantScreenTime({ profile, minutes: grantMinutes }))) toast(texts.people.granted(grantMinutes));
        made.reload();
      }))),
  });
  return made;
}

/** @param {() => void} reload */
function addProfile(reload) {
  return openDialog(texts.people.addProfile, (close) => {
    let kind = 'adult';
    const name = h('input', { type: 'text', required: true, maxlength: 40, autofocus: true });
    return [h('form', { onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!(await attempt(() => profiles.CreateProfile({ name: name.value.trim(), kind })))) return;
      close();
      reload();
    } }, labelled(texts.people.name, name), labelled(texts.people.kind, select([['adult', texts.people.adult], ['kids', texts.people.kids]], kind, (value) => { kind = value; })), h('div', { class: 'actions end' }, h('button', { class: 'button primary', type: 'submit' }, texts.common.add)))];
  }, { class: 'small' });
}

const activeNow = () => section({
  title: texts.people.playingNow, skeleton: 'list', service: 'playback-state', isSmallError: true,
  load: async (signal) => {
    const [active, people] = await Promise.all([playback.ListActive({ household: true }, { signal }), profiles.ListProfiles({}, { signal })]);
    return active.sessions.map((session) => ({ session, name: people.profiles.find((profile) => profile.id === session.profile)?.name ?? '' }));
  },
  render: (sessions) => (sessions.length ? h('ul', { class: 'list' }, sessions.map(({ session, name }) => h('li', { class: 'list-row' }, h('span', { class: 'live-dot', 'aria-hidden': 'true' }), h('span', { class: 'grow' }, h('span', { class: 'row-title' }, session.card ? nameOf(session.card) : session.content), h('span', { class: 'quiet' }, `${name} ${texts.history.on(session.device)} · ${percent(session.progress)}`))))) : h('p', { class: 'quiet' }, texts.people.nothingPlaying)),
});

const members = () => section({
  title: texts.people.members, skeleton: 'list', service: 'profiles', isSmallError: true, load: (signal) => profiles.ListMembers({}, { signal }), isEmpty: (found) => found.members.length === 0,
  render: (found) => h('ul', { class: 'list' }, found.members.map((member) => h('li', { class: 'list-row' }, h('span', { class: 'grow row-title' }, member.name), member.disabled ? h('span', { class: 'badge bad' }, texts.people.disabled) : null, h('span', { class: 'badge' }, texts.roles[member.role] ?? member.role)))),
});

function devicesSection() {
  const made = section({
    title: texts.people.devices, skeleton: 'list', service: 'profiles', isSmallError: true, load: (signal) => profiles.ListDevices({}, { signal }), isEmpty: (found) => found.devices.length === 0,
    empty: { icon: 'devices', title: texts.people.noDevices[0], message: texts.people.noDevices[1] },
    render: (found) => h('ul', { class: 'list' }, found.devices.map((device) => h('li', { class: 'list-row wraps' }, h('span', { class: 'grow' }, h('span', { class: 'row-title' }, device.description.name), h('span', { class: 'quiet' }, texts.people.seen(relative(device.lastSeen, new Date())))),
      device.isCurrent ? h('span', { class: 'badge good' }, texts.people.thisDevice) : null, device.isDisabled ? h('span', { class: 'badge bad' }, texts.people.disabled) : null,
      device.isCurrent || !isAdult() ? null : button(texts.people.signOut, async () => {
        if (!(await confirm(texts.people.sureDevice(device.description.name), texts.people.signOut))) return;
        await attempt(() => profiles.RevokeDevice({ device: device.id }));
        made.reload();
      }, { label: `${texts.people.signOut}: ${device.description.name}` })))),
  });
  return made;
}
