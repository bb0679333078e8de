import { profiles } from '../door.js';
import { h } from '../element.js';
import { labelled } from '../parts/buttons.js';
import { openForm } from '../parts/sheet.js';
import { attempt, toast } from '../parts/toast.js';
import { isOwner } from '../state.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';

/** @param {string} autocomplete @param {boolean} [isFirst] */
export const pinField = (autocomplete, isFirst) => h('input', { type: 'password', inputmode: 'numeric', pattern: '[0-9]{4,8}', minlength: 4, maxlength: 8, required: true, autocomplete, autofocus: isFirst });

/**
 * Sets, changes or removes a PIN. The owner needs no current one, so that a forgotten one can be replaced.
 * @param {string} title @param {string | undefined} profile undefined: the household's @param {() => void} reload @param {{isRemoved?: boolean}} more
 */
export async function setPIN(title, profile, reload, { isRemoved = false } = {}) {
  const next = pinField('new-password', true);
  const current = pinField('current-password', isRemoved);
  const fields = [...(isOwner() ? [] : [labelled(moreTexts.profile.currentPIN, current)]), ...(isRemoved ? [] : [labelled(moreTexts.profile.newPIN, next, moreTexts.profile.newPINHelp)])];
  const set = () => attempt(() => profiles.SetPIN({ profile, ...(isRemoved ? {} : { pin: next.value }), ...(isOwner() ? {} : { current: current.value }) }));
  const done = fields.length ? await openForm(title, fields, isRemoved ? texts.common.remove : texts.common.save, set) : await set();
  if (!done) return;
  toast(isRemoved ? moreTexts.profile.pinRemoved : moreTexts.profile.pinSet);
  reload();
}
