import { qrCode } from '../logic/qr.js';

/** The white rim that a reader needs, in modules. */
const rim = 4;
const space = 'http://www.w3.org/2000/svg';

/**
 * A code as a picture.
 * @param {string} text what it says @param {string} label
 */
export function qrPicture(text, label) {
  const modules = qrCode(text);
  const side = modules.length + rim * 2;
  const picture = document.createElementNS(space, 'svg');
  const set = (/** @type {Element} */ element, /** @type {Record<string, string>} */ values) => { for (const [name, value] of Object.entries(values)) element.setAttribute(name, value); };
  set(picture, { viewBox: `0 0 ${side} ${side}`, class: 'qr', role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' });
  const dark = document.createElementNS(space, 'path');
  set(dark, { fill: '#000', d: modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + rim} ${y + rim}h1v1h-1z`] : []))).join('') });
  picture.append(dark);
  return picture;
}
