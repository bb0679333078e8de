// Lists that a person sorts.

/**
 * The list with one entry moved by so many places, within its ends.
 * @template T @param {T[]} list @param {number} index @param {number} step @returns {T[]}
 */
export function movedBy(list, index, step) {
  const next = [...list];
  const [taken] = next.splice(index, 1);
  next.splice(Math.min(next.length, Math.max(0, index + step)), 0, taken);
  return next;
}
