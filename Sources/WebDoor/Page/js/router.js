// The page's history. Going back shows a screen as it was left: its element, its scrolled place, its focus.
import { newKey } from './door.js';
import { parseRoute } from './logic/routes.js';

/** @typedef {import('./logic/routes.js').Route} Route */
/** @typedef {{element: HTMLElement, scroll: number, focus: HTMLElement | null, route: Route}} Kept */

/** More would hold posters of an evening in memory. */
const keptScreens = 6;

export class Router {
  /** @type {Map<string, Kept>} */
  #kept = new Map();
  /** @type {string} */
  #current = '';
  #depth = 0;
  /** @type {(route: Route) => HTMLElement} */
  #make;
  /** @type {(element: HTMLElement, route: Route, isBack: boolean) => void} */
  #show;

  /**
   * @param {(route: Route) => HTMLElement} make a new screen
   * @param {(element: HTMLElement, route: Route, isBack: boolean) => void} show
   */
  constructor(make, show) {
    this.#make = make;
    this.#show = show;
    history.scrollRestoration = 'manual';
  }

  start() {
    addEventListener('popstate', () => this.#arrive());
    this.#arrive();
  }

  /** Forgets every screen: another profile must not see them. */
  forget() {
    this.#kept.clear();
    this.#current = '';
  }

  /** Shows the current address again, from the beginning. */
  reload() {
    this.#kept.delete(this.#current);
    this.#current = '';
    this.#arrive();
  }

  #arrive() {
    const key = history.state?.key ?? newKey();
    if (!history.state?.key) history.replaceState({ key, depth: this.#depth }, '');
    if (key === this.#current) return;
    this.#depth = (history.state?.depth ?? 0) + 1;
    this.#leave();
    const found = this.#kept.get(key);
    const route = parseRoute(location.hash);
    const kept = found ?? { element: this.#make(route), scroll: 0, focus: null, route };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    this.#current = key;
    this.#show(kept.element, route, Boolean(found));
    scrollTo(0, kept.scroll);
    if (found) (found.focus?.isConnected ? found.focus : null)?.focus({ preventScroll: true });
    for (const old of [...this.#kept.keys()].slice(0, -keptScreens)) this.#kept.delete(old);
  }

  #leave() {
    const kept = this.#kept.get(this.#current);
    if (!kept) return;
    kept.scroll = scrollY;
    kept.focus = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    kept.element.remove();
  }
}

/** @param {string} hash as of `routeTo` @param {boolean} [replaces] */
export function go(hash, replaces = false) {
  if (replaces) {
    history.replaceState(null, '', hash);
    dispatchEvent(new PopStateEvent('popstate'));
  } else {
    location.hash = hash;
  }
}

/**
 * Changes the address of the current screen without another screen.
 * @param {string} hash
 */
export const rename = (hash) => history.replaceState(history.state, '', hash);

/** Back where the visitor came from, never out of the page; without a way back, home. */
export function goBack() {
  if (history.state?.depth > 0) history.back();
  else go('#/home');
}
