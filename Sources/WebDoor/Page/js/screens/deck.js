import { catalog, currentSession, picture, profiles } from '../door.js';
import { beginSwipes } from '../discovery.js';
import { fill, h } from '../element.js';
import { icon } from '../icons.js';
import { nameOf } from '../logic/cards.js';
import { reasonOf } from '../logic/deck.js';
import { routeTo } from '../logic/routes.js';
import { button, iconButton, labelled, select } from '../parts/buttons.js';
import { openDialog } from '../parts/dialog.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { openForm } from '../parts/sheet.js';
import { emptyState } from '../parts/states.js';
import { swipeCard } from '../parts/swipe-card.js';
import { attempt } from '../parts/toast.js';
import { go } from '../router.js';
import { flag, takeSettings } from '../state.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';
import { deckSource, verdicts } from './deck-source.js';

/** Posters of so many cards ahead are loaded, and so many answers back can be undone. */
const preloaded = 5;
const undoable = 20;
const shownCards = 3;
const tutorialSetting = 'hasSeenSwipeTutorial';

/** @typedef {import('../logic/deck.js').Verdict} Verdict */

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  let filter = keptFilter();
  const place = h('div', {});
  const show = () => fill(place, deck(screen, filter, editFilter));
  const editFilter = async () => {
    const next = await chooseFilter(filter);
    if (!next) return;
    filter = next;
    localStorage.setItem(filterKey(), JSON.stringify(filter));
    show();
  };
  screen.append(screenHeader(moreTexts.deck.title, { actions: [button(moreTexts.deck.filters, editFilter, { icon: 'filter' }), iconButton('more', moreTexts.deck.tutorial, () => tutorial())] }), place);
  show();
  if (!flag(tutorialSetting, false)) tutorial();
}

const filterKey = () => `hearth-deck-${currentSession()?.profile.id ?? ''}`;

/** @returns {import('../logic/deck.js').DeckFilter} */
function keptFilter() {
  try {
    return { genre: '', year: '', rating: '', ...JSON.parse(localStorage.getItem(filterKey()) ?? '{}') };
  } catch {
    return { genre: '', year: '', rating: '' };
  }
}

/** @param {import('../parts/screen.js').Screen} screen @param {import('../logic/deck.js').DeckFilter} filter @param {() => void} editFilter */
function deck(screen, filter, editFilter) {
  const source = deckSource(filter, () => screen.signal);
  const stage = h('div', { class: 'swipe-stage' });
  const status = h('p', { class: 'visually-hidden', role: 'status' });
  const stats = h('p', { class: 'quiet number swipe-stats' });
  const buttons = h('div', { class: 'swipe-buttons' });
  /** @type {{card: Hearth.Card, verdict: Verdict}[]} */
  const answered = [];
  const counts = { seen: 0, love: 0, skip: 0, save: 0 };
  screen.whileShown((signal) => {
    const [before, over] = [counts.seen, beginSwipes()];
    signal.addEventListener('abort', () => over(counts.seen > before));
  });

  const answer = async (/** @type {Verdict} */ verdict) => {
    const [card] = source.cards;
    if (!card || stage.dataset.busy) return;
    stage.dataset.busy = 'true';
    leave(stage.querySelector('.swipe-card'), verdict);
    const given = await attempt(async () => ({ show: await verdicts[verdict].give(card.id) }));
    delete stage.dataset.busy;
    if (given) {
      source.take();
      answered.push({ card, verdict });
      answered.splice(0, Math.max(0, answered.length - undoable));
      counts.seen += 1;
      counts[verdict] += 1;
      status.textContent = `${moreTexts.deck.done[verdict]}: ${nameOf(card)}`;
    }
    await draw();
    if (given?.show && verdict === 'love') match(given.show);
  };
  const undo = async () => {
    const last = answered.pop();
    if (!last) {
      status.textContent = moreTexts.deck.nothing;
      return;
    }
    if (!(await attempt(async () => { await verdicts[last.verdict].take(last.card.id); return true; }))) return;
    counts.seen -= 1;
    counts[last.verdict] -= 1;
    source.putBack(last.card);
    status.textContent = `${moreTexts.deck.done.undo}: ${nameOf(last.card)}`;
    await draw();
  };
  const draw = async () => {
    if (source.cards.length < preloaded) await source.more().catch(() => undefined);
    stats.textContent = moreTexts.deck.stats(counts.seen, counts.love, counts.save);
    const cards = source.cards.slice(0, shownCards);
    const hadFocus = stage.contains(document.activeElement) || document.activeElement === document.body;
    const made = cards.map((card) => swipeCard(card, reasonText(card, source.loved), answer));
    made.slice(1).forEach(({ element }) => { element.inert = true; });
    fill(stage, made.length ? made.map(({ element }) => element).reverse() : source.isBare ? noTitles() : allDone(editFilter));
    stats.hidden = source.isBare;
    made[0]?.showDetails();
    if (hadFocus) made[0]?.element.focus({ preventScroll: true });
    for (const card of source.cards.slice(shownCards, preloaded + 1)) if (card.poster) new Image().src = picture(card.poster, 'detail');
    buttons.hidden = !made.length && !answered.length;
  };
  fill(buttons, roundButton('undo', 'undo', moreTexts.deck.undo, undo), roundButton('skip', 'close', moreTexts.deck.skip, () => answer('skip')), roundButton('save', 'up', moreTexts.deck.save, () => answer('save')), roundButton('love', 'favourite', moreTexts.deck.love, () => answer('love')),
    roundButton('details', 'guide', moreTexts.deck.details, () => { const [card] = source.cards; if (card) go(routeTo('title', card.id)); }));
  const whole = h('div', { class: 'swipe', onkeydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'u' || event.key === 'z') undo();
    else if (event.key === 'ArrowDown' && stage.contains(document.activeElement)) /** @type {HTMLElement | null} */ (buttons.querySelector('.love'))?.focus();
    else return;
    event.preventDefault();
  } }, stage, buttons, stats, status);
  return section({ skeleton: 'card', service: 'scheduler', load: async () => { await source.begin(); await source.more(); return source; }, render: () => { draw(); return whole; } });
}

/** @param {string} kind @param {string} name @param {string} label @param {() => void} run */
const roundButton = (kind, name, label, run) => iconButton(name, label, run, { class: `swipe-button ${kind}`, isFilled: kind === 'love' });

/**
 * The card goes the way that it was sent; without motion it is gone at once.
 * @param {Element | null} element @param {Verdict} verdict
 */
function leave(element, verdict) {
  if (element instanceof HTMLElement) element.classList.add('gone', verdict);
}

/** @param {Hearth.Card} card @param {Map<string, number>} loved */
function reasonText(card, loved) {
  const reason = reasonOf(card, loved);
  if (reason.kind === 'fits') return moreTexts.deck.fits(reason.genre);
  return reason.kind === 'good' ? moreTexts.deck.good : moreTexts.deck.popular;
}

const noTitles = () => h('div', { class: 'swipe-done' }, emptyState({ icon: 'magic', title: moreTexts.deck.noTitles[0], message: moreTexts.deck.noTitles[1] }));

/** @param {() => void} editFilter */
const allDone = (editFilter) => h('div', { class: 'swipe-done' }, emptyState({ icon: 'check', title: moreTexts.deck.all, message: moreTexts.deck.allHelp, action: { label: moreTexts.deck.loved, run: () => go(routeTo('favourites', undefined, { list: 'loved' })) } }), h('div', { class: 'actions centre' }, button(moreTexts.deck.change, editFilter, { icon: 'filter' })));

/**
 * Others who would watch it, too, by the household's rule.
 * @param {Hearth.ProgrammeShow} show
 */
async function match(show) {
  const own = currentSession()?.profile.id;
  const others = show.matchedBy?.filter((profile) => profile !== own) ?? [];
  if (!show.matchedBy?.includes(own ?? '') || !others.length) return;
  const people = await profiles.ListProfiles({}).catch(() => ({ profiles: [] }));
  const names = people.profiles.filter((profile) => others.includes(profile.id)).map((profile) => profile.name).join(', ');
  await openDialog(moreTexts.deck.match, (close) => [h('div', { class: 'stack centred' }, h('p', { class: 'match-icon' }, icon('favourite', true)), h('p', { class: 'row-title' }, nameOf(show.card)), h('p', {}, moreTexts.deck.matchWith(names)),
    h('div', { class: 'actions centre' }, button(moreTexts.deck.goOn, () => close(), { kind: 'primary' }), button(moreTexts.deck.open, () => { close(); go(routeTo('title', show.card.id)); })))], { class: 'small match' });
}

/** How it works, the first time and whenever it is asked for. */
async function tutorial() {
  await openDialog(moreTexts.deck.tutorial, (close) => [h('ul', { class: 'gestures' }, moreTexts.deck.gestures.map(([name, title, help]) => h('li', {}, icon(name), h('span', {}, h('span', { class: 'row-title' }, title), h('span', { class: 'quiet' }, help))))), h('div', { class: 'actions centre' }, button(moreTexts.deck.gotIt, () => close(), { kind: 'primary' }))], { class: 'small tutorial' });
  if (flag(tutorialSetting, false)) return;
  const changed = await attempt(() => profiles.ChangeSettings({ changes: [{ name: tutorialSetting, value: { boolean: true } }] }));
  if (changed) takeSettings(changed.settings);
}

/** @param {import('../logic/deck.js').DeckFilter} filter @returns {Promise<import('../logic/deck.js').DeckFilter | undefined>} */
async function chooseFilter(filter) {
  const found = await catalog.ListGenres({}).catch(() => ({ rows: [] }));
  const any = /** @type {[string, string]} */ (['', moreTexts.deck.any]);
  const genre = select([any, .../** @type {[string, string][]} */ (found.rows.map((row) => [row.genre, row.genre]))], filter.genre, () => undefined);
  const year = select([any, ...Object.entries(texts.search.years)], filter.year, () => undefined);
  const rating = select([any, .../** @type {[string, string][]} */ (['G', 'PG', 'PG-13', 'R', 'NC-17', 'Unrated'].map((one) => [one, one]))], filter.rating, () => undefined);
  return openForm(moreTexts.deck.filters, [labelled(moreTexts.deck.genre, genre), labelled(moreTexts.deck.year, year), labelled(moreTexts.deck.rating, rating)], texts.common.save, async () => ({ genre: genre.value, year: year.value, rating: rating.value }));
}
