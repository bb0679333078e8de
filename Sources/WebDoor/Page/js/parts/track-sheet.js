import { playback } from '../door.js';
import { h } from '../element.js';
import { icon } from '../icons.js';
import { languageName } from '../logic/format.js';
import { moreTexts } from '../texts-more.js';
import { openDialog } from './dialog.js';

/** @typedef {{label: string, language: string, isOn: boolean, choose: () => void}} Track */

/**
 * The sound tracks that the browser tells; most tell none for a stream with one.
 * @param {HTMLVideoElement} video @returns {Track[]}
 */
function soundOf(video) {
  const tracks = [.../** @type {any} */ (video).audioTracks ?? []];
  return tracks.map((track, index) => ({ label: nameOf(track, index), language: track.language, isOn: track.enabled, choose: () => tracks.forEach((other) => { other.enabled = other === track; }) }));
}

/** @param {HTMLVideoElement} video @returns {Track[]} */
function subtitlesOf(video) {
  const tracks = [...video.textTracks].filter((track) => ['subtitles', 'captions'].includes(track.kind));
  const show = (/** @type {TextTrack | undefined} */ chosen) => tracks.forEach((track) => { track.mode = track === chosen ? 'showing' : 'disabled'; });
  const off = { label: moreTexts.tracks.off, language: '', isOn: tracks.every((track) => track.mode !== 'showing'), choose: () => show(undefined) };
  return tracks.length ? [off, ...tracks.map((track, index) => ({ label: nameOf(track, index), language: track.language, isOn: track.mode === 'showing', choose: () => show(track) }))] : [];
}

/** @param {{label: string, language: string}} track @param {number} index */
const nameOf = (track, index) => track.label || (track.language ? languageName(track.language) : moreTexts.tracks.track(index + 1));

/**
 * Begins with the languages that the viewer has chosen before.
 * @param {HTMLVideoElement} video @param {Hearth.TrackChoice | undefined} wanted
 */
export function applyTracks(video, wanted) {
  const take = (/** @type {Track[]} */ tracks, /** @type {string | undefined} */ language) => (language ? tracks.find((track) => track.language.split('-')[0] === language.split('-')[0])?.choose() : undefined);
  take(soundOf(video), wanted?.audioLanguage);
  take(subtitlesOf(video), wanted?.subtitleLanguage);
}

/**
 * Sound and subtitles to choose from; the choice is kept for the title.
 * @param {HTMLVideoElement} video @param {string} session
 */
export function openTracks(video, session) {
  const sound = soundOf(video);
  const subtitles = subtitlesOf(video);
  return openDialog(moreTexts.tracks.title, (close) => {
    const list = (/** @type {string} */ title, /** @type {Track[]} */ tracks, /** @type {(language: string) => Hearth.TrackChoice} */ choice) => (tracks.length ? h('section', { class: 'stack tight' }, h('h3', {}, title), h('ul', { class: 'sheet-list' }, tracks.map((track) => h('li', {}, h('button', { class: 'sheet-item', type: 'button', 'aria-pressed': String(track.isOn), onclick: () => {
      track.choose();
      playback.SetTracks({ session, tracks: choice(track.language) }).catch(() => undefined);
      close();
    } }, icon(track.isOn ? 'check' : 'next'), h('span', {}, track.label)))))) : null);
    return sound.length > 1 || subtitles.length ? [list(moreTexts.tracks.audio, sound, (audioLanguage) => ({ audioLanguage })), list(moreTexts.tracks.subtitles, subtitles, (subtitleLanguage) => ({ subtitleLanguage }))] : [h('p', {}, moreTexts.tracks.none)];
  }, { class: 'small sheet' });
}
