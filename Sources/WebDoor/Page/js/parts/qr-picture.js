import { codePicture } from '../door.js';

/**
 * A code as a picture.
 * @param {string} text what it says @param {string} label
 */
export async function qrPicture(text, label) {
  const picture = document.importNode(new DOMParser().parseFromString(await codePicture(text), 'image/svg+xml').documentElement, true);
  for (const [name, value] of [['class', 'qr'], ['role', 'img'], ['aria-label', label]]) picture.setAttribute(name, value);
  return picture;
}
