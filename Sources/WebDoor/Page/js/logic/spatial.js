// Which element an arrow key moves to: the nearest one in that direction, those in the same row or column first.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {'left' | 'right' | 'up' | 'down'} Direction */

/** @type {Record<string, Direction>} */
export const arrows = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/** How far beside the line an element may be, in comparison with how far ahead. */
const sidewaysWeight = 3;

/** @param {number} a @param {number} b @param {number} c @param {number} d */
const gap = (a, b, c, d) => Math.max(0, c - b, a - d);

/**
 * The index of the best candidate, or -1.
 * @param {Box} from @param {Box[]} candidates @param {Direction} direction
 */
export function nearest(from, candidates, direction) {
  let best = -1;
  let bestCost = Infinity;
  candidates.forEach((box, index) => {
    const ahead = distanceAhead(from, box, direction);
    if (ahead === undefined) return;
    const isSideways = direction === 'left' || direction === 'right';
    const aside = isSideways ? gap(from.top, from.bottom, box.top, box.bottom) : gap(from.left, from.right, box.left, box.right);
    const offCentre = isSideways
      ? Math.abs(from.top + from.bottom - box.top - box.bottom) / 2
      : Math.abs(from.left + from.right - box.left - box.right) / 2;
    const cost = ahead + aside * sidewaysWeight + offCentre / 10;
    if (cost < bestCost) [best, bestCost] = [index, cost];
  });
  return best;
}

/**
 * How far a box is ahead; undefined when its centre is not.
 * @param {Box} from
 * @param {Box} box
 * @param {Direction} direction
 */
function distanceAhead(from, box, direction) {
  const x = (box.left + box.right - from.left - from.right) / 2;
  const y = (box.top + box.bottom - from.top - from.bottom) / 2;
  // What lies over the element, such as a button in the corner of a card, is ahead by its centre alone.
  const isOver = from.left < box.right - 1 && box.left < from.right - 1 && from.top < box.bottom - 1 && box.top < from.bottom - 1;
  switch (direction) {
    case 'left': return x < -1 && (isOver || box.left < from.left) ? (isOver ? -x : Math.max(0, from.left - box.right)) : undefined;
    case 'right': return x > 1 && (isOver || box.right > from.right) ? (isOver ? x : Math.max(0, box.left - from.right)) : undefined;
    case 'up': return y < -1 && (isOver || box.top < from.top) ? (isOver ? -y : Math.max(0, from.top - box.bottom)) : undefined;
    case 'down': return y > 1 && (isOver || box.bottom > from.bottom) ? (isOver ? y : Math.max(0, box.top - from.bottom)) : undefined;
  }
}
