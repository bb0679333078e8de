// Why a profile would like a title, from what its services say: the page makes nothing up.

/** @typedef {{kind: 'genres', names: string[]} | {kind: 'like', names: string[]} | {kind: 'good', score: number}} Reason */

/** As many names say it as well as all of them. */
const most = 2;
/** A genre of so many loved titles is loved itself. */
const lovedCount = 2;
/** From this score on a title is excellent. */
const excellent = 8;

/**
 * The reasons, the most personal one first; none where nothing is known.
 * @param {Hearth.Card} card @param {Hearth.Card[]} similar titles like it @param {{genres: Map<string, number>, kept: Set<string>}} own how often each genre is among loved titles, and what is loved or listed
 * @returns {Reason[]}
 */
export function reasonsFor(card, similar, own) {
  const like = similar.filter((other) => other.id !== card.id && own.kept.has(other.id)).map((other) => other.title).slice(0, most);
  const genres = card.genres.filter((genre) => (own.genres.get(genre) ?? 0) >= lovedCount).sort((a, b) => (own.genres.get(b) ?? 0) - (own.genres.get(a) ?? 0)).slice(0, most);
  return [
    ...(like.length ? [/** @type {const} */ ({ kind: 'like', names: like })] : []), ...(genres.length ? [/** @type {const} */ ({ kind: 'genres', names: genres })] : []),
    ...((card.score ?? 0) >= excellent ? [/** @type {const} */ ({ kind: 'good', score: card.score ?? 0 })] : []),
  ];
}
