import { currentSession, gateway, openSession } from '../door.js';
import { missingPart } from '../logic/parts.js';

/** @typedef {Awaited<ReturnType<typeof gateway.Home>>} HomeAnswer */
/** @typedef {HomeAnswer['rows'][number]} HomeRow */

const sectionMark = 'discovery:';

/**
 * What was asked for before the session was known, and whose session it was then.
 * @type {{answer: Promise<HomeAnswer>, owner: Promise<string | undefined>} | undefined}
 */
let early;

/**
 * Asks for home before its screen is there; when another screen is shown, the answer is not kept for a later one.
 * @param {Parameters<typeof gateway.Home>[0]} request @param {AbortSignal} signal
 */
export function prepareHome(request, signal) {
  if (signal.aborted) return;
  const opening = Promise.resolve(currentSession() ?? openSession());
  early = { answer: gateway.Home(request, { signal }), owner: opening.then((opened) => opened.profile.id, () => undefined) };
  early.answer.catch(() => undefined);
  signal.addEventListener('abort', () => { early = undefined; }, { once: true });
}

/**
 * The early answer, if it is for the profile that watches now.
 * @returns {Promise<HomeAnswer | undefined>}
 */
async function takeEarly() {
  const asked = early;
  early = undefined;
  const owner = await asked?.owner;
  return owner && owner === currentSession()?.profile.id ? asked?.answer.catch(() => undefined) : undefined;
}

/**
 * The rows of home, all in one call. A row that is asked for again, because it was missing or has changed, is asked for alone.
 * @param {import('../parts/screen.js').Screen} screen @param {Parameters<typeof gateway.Home>[0]} request
 */
export function homeSource(screen, request) {
  /** @type {Promise<HomeAnswer> | undefined} */
  let all;
  const together = () => {
    const asked = (all ??= takeEarly().then((answer) => answer ?? gateway.Home(request, { signal: screen.signal })));
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
      const answer = await (isFirst ? together() : gateway.Home({ rows: section ? [] : [name], ...(section ? { discovery: [section] } : {}), size: request.size }, { signal }));
      isFirst = false;
      const row = answer.rows.find((one) => one.name === name);
      const missing = row ? undefined : missingPart(answer.missing, (part) => part.part === (section ? 'discovery' : name));
      if (missing) throw missing;
      return row;
    };
  };
}
