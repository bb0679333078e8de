// Routes live behind the `#`, so that the door serves one page below any path.

/** @typedef {{name: string, id?: string, query: Record<string, string>}} Route */

/** Screens whose address names a thing. */
const withID = new Set(['title', 'player', 'operator', 'link', 'rules']);

/** @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const text = hash.replace(/^#\/?/, '');
  const [path, search = ''] = text.split('?', 2);
  const [name = '', ...rest] = path.split('/').filter(Boolean);
  const query = Object.fromEntries(new URLSearchParams(search));
  const id = rest.length ? safeDecode(rest.join('/')) : undefined;
  return withID.has(name) && id ? { name, id, query } : { name: name || 'home', query };
}

/** @param {string} text */
function safeDecode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} name @param {string} [id] @param {Record<string, string | undefined>} [query] */
export function routeTo(name, id, query = {}) {
  const kept = Object.entries(query).filter((entry) => entry[1] !== undefined && entry[1] !== '');
  const search = new URLSearchParams(/** @type {[string, string][]} */ (kept)).toString();
  return `#/${name}${id ? `/${encodeURIComponent(id)}` : ''}${search ? `?${search}` : ''}`;
}

/**
 * Where a card leads: episodes to their series, at their season.
 * @param {{id: string, kind: string, series?: string, season?: number}} card
 */
export function routeToCard(card) {
  if (card.kind === 'episode' && card.series) return routeTo('title', card.series, { season: card.season?.toString() });
  return routeTo('title', card.id);
}
