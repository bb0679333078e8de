import { profiles } from '../door.js';
import { h } from '../element.js';
import { labelled } from '../parts/buttons.js';
import { confirm } from '../parts/dialog.js';
import { section } from '../parts/section.js';
import { openForm, sheetButton } from '../parts/sheet.js';
import { attempt, toast } from '../parts/toast.js';
import { attemptWithPIN } from '../parts/with-pin.js';
import { isOwner } from '../state.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';

/**
 * The members with their roles, and what the owner may change.
 * @param {() => void} profilesChanged
 */
export function members(profilesChanged) {
  const changed = () => {
    toast(moreTexts.members.changed);
    made.reload();
    profilesChanged();
  };
  /** @type {import('../parts/section.js').Section} */
  const made = section({
    title: texts.people.members, skeleton: 'list', service: 'profiles', isSmallError: true,
    load: async (signal) => {
      const [found, table] = await Promise.all([profiles.ListMembers({}, { signal }), profiles.ListRoles({}, { signal }).catch(() => undefined)]);
      return { members: found.members, table };
    },
    isEmpty: (found) => found.members.length === 0,
    render: (found) => [h('ul', { class: 'list' }, found.members.map((member) => h('li', { class: 'list-row' }, h('span', { class: 'grow row-title' }, member.name), member.disabled ? h('span', { class: 'badge bad' }, texts.people.disabled) : null, h('span', { class: 'badge' }, texts.roles[member.role] ?? member.role),
      isOwner() ? sheetButton(moreTexts.members.actions(member.name), () => actionsOf(member, changed)) : null))),
    ...(found.table ? [roleTable(found.table)] : [])],
  });
  return made;
}

/** @param {Hearth.HouseholdMember} member @param {() => void} changed @returns {(import('../parts/sheet.js').SheetItem | null)[]} */
function actionsOf(member, changed) {
  const run = (/** @type {() => Promise<unknown>} */ work) => async () => { if (await work()) changed(); };
  const isOther = member.role !== 'owner';
  const role = member.role === 'child' ? 'adult' : 'child';
  const remove = (/** @type {boolean} */ keepProfile, /** @type {string} */ question) => async () => {
    if (await confirm(question, moreTexts.members.remove)) run(() => attemptWithPIN((pin) => profiles.RemoveMember({ member: member.id, keepProfile, pin })))();
  };
  return [
    { label: moreTexts.members.rename, icon: 'settings', run: () => rename(member, changed) },
    isOther ? { label: role === 'adult' ? moreTexts.members.makeAdult : moreTexts.members.makeChild, icon: 'people', run: run(() => attemptWithPIN((pin) => profiles.ChangeMember({ member: member.id, role, pin }))) } : null,
    isOther ? { label: member.disabled ? moreTexts.members.enable : moreTexts.members.disable, icon: 'lock', run: run(() => attempt(() => (member.disabled ? profiles.EnableMember({ member: member.id }) : profiles.DisableMember({ member: member.id })))) } : null,
    isOther ? { label: moreTexts.members.removeKeeping, icon: 'close', isDestructive: true, run: remove(true, moreTexts.members.sureKeep(member.name)) } : null,
    isOther ? { label: moreTexts.members.remove, icon: 'trash', isDestructive: true, run: remove(false, moreTexts.members.sureRemove(member.name)) } : null,
  ];
}

/** @param {Hearth.HouseholdMember} member @param {() => void} changed */
async function rename(member, changed) {
  const name = h('input', { type: 'text', required: true, maxlength: 80, value: member.name, autofocus: true });
  const done = await openForm(moreTexts.members.rename, [labelled(texts.people.name, name)], texts.common.save, () => attempt(() => profiles.ChangeMember({ member: member.id, name: name.value.trim() })));
  if (done) changed();
}

/** @param {Hearth.RoleTable} table */
const roleTable = (table) => h('details', { class: 'links' }, h('summary', {}, moreTexts.members.roles), h('ul', { class: 'list' }, table.permissions.map((permission) => h('li', { class: 'list-row wraps' }, h('span', { class: 'grow' }, permission.help), permission.roles.map((role) => h('span', { class: 'badge' }, texts.roles[role] ?? role))))));
