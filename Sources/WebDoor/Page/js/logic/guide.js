// Where things are in the grid of the guide, and which of its rows are drawn.

/** One minute is this wide, in pixels. */
export const minuteWidth = 4;
const minute = 60_000;
const slot = 30 * minute;

/**
 * The half hour that a moment is in.
 * @param {number} at in milliseconds
 */
export const halfHour = (at) => Math.floor(at / slot) * slot;

/**
 * The half hours of a range.
 * @param {number} from
 * @param {number} until
 */
export const halfHours = (from, until) => Array.from({ length: Math.max(0, Math.round((until - from) / slot)) }, (_, index) => from + index * slot);

/** @param {number} at @param {number} from */
export const xOf = (at, from) => ((at - from) / minute) * minuteWidth;

/**
 * Where a programme is, cut at the ends of the range; undefined outside of it.
 * @param {{start: string, stop: string}} programme @param {number} from @param {number} until
 */
export function placeOf(programme, from, until) {
  const start = Math.max(from, Date.parse(programme.start));
  const stop = Math.min(until, Date.parse(programme.stop));
  return stop > start ? { x: xOf(start, from), width: ((stop - start) / minute) * minuteWidth } : undefined;
}

/** @param {{start: string, stop: string}} programme @param {number} now */
export const isOn = (programme, now) => Date.parse(programme.start) <= now && now < Date.parse(programme.stop);

/**
 * The rows to draw: those in view and some before and after; the last one is not included.
 * @param {number} scrolled @param {number} height of the view @param {number} rowHeight @param {number} total @param {number} [margin] in rows
 */
export function rowsInView(scrolled, height, rowHeight, total, margin = 6) {
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - margin);
  return { first: Math.min(first, total), last: Math.min(total, Math.ceil((scrolled + height) / rowHeight) + margin) };
}

/** @template T @param {T[]} items @param {number} size @returns {T[][]} */
export const inChunks = (items, size) => Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
