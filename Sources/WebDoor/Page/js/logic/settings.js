// Settings as their definitions describe them: groups, bounds, values.
import { moreTexts } from '../texts-more.js';

/**
 * Which settings are shown together; new ones of a later version come last, under `clients`.
 * @type {Record<string, string[]>}
 */
export const groups = {
  content: ['hideAdultContent', 'subscribedProviders', 'keepSearchHistory'],
  playing: ['enableSkipIntro', 'autoSkipIntro', 'autoPlayCountdownSeconds', 'preferredQuality', 'preferredAudioLanguage', 'subtitleLanguage', 'subtitlesOn', 'introAction', 'recapAction', 'teaserAction', 'creditsAction', 'previewAction', 'stillWatchingTitles', 'stillWatchingMinutes'],
  queue: ['enableAutoQueue', 'autoQueueSuggestions', 'maxQueueSize', 'clearQueueOnProfileSwitch'],
  downloads: ['maxDownloadStorageGB', 'downloadQuality', 'autoDeleteWatchedDownloads', 'downloadExpirationDays'],
  clients: [],
  apps: ['enablePiP', 'enablePreBuffer', 'preBufferTimeSeconds', 'enableLiveActivities', 'enableCloudSync', 'enableHoverPreviews', 'hoverPreviewDelay', 'moodVisuals'],
};

/** What the page notes for itself is no choice of a person's. */
const own = new Set(['hasSeenSwipeTutorial']);

/** @param {string} name */
export const groupOf = (name) => Object.keys(groups).find((group) => groups[group].includes(name)) ?? 'clients';

/**
 * The name that people read.
 * @param {string} name
 */
export const nameOfSetting = (name) => moreTexts.settings[name] ?? titleOf(name);

/**
 * "Max download storage GB" of "maxDownloadStorageGB".
 * @param {string} name
 */
export function titleOf(name) {
  const spaced = name.replace(/PiP/, 'PIP').replace(/([a-z])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2').replace(/^enable /i, '').replace('PIP', 'PiP');
  return spaced.split(' ').map((word, index) => (/^[A-Z]{2,}$/.test(word) || word === 'PiP' ? word : index === 0 ? word[0].toUpperCase() + word.slice(1) : word.toLowerCase())).join(' ');
}

/**
 * Whether the page can edit it: lists and times have places of their own.
 * @param {Hearth.SettingDefinition} definition
 */
export const isEditable = (definition) => ['boolean', 'integer', 'decimal', 'choice', 'language'].includes(definition.type) && definition.changedBy !== 'services' && !own.has(definition.name);

/**
 * The value of a text of a control, within the bounds.
 * @param {Hearth.SettingDefinition} definition
 * @param {string} text
 * @returns {Hearth.SettingValue | undefined} undefined: back to the default
 */
export function valueOf(definition, text) {
  if (definition.type === 'choice' || definition.type === 'language') return text ? { text } : undefined;
  const number = Math.min(definition.maximum ?? Infinity, Math.max(definition.minimum ?? -Infinity, Number(text)));
  if (text === '' || !Number.isFinite(number)) return undefined;
  return definition.type === 'integer' ? { integer: Math.round(number) } : { decimal: number };
}
