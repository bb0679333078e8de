import { currentSession, doorEvents, openSession } from './door.js';
import { beginVisit } from './discovery.js';
import { fill, h } from './element.js';
import { icon } from './icons.js';
import { listenForKeys } from './keys.js';
import { DoorError, isRelocked } from './logic/errors.js';
import { relative } from './logic/format.js';
import { parseRoute } from './logic/routes.js';
import { newScreen } from './parts/screen.js';
import { errorState, skeleton } from './parts/states.js';
import { Router, go } from './router.js';
import { isAllowed, screens } from './screens.js';
import { askHousehold, changes, follow, isAdult, isOffline, isOwner, lastReached, loadHousehold, unfollow, watchConnection } from './state.js';
import { texts } from './texts.js';

/**
 * The main places: name, icon, and whether the bar of narrow pages has it.
 * @type {[keyof typeof texts.nav, string, boolean][]}
 */
const places = [
  ['home', 'home', true], ['search', 'search', true], ['guide', 'guide', true], ['favourites', 'favourite', true], ['deck', 'magic', false],
  ['queue', 'queue', false], ['history', 'history', false], ['downloads', 'downloads', false], ['reading', 'reading', false],
  ['week', 'week', false], ['sources', 'sources', false], ['people', 'people', false], ['settings', 'settings', false],
  ['operator', 'operator', false],
];
/**
 * Screens that a profile may not open are not offered.
 * @param {string} name
 */
const isOffered = (name) => isAllowed(name, { isAdult: isAdult(), isOwner: isOwner() });

/** What a browser that is not signed in may open. */
const forStrangers = ['sign-in', 'join'];

/** When the first view is surely there, in milliseconds: then the other screens are loaded, so that they open at once. */
const settled = 4000;

/** One after the other, and not where data are to be saved. */
async function loadOthers() {
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  for (const [name, load] of Object.entries(screens)) if (isOffered(name)) await load().catch(() => undefined);
}

/** The frame around every screen: navigation, banner, the screen itself. */
class App extends HTMLElement {
  #main = h('main', { id: 'main', tabindex: '-1' });
  #nav = h('nav', { class: 'nav', 'aria-label': texts.nav.label });
  #banner = h('div', { class: 'banner-place', 'aria-live': 'polite' });
  #router = new Router((route) => this.#make(route), (element, route, isBack) => this.#show(element, route, isBack));
  #name = '';
  /** Until then what becomes of the session decides where the page begins, and what early calls say of it does not. */
  #isBegun = false;
  /** Ends what home has asked for early, when another screen is shown. */
  #early = new AbortController();

  connectedCallback() {
    fill(this, this.#banner, h('div', { class: 'frame' }, this.#nav, this.#main), h('footer', { class: 'footer' }, h('p', {}, texts.tmdb)));
    listenForKeys();
    watchConnection();
    changes.addEventListener('changed', () => this.#drawFrame());
    doorEvents.addEventListener('signed-out', () => this.#leaveTo('#/sign-in'));
    doorEvents.addEventListener('locked', () => this.#leaveTo('#/who'));
    document.querySelector('.skip-link')?.addEventListener('click', (event) => {
      event.preventDefault();
      this.#main.focus();
    });
    this.#begin();
  }

  async #begin() {
    fill(this.#main, placeholder(), skeleton('hero'), skeleton('row'));
    // First: what is asked for early is of the profile whose session is being opened.
    const opening = openSession();
    const asked = this.#askEarly();
    try {
      await opening;
      await this.enter(asked);
      const known = sessionStorage.getItem('hearth-chosen') === currentSession()?.profile.id;
      if (!known && parseRoute(location.hash).name === 'home') history.replaceState(null, '', '#/who');
    } catch (error) {
      if (error instanceof DoorError && error.code === 'unauthenticated') {
        sessionStorage.removeItem('hearth-chosen');
        if (!forStrangers.includes(parseRoute(location.hash).name)) history.replaceState(null, '', isRelocked(error) ? '#/who' : '#/sign-in');
      } else if (!(error instanceof DoorError && error.code === 'offline')) {
        fill(this.#main, placeholder(), errorState(error, { service: 'profiles', retry: () => this.#begin() }));
        return;
      }
    }
    this.#isBegun = true;
    this.#router.start();
    setTimeout(loadOthers, settled);
  }

  /** A browser that was signed in before asks for what it shows first while its session is opened. */
  #askEarly() {
    const { name } = parseRoute(location.hash);
    if (!sessionStorage.getItem('hearth-chosen') || forStrangers.includes(name)) return undefined;
    this.#early = new AbortController();
    const { signal } = this.#early;
    if (name === 'home') screens.home().then(({ prepare }) => prepare?.(signal), () => undefined);
    return askHousehold();
  }

  /**
   * Takes what a new session needs; forgets the screens of an earlier one.
   * @param {ReturnType<typeof askHousehold>} [asked]
   */
  async enter(asked) {
    this.#router.forget();
    await loadHousehold(asked);
    beginVisit();
    follow();
  }

  /** @param {string} hash */
  #leaveTo(hash) {
    if (!this.#isBegun) return;
    unfollow();
    sessionStorage.removeItem('hearth-chosen');
    this.#router.forget();
    go(hash);
  }

  /** @param {import('./logic/routes.js').Route} route */
  #make(route) {
    const name = Object.hasOwn(screens, route.name) && isOffered(route.name) ? route.name : 'home';
    const screen = newScreen();
    screen.append(placeholder(), skeleton('row'));
    screens[name]().then(({ build }) => {
      screen.replaceChildren();
      build(screen, route, this);
      if (screen.isConnected) this.#focusHeading(screen);
    }).catch((error) => fill(screen, placeholder(), errorState(new DoorError('offline', String(error)), { retry: () => this.#router.reload() })));
    return screen;
  }

  /** @param {HTMLElement} element @param {import('./logic/routes.js').Route} route @param {boolean} isBack */
  #show(element, route, isBack) {
    if (route.name !== 'home') this.#early.abort();
    this.#name = route.name;
    element.classList.toggle('back', isBack);
    fill(this.#main, element);
    this.#drawFrame();
    const place = texts.nav[/** @type {'home'} */ (route.name)];
    document.title = typeof place === 'string' ? `${place} · ${texts.name}` : texts.name;
    if (!isBack) this.#focusHeading(element);
  }

  /**
   * After a change of screens the focus is on the heading, so that a screen reader reads it.
   * @param {HTMLElement} screen
   */
  #focusHeading(screen) {
    const heading = screen.querySelector('[autofocus], h1');
    if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
  }

  #drawFrame() {
    const session = currentSession();
    const isBare = !session || ['who', ...forStrangers, 'player'].includes(this.#name);
    this.dataset.bare = String(isBare);
    this.#nav.hidden = isBare;
    if (session && !isBare) this.#drawNav(session.profile);
    fill(this.#banner, isOffline() ? h('div', { class: 'banner' }, icon('offline'), h('p', {}, h('strong', {}, texts.offline.title), ' ', texts.offline.available, ' ',
      h('span', { class: 'quiet' }, texts.offline.synced(relative(lastReached(), new Date()))))) : null);
  }

  /** @param {Hearth.Profile} profile */
  #drawNav(profile) {
    const link = (/** @type {[keyof typeof texts.nav, string, boolean]} */ [name, image, isMain]) => h('li', { class: isMain ? 'main-place' : 'more-place' },
      h('a', { class: 'tab', href: `#/${name}`, 'aria-current': this.#name === name ? 'page' : null, title: String(texts.nav[name]) }, icon(image), h('span', {}, String(texts.nav[name]))));
    const isOpen = places.some(([name, , isMain]) => !isMain && name === this.#name);
    fill(this.#nav,
      h('a', { class: 'brand', href: '#/home', 'aria-label': texts.name }, h('img', { src: new URL('../icons/hearth.svg', import.meta.url).href, alt: '', width: '32', height: '32' }), h('span', {}, texts.name)),
      h('ul', {}, places.filter(([name]) => isOffered(name)).map(link),
        h('li', { class: 'more-tab' }, h('a', { class: 'tab', href: '#/more', 'aria-current': isOpen || this.#name === 'more' ? 'page' : null }, icon('more'), h('span', {}, texts.nav.more)))),
      h('a', { class: 'tab profile-tab', href: '#/who', 'aria-label': texts.nav.profile(profile.name), title: profile.name }, avatar(profile), h('span', {}, profile.name)));
  }

  /** The places of the page "More". */
  places() {
    return places.filter(([name, , isMain]) => !isMain && isOffered(name));
  }
}
/** The heading of a screen that is not there yet. */
const placeholder = () => h('h1', { class: 'visually-hidden', tabindex: '-1' }, texts.name);

/**
 * The first letter of a profile, on its colour.
 * @param {Hearth.Profile} profile
 */
export const avatar = (profile) => h('span', { class: `avatar ${profile.kind}`, 'aria-hidden': 'true', data: { hue: String([...profile.id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6) } }, [...profile.name][0] ?? '?');

// Last: the page has the element, so that this begins it.
customElements.define('hearth-app', App);
