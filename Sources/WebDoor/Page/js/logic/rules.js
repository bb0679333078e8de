// A kids profile's rules as they are edited.
import { moreTexts } from '../texts-more.js';
import { texts } from '../texts.js';

/** What holds where no rule fits, as the contract names it. */
export const defaults = ['allowRated', 'allowUnrated', 'blockAll'];
/** The conditions that the form offers; a rule made elsewhere may have several, and others. */
export const conditions = /** @type {const} */ (['genre', 'group', 'words', 'rating', 'kind', 'certificate', 'source', 'category']);
/** @typedef {typeof conditions[number]} ConditionName */

/**
 * The choices of a condition that has few; the others are typed.
 * @type {Partial<Record<ConditionName, string[]>>}
 */
export const choices = { rating: ['G', 'PG', 'PG-13', 'Unrated'], kind: ['movie', 'series', 'channel'] };

/** @returns {Hearth.ViewingRules} */
export const emptyRules = () => ({ rules: [], otherwise: 'allowUnrated' });

/** @param {string} action @param {ConditionName} condition @param {string} value @returns {Hearth.ViewingRule} */
export const ruleOf = (action, condition, value) => /** @type {Hearth.ViewingRule} */ ({ action, [condition]: value.trim() });

/**
 * The conditions of a rule in words: "Genre Horror, Kind Movies".
 * @param {Hearth.ViewingRule} rule
 */
export const ruleText = (rule) => Object.entries(rule).filter(([name, value]) => name !== 'action' && value !== undefined && value !== null)
  .map(([name, value]) => `${moreTexts.rules.conditions[name] ?? name}: ${name === 'kind' ? texts.kindsMany[value] ?? value : value}`).join(', ');

/** @param {Hearth.ViewingRules} one @param {Hearth.ViewingRules | undefined} other */
export const sameRules = (one, other) => JSON.stringify(plain(one)) === JSON.stringify(other ? plain(other) : undefined);

/**
 * Fields in one order, without those that are not set.
 * @param {Hearth.ViewingRules} rules
 */
const plain = (rules) => [rules.otherwise, rules.rules.map((rule) => Object.entries(rule).filter(([, value]) => value !== undefined && value !== null).sort(([a], [b]) => (a < b ? -1 : 1)))];
