// The last responses of reads, for when the door cannot be reached. Where a browser has no caches (a page without TLS on
// another machine) there are none, and the page says that it is offline.

const store = 'hearth-responses';
/** More than the screens of an evening ask for; the oldest go first. */
const limit = 300;
/** The store is looked through once in so many responses: all of its keys are slow to get. */
const between = 50;
let stored = 0;

/**
 * When a response was stored, for those that came from the store.
 * @type {WeakMap<object, Date>}
 */
const ages = new WeakMap();

/**
 * When a stored response was given, or undefined for one that was given now.
 * @param {unknown} response
 */
export const ageOf = (response) => (typeof response === 'object' && response ? ages.get(response) : undefined);

/** @param {string} key */
const addressOf = (key) => new URL(`responses/${encodeURIComponent(key)}`, location.href).href;

/** @param {string} key @param {unknown} response */
export async function keepResponse(key, response) {
  if (!('caches' in globalThis) || key.length > 1500) return;
  try {
    const cache = await caches.open(store);
    const headers = { 'Content-Type': 'application/json', 'Hearth-Kept': new Date().toISOString() };
    await cache.put(addressOf(key), new Response(JSON.stringify(response), { headers }));
    stored += 1;
    if (stored % between !== 0) return;
    const keys = await cache.keys();
    if (keys.length > limit) await Promise.all(keys.slice(0, keys.length - limit).map((old) => cache.delete(old)));
  } catch {
    // A full or forbidden store costs only the responses offline.
  }
}

/** @param {string} key */
export async function keptResponse(key) {
  if (!('caches' in globalThis)) return undefined;
  const found = await caches.open(store).then((cache) => cache.match(addressOf(key))).catch(() => undefined);
  if (!found) return undefined;
  const response = await found.json();
  ages.set(response, new Date(found.headers.get('Hearth-Kept') ?? 0));
  return response;
}

/** Forgets them all: at the end of a session, and when another profile begins. */
export async function forgetResponses() {
  if ('caches' in globalThis) await caches.delete(store).catch(() => false);
}
