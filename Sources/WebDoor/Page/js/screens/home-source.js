import { gateway } from '../door.js';
import { missingPart } from '../logic/parts.js';

/** @typedef {Awaited<ReturnType<typeof gateway.Home>>} HomeAnswer */
/** @typedef {HomeAnswer['rows'][number]} HomeRow */

const sectionMark = 'discovery:';

/**
 * The rows of home, all in one call. A row that is asked for again, because it was missing or has changed, is asked for alone.
 * @param {import('../parts/screen.js').Screen} screen @param {string[]} rows @param {string[]} sections of the catalog's discovery @param {number} size
 */
export function homeSource(screen, rows, sections, size) {
  /** @type {Promise<HomeAnswer> | undefined} */
  let all;
  const together = () => {
    const asked = (all ??= gateway.Home({ rows, discovery: sections, size }, { signal: screen.signal }));
    asked.catch(() => { all = undefined; });
    return asked;
  };
  /**
   * How a section loads its row: first with all, then by itself.
   * @param {string} name
   */
  return (name) => {
    let isFirst = true;
    return async (/** @type {AbortSignal} */ signal) => {
      const section = name.startsWith(sectionMark) ? name.slice(sectionMark.length) : undefined;
      const answer = await (isFirst ? together() : gateway.Home({ rows: section ? [] : [name], ...(section ? { discovery: [section] } : {}), size }, { signal }));
      isFirst = false;
      const row = answer.rows.find((one) => one.name === name);
      const missing = row ? undefined : missingPart(answer.missing, (part) => part.part === (section ? 'discovery' : name));
      if (missing) throw missing;
      return row;
    };
  };
}
