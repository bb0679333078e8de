import { h } from '../element.js';
import { clock, shortDay } from '../logic/format.js';
import { isOn } from '../logic/guide.js';
import { routeTo } from '../logic/routes.js';
import { texts } from '../texts.js';
import { linkButton } from './buttons.js';
import { openDialog } from './dialog.js';

/**
 * What a programme is, and how to watch it.
 * @param {Hearth.Card} channel
 * @param {Hearth.Programme} programme
 * @param {boolean} [hasCatchup]
 */
export function openProgramme(channel, programme, hasCatchup) {
  const now = Date.now();
  const isNow = isOn(programme, now);
  const hasBegun = Date.parse(programme.start) <= now;
  return openDialog(programme.title, () => [h('div', { class: 'stack' },
    h('p', { class: 'quiet number' }, `${channel.title} · ${shortDay(programme.start)} · ${texts.guide.until(clock(programme.start), clock(programme.stop))}`),
    programme.subtitle ? h('h3', {}, programme.subtitle) : null,
    programme.overview ? h('p', {}, programme.overview) : null,
    h('div', { class: 'actions' }, isNow ? linkButton(texts.guide.watch, routeTo('player', channel.id), { kind: 'primary', icon: 'play', isFilled: true }) : null,
      hasBegun && hasCatchup !== false ? linkButton(texts.guide.catchup, routeTo('player', channel.id, { at: programme.start }), { icon: 'history' }) : null))]);
}
