import { avatar } from '../app.js';
import { currentSession, openSession, playback, profiles } from '../door.js';
import { h } from '../element.js';
import { routeTo } from '../logic/routes.js';
import { button, labelled, select } from '../parts/buttons.js';
import { confirm } from '../parts/dialog.js';
import { bar } from '../parts/poster.js';
import { section } from '../parts/section.js';
import { openForm, sheetButton } from '../parts/sheet.js';
import { attempt, toast } from '../parts/toast.js';
import { attemptWithPIN } from '../parts/with-pin.js';
import { go } from '../router.js';
import { changes, isOwner } from '../state.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';
import { editLimits, openReport } from './kids-limits.js';
import { setPIN } from './pin-forms.js';

const grantMinutes = 30;

/** @param {Hearth.Profile} profile @param {() => void} reload */
export function profilePanel(profile, reload) {
  const isKid = profile.kind === 'kids';
  return h('article', { class: 'panel' }, h('div', { class: 'panel-head' }, avatar(profile), h('div', { class: 'grow' }, h('h3', {}, profile.name), h('p', { class: 'quiet' }, [isKid ? texts.people.kids : texts.people.adult, profile.hasPIN ? texts.people.hasPIN : ''].filter(Boolean).join(' · '))),
    sheetButton(moreTexts.profile.actions(profile.name), () => actionsOf(profile, reload))), isKid ? screenTime(profile.id) : null);
}

/**
 * What this member may do with a profile; the service decides again.
 * @param {Hearth.Profile} profile @param {() => void} reload @returns {(import('../parts/sheet.js').SheetItem | null)[]}
 */
function actionsOf(profile, reload) {
  const isKid = profile.kind === 'kids';
  const hasOwnPIN = !isKid && (isOwner() || currentSession()?.profile.id === profile.id);
  const remove = async () => {
    if (!(await confirm(texts.people.sureProfile(profile.name), texts.common.delete))) return;
    await attemptWithPIN((pin) => profiles.DeleteProfile({ profile: profile.id, pin }));
    reload();
  };
  return [
    { label: moreTexts.profile.rename, icon: 'settings', run: () => rename(profile, reload) },
    isKid ? { label: moreTexts.profile.rules, icon: 'lock', run: () => go(routeTo('rules', profile.id)) } : null,
    isKid ? { label: moreTexts.profile.limits, icon: 'history', run: () => editLimits(profile, reload) } : null,
    isKid ? { label: moreTexts.profile.report, icon: 'week', run: () => openReport(profile) } : null,
    hasOwnPIN ? { label: profile.hasPIN ? moreTexts.profile.changePIN : moreTexts.profile.setPIN, icon: 'lock', run: () => setPIN(moreTexts.profile.pinOf(profile.name), profile.id, reload) } : null,
    hasOwnPIN && profile.hasPIN ? { label: moreTexts.profile.removePIN, icon: 'close', run: () => setPIN(moreTexts.profile.pinOf(profile.name), profile.id, reload, { isRemoved: true }) } : null,
    { label: texts.people.deleteProfile(profile.name), icon: 'trash', isDestructive: true, run: remove },
  ];
}

/** @param {Hearth.Profile} profile @param {() => void} reload */
async function rename(profile, reload) {
  const name = h('input', { type: 'text', required: true, maxlength: 80, value: profile.name, autofocus: true });
  const done = await openForm(moreTexts.profile.rename, [labelled(texts.people.name, name)], texts.common.save, () => attemptWithPIN((pin) => profiles.RenameProfile({ profile: profile.id, name: name.value.trim(), pin })));
  if (!done) return;
  // The navigation has the name of who watches.
  if (profile.id === currentSession()?.profile.id) await openSession().then(() => changes.dispatchEvent(new CustomEvent('changed')), () => undefined);
  reload();
}

/** @param {string} profile */
function screenTime(profile) {
  const made = section({
    skeleton: 'card', service: 'playback-state', isSmallError: true, load: (signal) => playback.GetScreenTime({ profile }, { signal }),
    render: (time) => h('div', { class: 'stack tight' }, h('p', {}, texts.people.screenTime, ' ', h('span', { class: 'number quiet' }, time.limitMinutes ? texts.people.used(time.usedMinutes, time.limitMinutes) : texts.people.usedOnly(time.usedMinutes))), time.limitMinutes ? bar(Math.min(1, time.usedMinutes / time.limitMinutes), texts.people.screenTime) : null,
      time.limitMinutes === undefined ? null : h('div', { class: 'actions' }, button(texts.people.grant(grantMinutes), async () => {
        if (await attemptWithPIN((pin) => playback.GrantScreenTime({ profile, minutes: grantMinutes, pin }))) toast(texts.people.granted(grantMinutes));
        made.reload();
      }))),
  });
  return made;
}

/** @param {() => void} reload */
export async function addProfile(reload) {
  let kind = 'adult';
  const name = h('input', { type: 'text', required: true, maxlength: 80, autofocus: true });
  const kinds = select([['adult', texts.people.adult], ['kids', texts.people.kids]], kind, (value) => { kind = value; });
  const made = await openForm(texts.people.addProfile, [labelled(texts.people.name, name), labelled(texts.people.kind, kinds)], texts.common.add, () => attempt(() => profiles.CreateProfile({ name: name.value.trim(), kind })));
  if (made) reload();
}
