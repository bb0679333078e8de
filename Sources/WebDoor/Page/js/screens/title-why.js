import { scheduler } from '../door.js';
import { h } from '../element.js';
import { icon } from '../icons.js';
import { listed, isLoved } from '../lists.js';
import { genresOf } from '../logic/deck.js';
import { listOf, score as scoreText } from '../logic/format.js';
import { reasonsFor } from '../logic/why.js';
import { section } from '../parts/section.js';
import { moreTexts } from '../texts-more.js';

/**
 * Why one would like a title. What a service does not tell is no reason, and no error either.
 * @param {Hearth.Card} card @param {() => Promise<{cards: Hearth.Card[]}>} alike asks for titles like it
 */
export const why = (card, alike) => section({
  title: moreTexts.why.title, isSmallError: true,
  load: async (signal) => {
    const [shows, similar, list] = await Promise.all([
      scheduler.ListShows({}, { signal }).then((found) => found.shows.filter(isLoved).map((show) => show.card), () => []),
      alike().then((found) => found.cards, () => []),
      listed(signal).then((found) => found.favourites.map((favourite) => favourite.content), () => []),
    ]);
    const kept = new Set([...shows.map((show) => show.id), ...list]);
    return reasonsFor(card, similar, { genres: genresOf(shows.filter((show) => show.id !== card.id)), kept });
  },
  isEmpty: (reasons) => reasons.length === 0,
  render: (reasons) => h('ul', { class: 'reasons' }, reasons.map((reason) => h('li', {}, icon(reason.kind === 'good' ? 'star' : 'favourite'), h('span', {}, textOf(reason))))),
});

/** @param {import('../logic/why.js').Reason} reason */
function textOf(reason) {
  if (reason.kind === 'good') return moreTexts.why.good(scoreText(reason.score));
  return reason.kind === 'like' ? moreTexts.why.like(listOf(reason.names)) : moreTexts.why.genres(listOf(reason.names));
}
