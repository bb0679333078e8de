// What all screens share: who is signed in, the household, the profile's settings, what is down.
import { currentSession, doorEvents, followEvents, openSession, profiles } from './door.js';
import { ageOf } from './kept.js';
import { setHousehold } from './logic/format.js';

/** Tells `changed` when any of it changed, and `event` for what the door reports. */
export const changes = new EventTarget();

/** @type {{household: Hearth.HouseholdInfo | null, settings: Map<string, Hearth.SettingValue>, isOnline: boolean, isReached: boolean, lastReached: Date, down: Set<string>}} */
const state = {
  household: null, settings: new Map(), isOnline: navigator.onLine, isReached: true, lastReached: new Date(), down: new Set(),
};

const tell = () => changes.dispatchEvent(new CustomEvent('changed'));

/** @returns {Hearth.HouseholdInfo | null} */
export const household = () => state.household;
export const isOffline = () => !state.isOnline || !state.isReached;
export const lastReached = () => state.lastReached;
/** Whether the session's member may change the household's things. */
export const isAdult = () => ['owner', 'adult'].includes(currentSession()?.role ?? '') && currentSession()?.profile.kind !== 'kids';
export const isOwner = () => isAdult() && currentSession()?.role === 'owner';

/** @param {string} name @param {boolean} otherwise */
export const flag = (name, otherwise) => state.settings.get(name)?.boolean ?? otherwise;

/** @param {string} name @param {string} otherwise */
export const choice = (name, otherwise) => state.settings.get(name)?.text ?? otherwise;

/** Asks for the household and the settings of the session's profile. */
export const askHousehold = () => Promise.allSettled([profiles.GetHousehold({}), profiles.GetSettings({})]);

/**
 * Takes the household and the settings of the profile, after a session began. A part that fails keeps its default.
 * @param {ReturnType<typeof askHousehold>} asked
 */
export async function loadHousehold(asked = askHousehold()) {
  state.lastReached = ageOf(currentSession()) ?? state.lastReached;
  const [info, settings] = await asked;
  if (info.status === 'fulfilled') takeHousehold(info.value);
  if (settings.status === 'fulfilled') takeSettings(settings.value.settings);
  tell();
}

/** @param {Hearth.HouseholdInfo} info */
export function takeHousehold(info) {
  state.household = info;
  setHousehold({ language: info.preferences?.language, timeZone: info.timeZone });
}

/** @param {Hearth.ProfileSetting[]} settings */
export function takeSettings(settings) {
  state.settings = new Map(settings.flatMap((setting) => (setting.value ? [[setting.name, setting.value]] : [])));
  const root = document.documentElement;
  root.dataset.theme = choice('theme', 'dark');
  root.dataset.accessible = String(flag('accessibilityModeEnabled', false));
}

/** @type {AbortController | null} */
let following = null;

/** Begins to follow the household's events, in place of an earlier stream. */
export function follow() {
  following?.abort();
  following = new AbortController();
  followEvents((event) => {
    if (event.type === 'service') {
      if (event.data.isUp) state.down.delete(event.data.service);
      else state.down.add(event.data.service);
      tell();
    }
    changes.dispatchEvent(new CustomEvent('event', { detail: event }));
  }, following.signal);
}

export function unfollow() {
  following?.abort();
  following = null;
}

/** Watches the connection, of the device and to the door. */
export function watchConnection() {
  const network = () => {
    state.isOnline = navigator.onLine;
    tell();
    if (state.isOnline && currentSession()) openSession().catch(() => undefined);
  };
  addEventListener('online', network);
  addEventListener('offline', network);
  doorEvents.addEventListener('unreached', () => {
    if (!state.isReached) return;
    state.isReached = false;
    tell();
  });
  doorEvents.addEventListener('reached', () => {
    state.lastReached = new Date();
    if (state.isReached) return;
    state.isReached = true;
    tell();
  });
}
