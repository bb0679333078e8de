// What a card says about a title, to the eye and to a screen reader.
import { percent, score as scoreText } from './format.js';
import { texts } from '../texts.js';

/** @typedef {'excellent' | 'good' | 'average' | 'poor'} Band */

/** @param {number} score of ten @returns {Band} */
export function bandOf(score) {
  if (score >= 8) return 'excellent';
  if (score >= 7) return 'good';
  return score >= 5 ? 'average' : 'poor';
}

/**
 * An episode's card is named by its series.
 * @param {Hearth.Card} card
 */
export const nameOf = (card) => (card.kind === 'episode' && card.seriesTitle ? card.seriesTitle : card.title);

/**
 * The line below a title: the episode, or year and length.
 * @param {Hearth.Card} card
 */
export function lineOf(card) {
  if (card.kind === 'episode' && card.season !== undefined && card.episode !== undefined) {
    return `${texts.card.short(card.season, card.episode)} ${card.title}`;
  }
  return [card.year, card.genres.slice(0, 2).join(', ')].filter(Boolean).join(' · ');
}

/**
 * "title. Rated 7.5 out of 10. Released in 1999. genres." and what else the card shows.
 * @param {Hearth.Card} card @param {{isListed?: boolean, progress?: number, extra?: string}} more
 */
export function labelOf(card, { isListed, progress, extra } = {}) {
  const parts = [`${nameOf(card)}.`];
  if (card.kind === 'episode' && card.season !== undefined && card.episode !== undefined) {
    parts.push(`${texts.card.episode(card.season, card.episode)}, ${card.title}.`);
  }
  if (card.score) parts.push(texts.card.rated(scoreText(card.score)));
  if (card.year) parts.push(texts.card.released(card.year));
  if (card.genres.length) parts.push(`${card.genres.join(', ')}.`);
  if (progress) parts.push(texts.card.seen(percent(progress)));
  if (isListed) parts.push(texts.card.onList);
  if (extra) parts.push(extra);
  return parts.join(' ');
}

/**
 * A hue for a title without a poster, the same every time.
 * @param {string} text
 */
export function hueOf(text) {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3600;
  return Math.round(hash / 10);
}
