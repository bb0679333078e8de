// What the player shows over the picture, from the hints of the service.

/** @typedef {{kind: 'none'} | {kind: 'still'} | {kind: 'skip', skip: Hearth.SkipHint} | {kind: 'next', next: Hearth.NextUpHint}} Overlay */

/**
 * One at a time: the question first, then what comes next, then what can be skipped while the position is in it.
 * @param {Hearth.PlaybackHints | undefined} hints @param {number} position in seconds @param {boolean} isNextRefused whether the viewer chose to stay
 * @returns {Overlay}
 */
export function overlayOf(hints, position, isNextRefused) {
  if (hints?.stillWatching) return { kind: 'still' };
  if (hints?.nextUp && !isNextRefused) return { kind: 'next', next: hints.nextUp };
  const skip = hints?.skip;
  return skip && position >= skip.from && position < skip.to ? { kind: 'skip', skip } : { kind: 'none' };
}

/**
 * A position within a title.
 * @param {number} position
 * @param {number} step
 * @param {number} duration infinite for a channel
 */
export const moved = (position, step, duration) => Math.min(Math.max(0, position + step), Number.isFinite(duration) ? Math.max(0, duration - 1) : position + step);

/**
 * The report of a player.
 * @param {{session: string, opened: number, sequence: number}} playing @param {{currentTime: number, duration: number, paused: boolean, ended: boolean, readyState: number}} video
 * @param {number} now @param {{hasInput: boolean, isInWindow: boolean}} more @returns {Hearth.ProgressReport}
 */
export function reportOf(playing, video, now, { hasInput, isInWindow }) {
  const state = video.ended ? 'ended' : video.paused ? 'paused' : video.readyState < 3 ? 'buffering' : isInWindow ? 'pictureInPicture' : 'playing';
  return {
    session: playing.session, elapsedMilliseconds: Math.max(0, Math.round(now - playing.opened)), position: Math.max(0, video.currentTime), state, hasInput, sequence: playing.sequence,
    ...(Number.isFinite(video.duration) ? { duration: video.duration } : {}),
  };
}

/**
 * What a key does in the player.
 * @type {Record<string, string>}
 */
export const playerKeys = {
  ' ': 'toggle', k: 'toggle', MediaPlayPause: 'toggle', MediaPlay: 'toggle', MediaPause: 'toggle', ArrowLeft: 'back', MediaRewind: 'back', j: 'back', ArrowRight: 'on', MediaFastForward: 'on', l: 'on',
  m: 'mute', c: 'captions', f: 'full', MediaTrackNext: 'next', ChannelUp: 'channelUp', ChannelDown: 'channelDown', Escape: 'close', GoBack: 'close', BrowserBack: 'close', MediaStop: 'close',
};
