// Dates, times and numbers in the household's language and zone.

/** @type {{language: string, timeZone: string | undefined}} */
const household = { language: 'en', timeZone: undefined };

/** @param {{language?: string, timeZone?: string}} settings */
export function setHousehold({ language, timeZone }) {
  if (language && isKnown(() => new Intl.DateTimeFormat(language))) household.language = language;
  if (timeZone && isKnown(() => new Intl.DateTimeFormat('en', { timeZone }))) household.timeZone = timeZone;
}

/** @param {() => unknown} make */
function isKnown(make) {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();
/** @param {Intl.DateTimeFormatOptions} options */
function format(options) {
  const key = JSON.stringify([household, options]);
  let found = formats.get(key);
  if (!found) formats.set(key, (found = new Intl.DateTimeFormat(household.language, { timeZone: household.timeZone, ...options })));
  return found;
}

/**
 * Names as a list in a sentence of the page's texts, which are English: "a and b".
 * @param {string[]} names
 */
export const listOf = (names) => new Intl.ListFormat('en').format(names);

/** @typedef {string | number | Date} Moment */

/** Hours of a clock of twelve have no leading zero; those of one of 24 have. */
const hourStyle = () => (format({ hour: 'numeric' }).resolvedOptions().hour12 ? 'numeric' : '2-digit');
/** @param {Moment} at */
export const clock = (at) => format({ hour: hourStyle(), minute: '2-digit' }).format(new Date(at));
/**
 * A time of the household's clock, which has no day: "20:30" as it is written in the household's language.
 * @param {string} time
 */
export const localClock = (time) => new Intl.DateTimeFormat(household.language, { hour: hourStyle(), minute: '2-digit', timeZone: 'UTC' }).format(new Date(`2026-01-01T${time}:00Z`));
/** @param {Moment} at */
export const day = (at) => format({ weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(at));
/** @param {Moment} at */
export const shortDay = (at) => format({ weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(at));
/** @param {Moment} at */
export const date = (at) => format({ dateStyle: 'medium' }).format(new Date(at));

/**
 * The parts of a local day written as `2026-01-31`, which has no zone.
 * @param {string} text
 */
export function localDay(text) {
  const at = new Date(`${text}T12:00:00Z`);
  const part = (/** @type {Intl.DateTimeFormatOptions} */ options) => new Intl.DateTimeFormat(household.language, { timeZone: 'UTC', ...options }).format(at);
  return { weekday: part({ weekday: 'short' }), number: part({ day: 'numeric' }), full: part({ weekday: 'long', day: 'numeric', month: 'long' }) };
}

/**
 * The household's local day of a moment, as `2026-01-31`.
 * @param {Moment} at
 */
export function dayKey(at) {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: household.timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(new Date(at));
}

/**
 * "5 minutes ago", "in 2 days".
 * @param {Moment} at
 * @param {Moment} now
 */
export function relative(at, now) {
  const seconds = (new Date(at).getTime() - new Date(now).getTime()) / 1000;
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [['year', 31_557_600], ['month', 2_629_800], ['week', 604_800], ['day', 86_400], ['hour', 3600], ['minute', 60]];
  const names = new Intl.RelativeTimeFormat(household.language, { numeric: 'auto' });
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return names.format(Math.trunc(seconds / size), unit);
  }
  return names.format(0, 'second');
}

/** @param {number} value */
export const number = (value) => new Intl.NumberFormat(household.language).format(value);
/**
 * A share from 0 to 1.
 * @param {number} part
 */
export const percent = (part) => new Intl.NumberFormat(household.language, { style: 'percent' }).format(part);
/**
 * A score of ten, always with one decimal.
 * @param {number} value
 */
export const score = (value) => new Intl.NumberFormat(household.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** @param {number} value */
export function bytes(value) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  // Nothing is read as none of what files are measured in.
  const step = Math.min(units.length - 1, value < 1 ? 2 : Math.floor(Math.log10(value) / 3));
  const options = { style: 'unit', unit: units[step], unitDisplay: 'short', maximumFractionDigits: step > 2 ? 1 : 0 };
  return new Intl.NumberFormat(household.language, /** @type {Intl.NumberFormatOptions} */ (options)).format(value / 1000 ** step);
}

/**
 * Hours and minutes: "1 hr 52 min".
 * @param {number} minutes
 */
export function minutes(minutes) {
  const unit = (/** @type {number} */ value, /** @type {string} */ name) => new Intl.NumberFormat(household.language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  const hours = Math.floor(minutes / 60);
  const rest = Math.round(minutes % 60);
  return [hours ? unit(hours, 'hour') : '', rest || !hours ? unit(rest, 'minute') : ''].filter(Boolean).join(' ');
}

/**
 * A position of a player: "1:02:05".
 * @param {number} seconds
 */
export function position(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const rest = `${hours ? two(Math.floor((whole % 3600) / 60)) : Math.floor(whole / 60)}:${two(whole % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

/**
 * The name of a language of a code, "German" for "de".
 * @param {string} code
 */
export function languageName(code) {
  try {
    return new Intl.DisplayNames([household.language], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Codes with a name that are no country. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * The countries or languages of two letters that the browser has names for, in the order of their names.
 * @param {'region' | 'language'} type @returns {[string, string][]} codes and names
 */
export function namedCodes(type) {
  const names = new Intl.DisplayNames([household.language], { type, fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).map((code) => (type === 'region' ? code : code.toLowerCase()));
  // A code that has become another one would have the other's name twice.
  const isOwn = (/** @type {string} */ code) => (type === 'region' ? new Intl.Locale(`und-${code}`).region : new Intl.Locale(code).language) === code && !noCountries.has(code);
  const found = codes.filter(isOwn).flatMap((code) => { const name = names.of(code); return name ? [/** @type {[string, string]} */ ([code, name])] : []; });
  return found.sort(([, one], [, other]) => one.localeCompare(other, household.language));
}

/**
 * One or many: `plural(2, 'title', 'titles')`.
 * @param {number} count
 * @param {string} one
 * @param {string} other
 */
export const plural = (count, one, other) => `${number(count)} ${new Intl.PluralRules('en').select(count) === 'one' ? one : other}`;
