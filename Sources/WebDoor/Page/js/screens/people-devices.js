import { profiles } from '../door.js';
import { h } from '../element.js';
import { relative } from '../logic/format.js';
import { button, labelled } from '../parts/buttons.js';
import { confirm } from '../parts/dialog.js';
import { section } from '../parts/section.js';
import { openForm, sheetButton } from '../parts/sheet.js';
import { attempt, toast } from '../parts/toast.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';

/** The signed-in devices: one's own, for the owner those of all. */
export function devicesSection() {
  const reload = () => { made.reload(); };
  const everywhere = async () => {
    if (await confirm(moreTexts.devices.sureEverywhere, moreTexts.devices.everywhere)) await attempt(() => profiles.SignOutEverywhere({}));
    reload();
  };
  /** @type {import('../parts/section.js').Section} */
  const made = section({
    title: texts.people.devices, skeleton: 'list', service: 'profiles', isSmallError: true, load: (signal) => profiles.ListDevices({}, { signal }), isEmpty: (found) => found.devices.length === 0,
    empty: { icon: 'devices', title: texts.people.noDevices[0], message: texts.people.noDevices[1] },
    render: (found) => [h('ul', { class: 'list' }, found.devices.map((device) => h('li', { class: 'list-row wraps' }, h('span', { class: 'grow' }, h('span', { class: 'row-title' }, device.description.name), h('span', { class: 'quiet' }, [device.description.platform, texts.people.seen(relative(device.lastSeen, new Date()))].join(' · '))),
      badges(device).map(([text, kind]) => h('span', { class: `badge ${kind}` }, text)),
      device.isCurrent ? null : button(texts.people.signOut, () => revoke(device, reload), { label: `${texts.people.signOut}: ${device.description.name}` }),
      sheetButton(moreTexts.devices.actions(device.description.name), () => actionsOf(device, reload))))),
    h('div', { class: 'actions' }, button(moreTexts.devices.everywhere, everywhere, { icon: 'lock' }))],
  });
  return made;
}

/** @param {Hearth.Device} device @returns {[string, string][]} */
const badges = (device) => [...(device.isCurrent ? [/** @type {[string, string]} */ ([texts.people.thisDevice, 'good'])] : []), ...(device.isDisabled ? [/** @type {[string, string]} */ ([texts.people.disabled, 'bad'])] : []),
  ...(device.signedOut ? [/** @type {[string, string]} */ ([moreTexts.devices.signedOut, 'bad'])] : []), ...(device.description.isShared ? [/** @type {[string, string]} */ ([moreTexts.devices.shared, ''])] : [])];

/** @param {Hearth.Device} device @param {() => void} reload */
async function revoke(device, reload) {
  if (!(await confirm(texts.people.sureDevice(device.description.name), texts.people.signOut))) return;
  await attempt(() => profiles.RevokeDevice({ device: device.id }));
  reload();
}

/** @param {Hearth.Device} device @param {() => void} reload @returns {(import('../parts/sheet.js').SheetItem | null)[]} */
const actionsOf = (device, reload) => [
  { label: moreTexts.devices.rename, icon: 'settings', run: () => rename(device, reload) },
  device.isCurrent ? null : { label: device.isDisabled ? moreTexts.devices.enable : moreTexts.devices.disable, icon: 'lock', run: async () => {
    if (await attempt(() => (device.isDisabled ? profiles.EnableDevice({ device: device.id }) : profiles.DisableDevice({ device: device.id })))) toast(moreTexts.devices.changed);
    reload();
  } },
];

/** @param {Hearth.Device} device @param {() => void} reload */
async function rename(device, reload) {
  const name = h('input', { type: 'text', required: true, maxlength: 80, value: device.description.name, autofocus: true });
  const done = await openForm(moreTexts.devices.rename, [labelled(texts.people.name, name)], texts.common.save, () => attempt(() => profiles.RenameDevice({ device: device.id, name: name.value.trim() })));
  if (done) reload();
}
