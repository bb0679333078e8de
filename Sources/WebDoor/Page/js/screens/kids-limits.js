import { playback, profiles } from '../door.js';
import { fill, h } from '../element.js';
import { localDay, minutes, number } from '../logic/format.js';
import { clockOf, minutesOf } from '../logic/limits.js';
import { button, iconButton, labelled } from '../parts/buttons.js';
import { openDialog } from '../parts/dialog.js';
import { section } from '../parts/section.js';
import { openForm } from '../parts/sheet.js';
import { attempt, toast } from '../parts/toast.js';
import { attemptWithPIN } from '../parts/with-pin.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';

const maximumSpans = 6;
const maximumMinutes = 1440;

/**
 * How long and when a child may watch, on weekdays and at the weekend.
 * @param {Hearth.Profile} profile @param {() => void} reload
 */
export async function editLimits(profile, reload) {
  const found = await attempt(() => profiles.GetLimits({ profile: profile.id }));
  if (!found) return;
  const { limits } = found;
  const weekdays = dayFields(moreTexts.limits.weekdays, limits?.weekdayMinutes, limits?.weekdayHours);
  const weekend = dayFields(moreTexts.limits.weekend, limits?.weekendMinutes, limits?.weekendHours);
  const mayFinish = h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: limits?.mayFinish ?? false });
  const set = (/** @type {Hearth.ParentalLimits | undefined} */ next) => attemptWithPIN((pin) => profiles.SetLimits({ profile: profile.id, limits: next, pin }));
  const finish = labelled(moreTexts.limits.mayFinish, mayFinish);
  finish.classList.add('line');
  let isRemoved = false;
  const remove = button(moreTexts.limits.removeAll, () => { isRemoved = true; remove.closest('form')?.requestSubmit(); }, { kind: 'ghost' });
  const done = await openForm(moreTexts.limits.title(profile.name), [weekdays.element, weekend.element, finish, ...(limits ? [remove] : [])], texts.common.save, async () => {
    const [weekdayMinutes, weekdayHours, weekendMinutes, weekendHours] = [weekdays.minutes(), weekdays.hours(), weekend.minutes(), weekend.hours()];
    return isRemoved ? set(undefined) : set({ weekdayMinutes, weekdayHours, weekendMinutes, weekendHours, mayFinish: mayFinish.checked });
  });
  if (!done) return;
  toast(isRemoved ? moreTexts.limits.removed : moreTexts.limits.saved);
  reload();
}

/**
 * Minutes and hours of one kind of day.
 * @param {string} title @param {number | undefined} most @param {Hearth.AllowedHours[] | undefined} hours
 */
function dayFields(title, most, hours) {
  const spans = (hours ?? []).map((span) => ({ ...span }));
  const limit = h('input', { type: 'number', min: 0, max: maximumMinutes, step: 5, value: most ?? '', placeholder: moreTexts.limits.any });
  const place = h('div', { class: 'stack tight' });
  const draw = () => fill(place, spans.length ? null : h('p', { class: 'quiet' }, moreTexts.limits.allDay), spans.map((span, index) => {
    const from = h('input', { type: 'time', required: true, value: clockOf(span.from), 'aria-label': moreTexts.limits.from, onchange: () => { span.from = minutesOf(from.value, 0); } });
    const until = h('input', { type: 'time', required: true, value: clockOf(span.until), 'aria-label': moreTexts.limits.until, onchange: () => { span.until = minutesOf(until.value, maximumMinutes); } });
    return h('div', { class: 'span-row' }, from, h('span', { 'aria-hidden': 'true' }, '–'), until, iconButton('close', moreTexts.limits.removeHours, () => { spans.splice(index, 1); draw(); }));
  }), spans.length < maximumSpans ? button(moreTexts.limits.addHours, () => { spans.push({ from: 8 * 60, until: 19 * 60 }); draw(); }, { kind: 'ghost', icon: 'plus' }) : null);
  draw();
  return {
    element: h('fieldset', { class: 'stack tight' }, h('legend', {}, title), labelled(moreTexts.limits.minutes, limit), h('p', { class: 'quiet' }, moreTexts.limits.hours), place),
    minutes: () => (limit.value === '' ? undefined : Math.min(maximumMinutes, Math.max(0, Math.round(Number(limit.value))))),
    hours: () => (spans.length ? spans : undefined),
  };
}

/**
 * What a child has watched this week, and what it was refused.
 * @param {Hearth.Profile} profile
 */
export const openReport = (profile) => openDialog(moreTexts.report.title(profile.name), () => [section({
  skeleton: 'list', service: 'playback-state', isSmallError: true, load: (signal) => playback.GetWeeklyReport({ profile: profile.id }, { signal }),
  render: ({ days, watched, refused }) => {
    const most = Math.max(1, ...days.map((day) => day.minutes));
    const lines = (/** @type {string} */ title, /** @type {[string, string][]} */ rows) => (rows.length ? h('section', { class: 'stack tight' }, h('h3', {}, title), h('ul', { class: 'list' }, rows.map(([name, value]) => h('li', { class: 'list-row' }, h('span', { class: 'grow' }, name), h('span', { class: 'quiet number' }, value))))) : null);
    return h('div', { class: 'stack' }, h('ol', { class: 'bars' }, days.map((day) => h('li', { title: `${localDay(day.day).full}: ${minutes(day.minutes)}`, style: { '--part': day.minutes / most } }, h('span', { class: 'visually-hidden' }, `${localDay(day.day).full}: ${minutes(day.minutes)}`)))),
      watched.length || refused.length ? [lines(moreTexts.report.watched, watched.map((one) => [one.title, minutes(one.minutes)])), lines(moreTexts.report.refused, refused.map((one) => [one.title, number(one.count)]))] : h('p', { class: 'quiet' }, moreTexts.report.none));
  },
})]);
