import { scheduler } from '../door.js';
import { h } from '../element.js';
import { localDay } from '../logic/format.js';
import { labelled, select } from '../parts/buttons.js';
import { openDialog } from '../parts/dialog.js';
import { attempt, toast } from '../parts/toast.js';
import { texts } from '../texts.js';

/**
 * The days of a week by their numbers of ISO 8601: 1 is Monday.
 * @returns {[string, string][]}
 */
const weekdays = () => [1, 2, 3, 4, 5, 6, 7].map((number) => [String(number), localDay(`2024-01-0${number}`).full.split(/[ ,]/)[0]]);

/** @param {string} title @param {Node[]} fields @param {() => Promise<unknown>} work @param {string} done @param {() => void} reload */
const form = (title, fields, work, done, reload) => openDialog(title, (close) => [h('form', { onsubmit: async (/** @type {Event} */ event) => {
  event.preventDefault();
  if (!(await attempt(work))) return;
  toast(done);
  close();
  reload();
} }, fields, h('div', { class: 'actions end' }, h('button', { class: 'button primary', type: 'submit' }, texts.common.save)))], { class: 'small' });

/**
 * A window of free time for the week's plan.
 * @param {string} first
 * @param {() => void} reload
 */
export function addWindow(first, reload) {
  let dayOfWeek = String((new Date(`${first}T12:00:00Z`).getUTCDay() + 6) % 7 + 1);
  const from = h('input', { type: 'time', value: '20:00', required: true });
  const to = h('input', { type: 'time', value: '22:00', required: true });
  const day = select(weekdays(), dayOfWeek, (value) => { dayOfWeek = value; });
  return form(texts.week.addWindow, [labelled(texts.week.day, day), labelled(texts.week.from, from), labelled(texts.week.to, to)], () => scheduler.AddWindow({ dayOfWeek: Number(dayOfWeek), start: from.value, end: to.value }), texts.settings.saved, reload);
}

/** @param {string} profile @param {string} name @param {string} date @param {string} time @param {() => void} reload */
export function bookSlot(profile, name, date, time, reload) {
  const label = h('input', { type: 'text', value: texts.week.tv, required: true, maxlength: 100 });
  const minutes = h('input', { type: 'number', min: 30, max: 480, step: 30, value: 60 });
  return form(texts.week.bookAt(name, time), [labelled(texts.week.label, label), labelled(texts.week.minutes, minutes)], () => scheduler.BookSlot({ profiles: [profile], start: `${date}T${time}`, minutes: Number(minutes.value), label: label.value }), texts.week.booked, reload);
}
