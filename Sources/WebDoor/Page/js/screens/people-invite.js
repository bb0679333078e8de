import { pageAddress, profiles } from '../door.js';
import { h } from '../element.js';
import { shortDay, clock } from '../logic/format.js';
import { invitationLink, isOwnAddress } from '../logic/invitation.js';
import { button, iconButton, labelled, select } from '../parts/buttons.js';
import { openDialog } from '../parts/dialog.js';
import { qrPicture } from '../parts/qr-picture.js';
import { section } from '../parts/section.js';
import { openForm } from '../parts/sheet.js';
import { attempt, toast } from '../parts/toast.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';

/** @type {Record<string, string>} */
const looks = { open: 'wait', accepted: 'good', revoked: 'bad', expired: 'bad' };

/**
 * The household's invitations; the owner makes and revokes them.
 * @param {boolean} mayInvite
 */
export function invitations(mayInvite) {
  const make = async () => {
    const issued = await invite();
    if (!issued) return;
    await showLink(issued);
    made.reload();
  };
  const revoke = async (/** @type {Hearth.Invitation} */ invitation) => {
    if (await attempt(() => profiles.RevokeInvitation({ invitation: invitation.id }))) toast(moreTexts.invitations.revoked);
    made.reload();
  };
  /** @type {import('../parts/section.js').Section} */
  const made = section({
    title: moreTexts.invitations.title, skeleton: 'list', service: 'profiles', isSmallError: true, load: (signal) => profiles.ListInvitations({}, { signal }),
    isEmpty: (found) => found.invitations.length === 0 && !mayInvite,
    render: (found) => [found.invitations.length ? h('ul', { class: 'list' }, found.invitations.map((invitation) => h('li', { class: 'list-row wraps' },
      h('span', { class: 'grow' }, h('span', { class: 'row-title' }, invitation.name ?? moreTexts.invitations.unnamed), h('span', { class: 'quiet' }, [texts.roles[invitation.role] ?? invitation.role, invitation.state === 'open' ? moreTexts.invitations.until(`${shortDay(invitation.expires)} ${clock(invitation.expires)}`) : ''].filter(Boolean).join(' · '))),
      h('span', { class: `badge ${looks[invitation.state] ?? ''}` }, moreTexts.invitations.states[invitation.state] ?? invitation.state),
      mayInvite && invitation.state === 'open' ? iconButton('trash', moreTexts.invitations.revoke(invitation.name ?? moreTexts.invitations.unnamed), () => revoke(invitation)) : null))) : h('p', { class: 'quiet' }, moreTexts.invitations.none),
    ...(mayInvite ? [h('div', { class: 'actions' }, button(moreTexts.invitations.invite, make, { icon: 'plus' }))] : [])],
  });
  return made;
}

/** @returns {Promise<Hearth.IssuedInvitation | undefined>} */
function invite() {
  let role = 'adult';
  let minutes = '1440';
  const name = h('input', { type: 'text', maxlength: 80, autofocus: true });
  const roles = select(['adult', 'child'].map((one) => [one, texts.roles[one]]), role, (value) => { role = value; });
  const lifetimes = select(moreTexts.invitations.lifetimes, minutes, (value) => { minutes = value; });
  return openForm(moreTexts.invitations.invite, [labelled(moreTexts.invitations.name, name), labelled(moreTexts.invitations.role, roles), labelled(moreTexts.invitations.lifetime, lifetimes)], moreTexts.invitations.make,
    () => attempt(() => profiles.InviteMember({ role, name: name.value.trim() || undefined, lifetimeMinutes: Number(minutes) })));
}

/**
 * The link is a secret and is shown once.
 * @param {Hearth.IssuedInvitation} issued
 */
async function showLink({ link: appLink, token }) {
  const link = invitationLink(pageAddress(), token);
  // The link is enough where the code cannot be had.
  const picture = await qrPicture(link, moreTexts.invitations.code).catch(() => null);
  return openDialog(moreTexts.invitations.invite, () => [h('div', { class: 'stack centred' }, h('p', {}, moreTexts.invitations.once), picture, h('code', { class: 'secret-link' }, link),
    button(moreTexts.invitations.copy, () => navigator.clipboard?.writeText(link).then(() => toast(moreTexts.invitations.copied), () => undefined), { kind: 'primary', icon: 'copy' }),
    isOwnAddress(location.hostname) ? h('p', { class: 'quiet' }, moreTexts.invitations.onlyHere) : null, h('p', { class: 'quiet' }, moreTexts.invitations.accept, ' ', h('code', {}, appLink)))], { class: 'small' });
}
