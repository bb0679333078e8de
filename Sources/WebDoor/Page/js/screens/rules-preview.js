import { catalog } from '../door.js';
import { fill, h } from '../element.js';
import { nameOf } from '../logic/cards.js';
import { ruleText } from '../logic/rules.js';
import { section } from '../parts/section.js';
import { moreTexts } from '../texts-more.js';

/** A pause in changing before the library is counted, in milliseconds. */
const pause = 300;
const examples = 3;

/** Counts what rules would show and hide, before they are saved. */
export function rulesPreview() {
  const place = h('div', { 'aria-live': 'polite' });
  const element = h('aside', { class: 'panel rules-preview' }, h('h2', { class: 'small-heading' }, moreTexts.rules.preview), place);
  let timer = 0;
  /** @type {Hearth.ViewingRules | undefined} */
  let rules;
  const counts = section({
    skeleton: 'card', service: 'catalog', isSmallError: true, load: (signal) => catalog.PreviewViewingRules({ rules: /** @type {Hearth.ViewingRules} */ (rules) }, { signal }),
    render: (found) => [h('dl', { class: 'facts-list' }, [[moreTexts.rules.shown, found.shown], [moreTexts.rules.hidden, found.hidden]].map(([name, count]) => h('div', {}, h('dt', { class: 'quiet' }, String(name)), h('dd', { class: 'number' }, moreTexts.rules.counts(/** @type {Hearth.TitleCounts} */ (count)))))),
      h('ol', { class: 'list' }, found.parts.filter((part) => sum(part.shown) + sum(part.hidden) > 0).map((part) => partRow(part, rules?.rules[(part.rule ?? 0) - 1])))],
  });
  return {
    element,
    /** @param {Hearth.ViewingRules} next */
    show(next) {
      const isFirst = rules === undefined;
      rules = next;
      clearTimeout(timer);
      if (isFirst) fill(place, counts);
      else timer = window.setTimeout(() => counts.reload(), pause);
    },
  };
}

/** @param {Hearth.TitleCounts} counts */
const sum = (counts) => counts.movies + counts.series + counts.channels;

/** @param {Hearth.RulePreviewPart} part @param {Hearth.ViewingRule | undefined} rule */
const partRow = (part, rule) => h('li', { class: 'list-row wraps' }, h('span', { class: 'number quiet' }, part.rule ?? ''), h('span', { class: 'grow stack tight' }, h('span', { class: 'row-title' }, part.rule === undefined ? moreTexts.rules.reasons[part.reason] ?? part.text : rule ? `${moreTexts.rules.actions[rule.action] ?? rule.action}: ${ruleText(rule)}` : part.text),
  h('span', { class: 'quiet number' }, [sum(part.shown) ? `${moreTexts.rules.shown}: ${moreTexts.rules.counts(part.shown)}` : '', sum(part.hidden) ? `${moreTexts.rules.hidden}: ${moreTexts.rules.counts(part.hidden)}` : ''].filter(Boolean).join(' · ') || moreTexts.rules.counts(part.shown)),
  part.examples.length ? h('span', { class: 'quiet' }, `${moreTexts.rules.examples}: ${part.examples.slice(0, examples).map(nameOf).join(', ')}`) : null));
