import { catalog, scheduler } from '../door.js';
import { fill, h } from '../element.js';
import { lineOf, nameOf } from '../logic/cards.js';
import { localDay } from '../logic/format.js';
import { labelled, select } from '../parts/buttons.js';
import { openForm } from '../parts/sheet.js';
import { attempt, toast } from '../parts/toast.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';

const pause = 300;
const suggested = 8;
/** Days as RFC 5545 names them, Monday first. */
const ruleDays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * The days of a week by their numbers of ISO 8601: 1 is Monday.
 * @returns {[string, string][]}
 */
const weekdays = () => [1, 2, 3, 4, 5, 6, 7].map((number) => [String(number), localDay(`2024-01-0${number}`).full.split(/[ ,]/)[0]]);

/** @param {string} date */
const weekdayOf = (date) => (new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7 + 1;

/** @param {string} label @param {boolean} isOn */
function toggle(label, isOn) {
  const input = h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: isOn });
  const field = labelled(label, input);
  field.classList.add('line');
  return { input, field };
}

/**
 * A window of free time for the week's plan, a new one or one to change.
 * @param {Hearth.ProgrammeWindow | undefined} window @param {string} first a day of the week shown @param {() => void} reload
 */
export async function editWindow(window, first, reload) {
  const day = select(weekdays(), String(window?.dayOfWeek ?? weekdayOf(first)), () => undefined);
  const from = h('input', { type: 'time', value: window?.start ?? '20:00', required: true });
  const to = h('input', { type: 'time', value: window?.end ?? '22:00', required: true });
  const family = toggle(moreTexts.week.family, window?.isFamilyFriendly ?? false);
  const partner = toggle(moreTexts.week.partner, window?.partnerMustLike ?? false);
  const done = await openForm(window ? moreTexts.week.editWindow : texts.week.addWindow, [labelled(texts.week.day, day), labelled(texts.week.from, from), labelled(texts.week.to, to), family.field, partner.field], texts.common.save, () => {
    const change = { dayOfWeek: Number(day.value), start: from.value, end: to.value, isFamilyFriendly: family.input.checked, partnerMustLike: partner.input.checked };
    return attempt(() => (window ? scheduler.EditWindow({ id: window.id, version: window.version, ...change }) : scheduler.AddWindow(change)));
  });
  if (!done) return;
  toast(texts.settings.saved);
  reload();
}

/**
 * A title of the library as it is typed; any other text is a name of its own.
 * @param {string} label
 */
function titleField(label) {
  const input = h('input', { type: 'text', placeholder: texts.week.tv, maxlength: 60, list: 'week-titles', autocomplete: 'off', autofocus: true });
  const found = h('datalist', { id: 'week-titles' });
  /** @type {Map<string, Hearth.Card>} */
  const cards = new Map();
  let timer = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(async () => {
      const text = input.value.trim();
      if (text.length < 2 || cards.has(text)) return;
      const page = await catalog.Search({ text, kinds: ['movie', 'series'], page: { size: suggested } }).catch(() => undefined);
      for (const card of page?.hits ?? []) cards.set(nameOf(card), card);
      fill(found, (page?.hits ?? []).map((card) => h('option', { value: nameOf(card) }, lineOf(card))));
    }, pause);
  });
  const field = labelled(label, input, moreTexts.week.titleHelp);
  field.append(found);
  return { input, field, card: () => cards.get(input.value.trim()) };
}

/** @param {string} profile @param {Map<string, string>} names @param {string} date @param {string} time @param {() => void} reload */
export async function bookSlot(profile, names, date, time, reload) {
  const title = titleField(moreTexts.week.title);
  const minutes = h('input', { type: 'number', min: 5, max: 720, step: 5, value: 60 });
  const repeats = toggle(moreTexts.week.repeat, false);
  const people = [...names].map(([id, name]) => ({ id, ...toggle(name, id === profile) }));
  const done = await openForm(texts.week.bookAt(names.get(profile) ?? '', time), [title.field, labelled(texts.week.minutes, minutes), h('fieldset', { class: 'stack tight' }, h('legend', {}, moreTexts.week.who), people.map((one) => one.field)), repeats.field], texts.common.save, () => {
    const card = title.card();
    return attempt(() => scheduler.BookSlot({
      profiles: people.filter((one) => one.input.checked).map((one) => one.id), start: `${date}T${time}`, minutes: Number(minutes.value) || undefined,
      ...(card ? { content: card.id } : { label: title.input.value.trim() || texts.week.tv }), ...(repeats.input.checked ? { rule: `FREQ=WEEKLY;BYDAY=${ruleDays[weekdayOf(date) - 1]}` } : {}),
    }));
  });
  if (!done) return;
  toast(texts.week.booked);
  reload();
}

/**
 * Another time or length of a slot.
 * @param {Hearth.ProgrammeSlot} slot @param {() => void} reload
 */
export async function changeSlot(slot, reload) {
  const start = h('input', { type: 'datetime-local', value: slot.start, required: true });
  const minutes = h('input', { type: 'number', min: 5, max: 720, step: 5, value: slot.minutes });
  const done = await openForm(slot.title, [labelled(moreTexts.week.start, start), labelled(texts.week.minutes, minutes)], texts.common.save,
    () => attempt(() => scheduler.EditSlot({ id: slot.id, version: slot.version, start: start.value.slice(0, 16), minutes: Number(minutes.value) })));
  if (!done) return;
  toast(moreTexts.week.moved);
  reload();
}
