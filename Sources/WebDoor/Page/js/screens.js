// The page's screens, each loaded when it is first opened. A new one is a line here, a module, and its texts.

/**
 * What a screen needs of the shell, and what its module has: `prepare` asks for what it needs before the session is known,
 * and ends with the signal when another screen is shown.
 * @typedef {{enter(): Promise<void>, places(): [string, string, boolean][]}} Shell
 * @typedef {{build(screen: import('./parts/screen.js').Screen, route: import('./logic/routes.js').Route, shell: Shell): void, prepare?(signal: AbortSignal): void}} ScreenModule
 */

/** @type {Record<string, () => Promise<ScreenModule>>} */
export const screens = {
  home: () => import('./screens/home.js'),
  who: () => import('./screens/who.js'),
  'sign-in': () => import('./screens/sign-in.js'),
  join: () => import('./screens/join.js'),
  more: () => import('./screens/more.js'),
  search: () => import('./screens/search.js'),
  title: () => import('./screens/title.js'),
  favourites: () => import('./screens/favourites.js'),
  guide: () => import('./screens/guide.js'),
  player: () => import('./screens/player.js'),
  queue: () => import('./screens/queue.js'),
  history: () => import('./screens/history.js'),
  downloads: () => import('./screens/downloads.js'),
  reading: () => import('./screens/reading.js'),
  week: () => import('./screens/week.js'),
  sources: () => import('./screens/sources.js'),
  settings: () => import('./screens/settings.js'),
  people: () => import('./screens/people.js'),
  operator: () => import('./screens/operator.js'),
  rules: () => import('./screens/rules.js'),
  deck: () => import('./screens/deck.js'),
};

const forAdults = new Set(['sources', 'people', 'rules']);
const forOwners = new Set(['operator']);

/**
 * Whether a profile is offered a screen; the services decide again.
 * @param {string} name
 * @param {{isAdult: boolean, isOwner: boolean}} who
 */
export const isAllowed = (name, { isAdult, isOwner }) => Object.hasOwn(screens, name) && (!forAdults.has(name) || isAdult) && (!forOwners.has(name) || isOwner);
