import { profiles } from '../door.js';
import { h } from '../element.js';
import { languageName, localDay, namedCodes } from '../logic/format.js';
import { rowOrder } from '../logic/home-rows.js';
import { movedBy } from '../logic/order.js';
import { button, iconButton, labelled, select } from '../parts/buttons.js';
import { openDialog } from '../parts/dialog.js';
import { openForm } from '../parts/sheet.js';
import { attempt, toast } from '../parts/toast.js';
import { attemptWithPIN } from '../parts/with-pin.js';
import { household, isAdult, isOwner, takeHousehold } from '../state.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';
import { setPIN } from './pin-forms.js';

/** Idle minutes that the contract knows. */
const idleChoices = ['', '15', '30', '60'];
const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

/**
 * The household as it is, and what its owner may change.
 * @param {() => void} redraw
 */
export function householdPanel(redraw) {
  const info = household();
  if (!info) return h('div', {});
  const { preferences, relock } = info;
  const took = (/** @type {Hearth.HouseholdInfo | undefined} */ next) => {
    if (!next) return;
    takeHousehold(next);
    toast(texts.settings.saved);
    redraw();
  };
  const asksWhen = [relock?.idleMinutes ? `${relock.idleMinutes} min` : '', relock?.hour === undefined ? '' : `${relock.hour}:00`].filter(Boolean).join(', ') || moreTexts.household.never;
  const rows = [[texts.settings.name, info.name], [texts.settings.timeZone, info.timeZone], [texts.settings.region, info.region ?? ''], [moreTexts.household.language, preferences?.language ? languageName(preferences.language) : ''], [texts.settings.plan, info.plan],
    [moreTexts.household.relock, asksWhen], [moreTexts.household.pin, info.hasPIN ? moreTexts.household.hasPIN : moreTexts.household.noPIN]];
  const refresh = async () => took(await attempt(() => profiles.GetHousehold({})));
  return h('section', { class: 'panel' }, h('h2', { class: 'small-heading' }, texts.settings.household), h('dl', { class: 'facts-list' }, rows.filter(([, value]) => value).map(([name, value]) => h('div', {}, h('dt', { class: 'quiet' }, name), h('dd', {}, value)))),
    isAdult() ? h('div', { class: 'actions' }, isOwner() ? [button(moreTexts.household.edit, async () => took(await editHousehold(info)), { icon: 'settings' }), button(moreTexts.household.relock, async () => took(await editRelock(relock))), button(moreTexts.household.rows, () => sortRows(info, took))] : null,
      button(info.hasPIN ? moreTexts.profile.changePIN : moreTexts.profile.setPIN, () => setPIN(moreTexts.household.pin, undefined, refresh), { icon: 'lock', label: `${info.hasPIN ? moreTexts.profile.changePIN : moreTexts.profile.setPIN}: ${moreTexts.household.title}` }),
      info.hasPIN ? button(moreTexts.profile.removePIN, () => setPIN(moreTexts.household.pin, undefined, refresh, { isRemoved: true }), { kind: 'ghost' }) : null) : null);
}

/** @param {boolean} isOn @param {string} label */
function toggle(isOn, label) {
  const input = h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: isOn });
  const field = labelled(label, input);
  field.classList.add('line');
  return { input, field };
}

/**
 * A choice by name; a code without a name in this browser, as `pt-BR`, stays.
 * @param {[string, string][]} known @param {string} value
 */
function choiceOf(known, value) {
  const isKnown = !value || known.some(([code]) => code === value);
  return select([['', moreTexts.household.notChosen], ...(isKnown ? [] : [/** @type {[string, string]} */ ([value, languageName(value)])]), ...known], value, () => undefined);
}

/** @param {Hearth.HouseholdInfo} info @returns {Promise<Hearth.HouseholdInfo | undefined>} */
function editHousehold(info) {
  const { preferences = {} } = info;
  const name = h('input', { type: 'text', required: true, maxlength: 80, value: info.name, autofocus: true });
  const zones = /** @type {string[]} */ (/** @type {any} */ (Intl).supportedValuesOf('timeZone'));
  const zone = select([...new Set([info.timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone, ...zones])].map((one) => [one, one.replaceAll('_', ' ')]), info.timeZone, () => undefined);
  const region = choiceOf(namedCodes('region'), info.region ?? '');
  const language = choiceOf(namedCodes('language'), preferences.language ?? '');
  const days = /** @type {[string, string][]} */ ([1, 2, 3, 4, 5, 6, 7].map((day) => [String(day), localDay(`2024-01-0${day}`).full.split(/[ ,]/)[0]]));
  const first = select(days, String(preferences.firstDayOfWeek ?? 1), () => undefined);
  const history = h('input', { type: 'number', min: 0, max: 3650, value: preferences.historyDays ?? 0 });
  const slots = select(Object.entries(moreTexts.household.slotRules), preferences.slotRule ?? 'refuse', () => undefined);
  const match = select(Object.entries(moreTexts.household.matchRules), preferences.matchRule ?? 'anyTwo', () => undefined);
  const kids = toggle(info.kidsSeeUnrated, moreTexts.household.kids);
  const channels = toggle(info.kidsSeeUnratedChannels, moreTexts.household.kidsChannels);
  const fields = [labelled(texts.settings.name, name), labelled(texts.settings.timeZone, zone), labelled(texts.settings.region, region), labelled(moreTexts.household.language, language), labelled(moreTexts.household.firstDay, first),
    labelled(moreTexts.household.history, history, moreTexts.household.historyHelp), labelled(moreTexts.household.slotRule, slots), labelled(moreTexts.household.matchRule, match), kids.field, channels.field];
  return openForm(moreTexts.household.edit, fields, texts.common.save, () => attemptWithPIN((pin) => profiles.SetHouseholdOptions({
    name: name.value.trim(), timeZone: zone.value, region: region.value, pin,
    // Changing what kids see asks for the PIN, so that it is sent only when it changes.
    ...(kids.input.checked === info.kidsSeeUnrated ? {} : { kidsSeeUnrated: kids.input.checked }), ...(channels.input.checked === info.kidsSeeUnratedChannels ? {} : { kidsSeeUnratedChannels: channels.input.checked }),
    preferences: { language: language.value, firstDayOfWeek: Number(first.value), historyDays: Number(history.value), slotRule: slots.value, matchRule: match.value },
  })));
}

/** @param {Hearth.RelockSettings | undefined} relock @returns {Promise<Hearth.HouseholdInfo | undefined>} */
function editRelock(relock) {
  const idle = select(idleChoices.map((one) => [one, one ? `${one} min` : moreTexts.household.never]), String(relock?.idleMinutes ?? ''), () => undefined);
  const hour = select([['', moreTexts.household.never], .../** @type {[string, string][]} */ (hours.map((one) => [one, `${one.padStart(2, '0')}:00`]))], String(relock?.hour ?? ''), () => undefined);
  const number = (/** @type {string} */ text) => (text === '' ? undefined : Number(text));
  return openForm(moreTexts.household.relock, [labelled(moreTexts.household.relockIdle, idle), labelled(moreTexts.household.relockHour, hour)], texts.common.save, () => attempt(() => profiles.SetRelock({ idleMinutes: number(idle.value), hour: number(hour.value) })));
}

/** @param {Hearth.HouseholdInfo} info @param {(next: Hearth.HouseholdInfo | undefined) => void} took */
function sortRows(info, took) {
  let order = rowOrder(info.preferences?.homeRows);
  const list = h('ol', { class: 'list' });
  const draw = () => list.replaceChildren(...order.map((name, index) => {
    const text = texts.home.rows[name] ?? name;
    const move = (/** @type {number} */ step) => () => {
      order = movedBy(order, index, step);
      draw();
      const row = list.children[index + step];
      const target = row.querySelector(`.${step < 0 ? 'up' : 'down'}:not(:disabled)`) ?? row.querySelector('button:not(:disabled)');
      if (target instanceof HTMLElement) target.focus();
    };
    const up = iconButton('up', moreTexts.household.rowUp(text), move(-1), { class: 'up' });
    const down = iconButton('down', moreTexts.household.rowDown(text), move(1), { class: 'down' });
    up.disabled = index === 0;
    down.disabled = index === order.length - 1;
    return h('li', { class: 'list-row' }, h('span', { class: 'grow' }, text), up, down);
  }));
  draw();
  return openDialog(moreTexts.household.rows, (close) => [list, h('div', { class: 'actions end' }, button(texts.common.save, async () => {
    const saved = await attempt(() => profiles.SetHouseholdOptions({ preferences: { homeRows: order } }));
    if (!saved) return;
    took(saved);
    close();
  }, { kind: 'primary' }))], { class: 'small' });
}
