import { profiles, scheduler } from '../door.js';
import { fill, h, hidden } from '../element.js';
import { icon } from '../icons.js';
import { dayKey, localClock, localDay } from '../logic/format.js';
import { routeToCard } from '../logic/routes.js';
import { button, linkButton } from '../parts/buttons.js';
import { openDialog } from '../parts/dialog.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { attempt, toast } from '../parts/toast.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';
import { bookSlot, changeSlot, editWindow } from './week-forms.js';
import { openAlternatives, openWindows } from './week-sheets.js';

/**
 * How a state shows besides its colour.
 * @type {Record<string, string>}
 */
const stateIcons = { generated: 'magic', booked: 'check', recurring: 'refresh', placeholder: 'tv' };

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  let day = dayKey(Date.now());
  const first = day;
  /** @type {import('../parts/section.js').Section} */
  const list = section({
    skeleton: 'grid', service: 'scheduler',
    load: async (signal) => {
      const [week, people] = await Promise.all([scheduler.GetWeek({ first }, { signal }), profiles.ListProfiles({}, { signal }).catch(() => ({ profiles: [] }))]);
      return { week, names: new Map(people.profiles.map((profile) => [profile.id, profile.name])) };
    },
    isEmpty: ({ week }) => week.days.every((one) => one.rows.length === 0),
    empty: { icon: 'week', title: texts.week.empty[0], message: texts.week.empty[1], action: { label: texts.week.addWindow, run: () => editWindow(undefined, first, () => list.reload()) } },
    render: ({ week, names }) => {
      const place = h('div', {});
      const strip = h('div', { class: 'day-strip', role: 'group', 'aria-label': texts.week.days });
      const show = (/** @type {string} */ date) => {
        day = date;
        fill(strip, week.days.map((one) => {
          const { weekday, number, full } = localDay(one.date);
          return h('button', { class: `day${one.date === day ? ' on' : ''}`, type: 'button', 'aria-pressed': String(one.date === day), 'aria-label': full, onclick: () => { show(one.date); strip.querySelector('.on')?.scrollIntoView({ inline: 'nearest', block: 'nearest' }); /** @type {HTMLElement | null} */ (strip.querySelector('.on'))?.focus(); } }, h('span', { class: 'quiet' }, weekday), h('span', { class: 'number' }, number));
        }));
        const shown = week.days.find((one) => one.date === day);
        fill(place, shown ? dayGrid(shown, week, names, () => list.reload()) : null);
      };
      show(week.days.some((one) => one.date === day) ? day : week.days[0].date);
      return [h('h2', { class: 'small-heading' }, texts.week.title), strip, place, legend()];
    },
  });
  const generate = async () => {
    const made = await attempt(() => scheduler.GenerateWeek({ first }));
    if (made) toast(texts.week.generated(made.slots.length));
    list.reload();
  };
  screen.append(screenHeader(texts.nav.week, { actions: [button(texts.week.generate, generate, { icon: 'magic' }), button(moreTexts.week.windows, () => openWindows(first, () => list.reload()), { icon: 'settings' }), button(texts.week.calendar, calendar, { icon: 'downloads' })] }), list);
}

const legend = () => h('ul', { class: 'legend' }, ['booked', 'generated', 'recurring', 'placeholder'].map((state) => h('li', {}, h('span', { class: `swatch ${state}` }, icon(stateIcons[state])), texts.week.states[state])), h('li', {}, h('span', { class: 'swatch family' }, icon('family')), texts.week.family));

/** @param {Hearth.ProgrammeDay} day @param {Hearth.ProgrammeWeek} week @param {Map<string, string>} names @param {() => void} reload */
function dayGrid(day, week, names, reload) {
  const columns = day.rows[0]?.cells ?? [];
  const head = h('div', { class: 'week-row week-head', role: 'row' }, h('span', { class: 'week-person', role: 'columnheader' }, texts.week.person), columns.map((cell) => h('span', { class: 'week-time number', role: 'columnheader' }, localClock(cell.time))));
  return h('div', { class: 'week-scroll', role: 'grid', 'aria-label': `${texts.week.grid} ${localDay(day.date).full}` }, head, day.rows.map((row) => h('div', { class: 'week-row', role: 'row' }, h('span', { class: 'week-person', role: 'rowheader' }, names.get(row.profile) ?? row.profile), cellsOf(row, day.date, week, names, reload))));
}

/**
 * Cells of one slot are one, as wide as the slot.
 * @param {Hearth.ProgrammeRow} row
 * @param {string} date
 * @param {Hearth.ProgrammeWeek} week
 * @param {Map<string, string>} names
 * @param {() => void} reload
 */
function cellsOf(row, date, week, names, reload) {
  const cells = [];
  for (let index = 0; index < row.cells.length; index += 1) {
    const cell = row.cells[index];
    const [id] = cell.slots;
    let span = 1;
    while (id && row.cells[index + span]?.slots[0] === id) span += 1;
    index += span - 1;
    cells.push(h('div', { role: 'gridcell', class: 'week-cell', style: { '--span': span } }, id ? slotButton(id, cell, date, week, names, reload) : freeButton(cell, row.profile, names, date, reload)));
  }
  return cells;
}

/** @param {string} id @param {Hearth.ProgrammeCell} cell @param {string} date @param {Hearth.ProgrammeWeek} week @param {Map<string, string>} names @param {() => void} reload */
function slotButton(id, cell, date, week, names, reload) {
  const time = week.times.find((one) => one.slot.id === id && one.day === date);
  const count = time && time.slot.episodes > 1 ? texts.week.episodes(time.slot.episodes) : '';
  const state = texts.week.states[cell.state] ?? cell.state;
  return h('button', { class: `slot ${cell.state}${cell.isFamilyFriendly ? ' family' : ''}`, type: 'button', title: cell.label, 'aria-label': [cell.label, count, localClock(cell.time), state, cell.isFamilyFriendly ? texts.week.family : ''].filter(Boolean).join(', '), onclick: () => time && openSlot(time, names, reload) },
    h('span', { class: 'slot-title' }, icon(stateIcons[cell.state] ?? 'check'), cell.isFamilyFriendly ? icon('family') : null, h('span', {}, cell.label)), count ? h('span', { class: 'slot-count number' }, count) : null);
}

/** @param {Hearth.ProgrammeCell} cell @param {string} profile @param {Map<string, string>} names @param {string} date @param {() => void} reload */
function freeButton(cell, profile, names, date, reload) {
  const name = names.get(profile) ?? '';
  const isWindow = cell.state !== 'free';
  return h('button', { class: `slot ${isWindow ? 'placeholder' : 'free'}`, type: 'button', 'aria-label': texts.week.bookAt(name, localClock(cell.time)), onclick: () => bookSlot(profile, names, date, cell.time, reload) }, isWindow ? h('span', { class: 'slot-title' }, cell.label || texts.week.tv) : [h('span', { 'aria-hidden': 'true', class: 'free-text' }, texts.week.free), hidden(texts.week.free)]);
}

/** @param {Hearth.ProgrammeTime} time @param {Map<string, string>} names @param {() => void} reload */
function openSlot(time, names, reload) {
  const { slot } = time;
  return openDialog(slot.title, (close) => {
    const run = (/** @type {() => Promise<unknown>} */ work, /** @type {string} */ done) => async () => {
      if (!(await attempt(work))) return;
      toast(done);
      close();
      reload();
    };
    const which = { id: slot.id, version: slot.version, ...(slot.rule ? { day: time.day } : {}) };
    return [h('div', { class: 'stack' }, h('p', { class: 'quiet number' }, `${texts.guide.until(localClock(time.localStart.slice(-5)), localClock(time.localEnd.slice(-5)))} · ${slot.profiles.map((profile) => names.get(profile) ?? '').filter(Boolean).join(', ')}`), h('p', {}, h('span', { class: 'badge' }, texts.week.states[slot.kind] ?? slot.kind)), slot.reasons.map((reason) => h('p', { class: 'quiet' }, reason)),
      h('div', { class: 'actions' }, slot.card && slot.isAvailable ? linkButton(texts.title.play, routeToCard(slot.card), { kind: 'primary', icon: 'play', isFilled: true }) : null, slot.kind === 'generated' ? button(texts.week.veto, () => { close(); openAlternatives(which, reload); }) : null, button(moreTexts.week.change, () => { close(); changeSlot(slot, reload); }), button(texts.week.remove, run(() => scheduler.RemoveSlot(which), texts.week.removed), { kind: 'destructive' })))];
  }, { class: 'small' });
}

/** Gives the schedule as a file for calendars. */
async function calendar() {
  const feed = await attempt(() => scheduler.ExportCalendar({}));
  if (!feed) return;
  const link = h('a', { href: URL.createObjectURL(new Blob([feed.text], { type: 'text/calendar' })), download: 'hearth.ics' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
