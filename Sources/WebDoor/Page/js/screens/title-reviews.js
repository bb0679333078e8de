import { metadata } from '../door.js';
import { h } from '../element.js';
import { relative } from '../logic/format.js';
import { section } from '../parts/section.js';
import { texts } from '../texts.js';

const shown = 3;
/** Longer reviews are cut at four lines. */
const longReview = 200;

/** @param {Hearth.Card} card */
export const reviews = (card) => section({
  title: texts.title.reviews, skeleton: 'feature', service: 'metadata-gateway', isSmallError: true,
  load: async (signal) => {
    const id = card.tmdbID ?? 0;
    const found = card.kind === 'series' ? (await metadata.GetShow({ id, along: ['reviews'] }, { signal })).show : (await metadata.GetMovie({ id, along: ['reviews'] }, { signal })).movie;
    return found.reviews?.results ?? [];
  },
  isEmpty: (list) => list.length === 0,
  render: (list) => h('ul', { class: 'reviews' }, list.slice(0, shown).map((review) => h('li', { class: 'review' }, reviewOf(review)))),
});

/** @param {Hearth.TmdbReview} review */
function reviewOf(review) {
  const isLong = review.content.length > longReview;
  const text = h('p', { class: isLong ? 'cut' : '' }, review.content);
  const more = h('button', { class: 'button ghost', type: 'button', 'aria-expanded': 'false', onclick: () => {
    const isCut = text.classList.toggle('cut');
    more.setAttribute('aria-expanded', String(!isCut));
    more.textContent = isCut ? texts.title.readMore : texts.title.readLess;
  } }, texts.title.readMore);
  return h('article', {}, h('h3', {}, review.authorDetails?.name || review.author, review.createdAt ? h('span', { class: 'quiet' }, ` · ${relative(review.createdAt, new Date())}`) : null), text, isLong ? more : null);
}
