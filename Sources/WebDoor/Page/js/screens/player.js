import { catalog, currentSession, playback, playerFile } from '../door.js';
import { fill, h } from '../element.js';
import { DoorError } from '../logic/errors.js';
import { routeTo } from '../logic/routes.js';
import { button, linkButton } from '../parts/buttons.js';
import { player } from '../parts/player.js';
import { errorState, skeleton } from '../parts/states.js';
import { deviceName, knownDevices } from '../devices.js';
import { goBack, go } from '../router.js';
import { texts } from '../texts.js';

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen, route) {
  const content = route.id ?? '';
  screen.classList.add('player-screen');
  const open = async (/** @type {AbortSignal} */ signal) => {
    fill(screen, h('h1', { class: 'visually-hidden', tabindex: '-1' }, texts.player.label), skeleton('hero'));
    try {
      const opened = await playback.Play({ content, device: thisDevice(), variant: route.query.variant, startsOver: route.query.over ? true : undefined, programme: route.query.at }, { signal });
      if (signal.aborted) {
        playback.EndSession({ session: opened.session }).catch(() => undefined);
        return;
      }
      show(opened);
    } catch (error) {
      if (!signal.aborted) fill(screen, refusal(error, () => open(screen.signal)));
    }
  };
  const show = (/** @type {Hearth.Playback} */ opened) => {
    document.title = `${opened.card.title} · ${texts.name}`;
    fill(screen, h('h1', { class: 'visually-hidden', tabindex: '-1' }, texts.player.playing(opened.card.title)), player(opened, {
      close: goBack, opened: show, channel: (step) => turn(opened.card.id, step), failed: (error, source) => fill(screen, refusal(error, () => open(screen.signal), { opened, source })),
    }));
  };
  screen.whileShown((signal) => { open(signal); });
}

const thisDevice = () => currentSession()?.device ?? 'web';

/**
 * To the channel before or after.
 * @param {string} channel
 * @param {number} step
 */
async function turn(channel, step) {
  const found = await catalog.ListNeighbours({ channel }).catch(() => undefined);
  const next = step < 0 ? found?.previous : found?.next;
  if (next) go(routeTo('player', next.card.id), true);
}

/**
 * Who has a connection; the name of the device comes when it is known.
 * @param {Hearth.SlotHolder} holder
 */
function holderLine(holder) {
  const line = h('p', { class: 'quiet' });
  const say = (/** @type {string} */ device) => { line.textContent = texts.player.heldBy([device, holder.card?.title].filter(Boolean).join(', ')); };
  say('');
  knownDevices().then((names) => say(deviceName(names, holder.device)));
  return line;
}

/**
 * Why nothing plays, and what can be done.
 * @param {unknown} error
 * @param {() => void} retry
 * @param {{opened?: Hearth.Playback, source?: DoorError}} begun what began, and what is wrong with its stream
 */
function refusal(error, retry, { opened, source } = {}) {
  const slots = error instanceof DoorError ? error.detail('hearth.playback.NoFreeSlot') : undefined;
  const limit = error instanceof DoorError ? error.detail('hearth.playback.LimitReached') : undefined;
  const note = limit ? texts.player.limit : slots ? texts.player.noSlot : source ? texts.player.gone : opened ? texts.player.rawStream : undefined;
  const holders = /** @type {Hearth.SlotHolder[]} */ (slots?.holders ?? []);
  return h('div', { class: 'player-refusal' }, note ? h('div', { class: 'state', role: 'alert' }, h('h1', { class: 'state-title' }, opened ? texts.player.failed : note), opened ? h('p', { class: 'state-message' }, note) : null,
    holders.map(holderLine)) : [h('h1', { class: 'visually-hidden' }, texts.player.label), errorState(error, { service: 'playback-state', retry })],
  h('div', { class: 'actions centre' }, source && !slots ? button(texts.common.tryAgain, retry) : opened ? linkButton(texts.player.sourceFile, playerFile(opened), { icon: 'downloads' }) : null, h('button', { class: 'button secondary', type: 'button', onclick: goBack }, texts.common.back)));
}
