// Times of a day as parental limits have them: minutes since midnight.

const day = 1440;

/**
 * "08:30" of 510; the end of the day is "00:00", as a field for times has it.
 * @param {number} minutes
 */
export function clockOf(minutes) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  const inDay = ((minutes % day) + day) % day;
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

/**
 * 510 of "08:30".
 * @param {string} text @param {number} midnight what "00:00" stands for: 0 as a beginning, 1440 as an end
 */
export function minutesOf(text, midnight) {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes || midnight;
}
