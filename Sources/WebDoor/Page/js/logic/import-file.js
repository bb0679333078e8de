// What kind of import a file is for, by its name and its first bytes.

/** @typedef {'playlist' | 'guide' | 'links'} FileUse */

/** @param {string} name @param {string} head its first characters @returns {FileUse | undefined} */
export function useOf(name, head) {
  const lower = name.toLowerCase();
  const start = head.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('#EXTM3U') || /\.m3u8?$/.test(lower)) return 'playlist';
  if (/<tv[\s>]/.test(start) || /\.xmltv(\.gz)?$|\.xml(\.gz)?$/.test(lower)) return 'guide';
  // Any text has this ending; a list of links begins with one of them.
  if (/\.txt$/.test(lower) && !/https?:\/\//i.test(start)) return undefined;
  if (/netscape-bookmark/i.test(start) || /\.(html?|csv|json|txt|zip)$/.test(lower)) return 'links';
  return undefined;
}

/**
 * The name of a source for a file: without its folder and ending.
 * @param {string} name
 */
export const sourceName = (name) => name.replace(/^.*[\\/]/, '').replace(/\.(m3u8?|xml|xmltv|gz)+$/gi, '').replace(/\.(m3u8?|xml|xmltv)$/i, '').slice(0, 60) || 'file';
