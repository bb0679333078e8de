import { catalog, gateway, picture, playback, profiles } from '../door.js';
import { noteSave } from '../discovery.js';
import { fill, h } from '../element.js';
import { hueOf } from '../logic/cards.js';
import { DoorError } from '../logic/errors.js';
import { languageName, minutes, percent, position, score as scoreText } from '../logic/format.js';
import { isWebAddress } from '../logic/links.js';
import { missingPart } from '../logic/parts.js';
import { routeTo } from '../logic/routes.js';
import { isListed, noteListed, toggleListed } from '../lists.js';
import { button, iconButton, linkButton, labelled, select } from '../parts/buttons.js';
import { downloadButton } from '../parts/download-button.js';
import { openListPicker } from '../parts/list-picker.js';
import { bar, poster, scoreBadge, titleCard } from '../parts/poster.js';
import { row } from '../parts/row.js';
import { changeHeading, screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { missingNote } from '../parts/states.js';
import { attempt, toast } from '../parts/toast.js';
import { changes, isAdult } from '../state.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';
import { episodes } from './title-episodes.js';
import { reviews } from './title-reviews.js';
import { why } from './title-why.js';

const similarSize = 20;

/** @param {Hearth.Card} card */
const canDownload = (card) => card.kind === 'movie';

/**
 * What the first part shows; everything besides the title may be missing.
 * @typedef {{title: Hearth.Title, progress?: Hearth.TitleProgress, next?: Hearth.SeriesNextUp, isQueued: boolean, download?: Hearth.Download, missing: import('../logic/parts.js').MissingPart[]}} Whole
 */

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen, route) {
  const id = route.id ?? '';
  /** @type {import('../parts/section.js').Section} */
  const whole = section({ skeleton: 'detail', service: 'catalog', load: (signal) => load(id, signal), render: (value) => {
    changeHeading(screen, () => heading.remove());
    document.title = `${value.title.card.title} · ${texts.name}`;
    if (!below.childElementCount) fill(below, parts(value.title, Number(route.query.season) || undefined, screen));
    return head(value, () => whole.reload());
  } });
  const below = h('div', { class: 'sections' });
  const heading = screenHeader(texts.name, { isHidden: true });
  screen.append(heading, whole, below);
  screen.whileShown((signal) => {
    changes.addEventListener('event', (event) => {
      const { type, data } = /** @type {CustomEvent} */ (event).detail;
      // What was just played has another place to resume at.
      if ((type === 'download' && data.changed?.content === id) || (type === 'activity' && data.event?.kind === 'ended')) whole.reload();
    }, { signal });
  });
}

/**
 * What is below the summary; each part loads by itself.
 * @param {Hearth.Title} title
 * @param {number | undefined} season
 * @param {import('../parts/screen.js').Screen} screen
 */
function parts(title, season, screen) {
  const alike = similarTitles(title.card, screen);
  return [title.card.kind === 'series' ? episodes(title.card.id, season, screen) : null, people(title), franchise(title.card), ['movie', 'series'].includes(title.card.kind) ? why(title.card, alike) : null, isAdult() && title.card.tmdbID ? reviews(title.card) : null,
    isAdult() && title.card.kind !== 'channel' ? watchedBy(title.card) : null, links(title), similar(alike)];
}

/**
 * Titles like it, for the parts that need them: they share one request, which is made again after a failure.
 * @param {Hearth.Card} card @param {import('../parts/screen.js').Screen} screen
 */
function similarTitles(card, screen) {
  /** @type {ReturnType<typeof catalog.ListSimilar> | undefined} */
  let asked;
  return () => {
    const found = (asked ??= catalog.ListSimilar({ id: card.id, size: similarSize }, { signal: screen.signal }));
    found.catch(() => { asked = undefined; });
    return found;
  };
}

/** @param {string} id @param {AbortSignal} signal @returns {Promise<Whole>} */
async function load(id, signal) {
  const found = await gateway.Title({ id }, { signal });
  const { title } = found;
  if (!title) throw missingPart(found.missing, (part) => part.service === 'catalog') ?? new DoorError('not_found', id);
  if (found.isFavourite !== undefined) noteListed(id, found.isFavourite);
  return { title, progress: found.progress, next: found.nextUp, isQueued: found.queue?.isQueued ?? false, download: found.download, missing: found.missing };
}

/** @param {Whole} whole @param {() => void} reload */
function head(whole, reload) {
  const { title } = whole;
  const { card } = title;
  const path = title.metadata?.backdropPath ?? title.details?.backdrop;
  const backdrop = h('div', { class: 'backdrop detail-backdrop', style: { '--hue': hueOf(card.title) } },
    path ? h('img', { src: picture(path, 'backdrop'), alt: '', onerror: (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).remove() }) : null);
  const facts = [card.year, card.runtimeMinutes ? minutes(card.runtimeMinutes) : '', title.metadata?.certificate ?? title.certification ?? card.rating, title.language ? languageName(title.language) : '', card.genres.join(', ')].filter(Boolean).join(' · ');
  return h('div', { class: 'detail' }, backdrop, h('div', { class: 'detail-body' },
    h('div', { class: 'detail-poster' }, poster(card.poster, card.title, 'detail')),
    h('div', { class: 'detail-words' }, h('h1', { tabindex: '-1' }, card.title),
      title.metadata?.originalTitle && title.metadata.originalTitle !== card.title ? h('p', { class: 'quiet' }, title.metadata.originalTitle) : null,
      h('p', { class: 'facts' }, card.score ? [scoreBadge(card.score), h('span', { class: 'visually-hidden' }, texts.title.rating(scoreText(card.score)))] : null, h('span', {}, facts)),
      title.isStale ? h('p', { class: 'note' }, texts.title.stale) : null,
      whole.progress && whole.progress.progress > 0 && !whole.progress.isWatched ? h('div', { class: 'detail-progress' }, bar(whole.progress.progress, texts.title.progress(percent(whole.progress.progress)))) : null,
      actions(whole, reload), h('p', { class: 'overview' }, title.overview ?? texts.title.noOverview), providers(title))));
}

/** @param {Whole} whole @param {() => void} reload */
function actions({ title, progress, next, isQueued, download, missing }, reload) {
  const { card, variants } = title;
  const target = next?.next?.content ?? card.id;
  const resume = card.kind === 'series' ? next?.next?.resume : progress?.resume;
  let variant = progress?.variant;
  const episode = next?.next?.card;
  const label = resume ? texts.title.playFrom(position(resume)) : card.kind === 'channel' ? texts.title.watch : texts.title.play;
  const go = linkButton(label, routeTo('player', target), { kind: 'primary play', icon: 'play', isFilled: true });
  const list = button(isListed(card.id) ? texts.title.onList : texts.title.addList, async () => { await toggleListed(card.id); reload(); }, { icon: isListed(card.id) ? 'check' : 'plus' });
  const pick = iconButton('reading', `${moreTexts.lists.choose}: ${card.title}`, async () => { await openListPicker(card); reload(); });
  const queue = button(isQueued ? texts.title.queued : texts.title.queue, async () => {
    if (await attempt(() => (isQueued ? playback.RemoveFromQueue({ content: card.id }) : playback.AddToQueue({ content: card.id, place: 'last' })))) {
      if (!isQueued) {
        noteSave(card.id);
        toast(texts.title.queuedNow);
      }
      reload();
    }
  }, { icon: 'queue' });
  const watched = button(progress?.isWatched ? texts.title.watched : texts.title.markWatched, async () => {
    if (await attempt(() => (progress?.isWatched ? playback.MarkUnwatched({ contents: [card.id] }) : playback.MarkWatched({ contents: [card.id] })))) reload();
  }, { icon: 'check' });
  const versions = variants.length > 1 ? labelled(texts.title.versions, select(variants.map((one) => [one.id, versionName(one)]), variant ?? variants[0].id, (value) => {
    variant = value;
    go.setAttribute('href', routeTo('player', target, { variant }));
  })) : null;
  return h('div', { class: 'detail-actions' }, h('div', { class: 'actions' }, go, resume && card.kind !== 'series' ? linkButton(texts.title.startOver, routeTo('player', target, { over: '1' })) : null, list, pick, queue,
    card.kind === 'channel' ? null : watched, canDownload(card) ? downloadButton(card, download, reload) : null, trailer(title)),
  missingNote(missing.filter((part) => part.service !== 'downloads' || canDownload(card))), episode && episode.season !== undefined ? h('p', { class: 'quiet' }, texts.title.nextUp(`${texts.card.short(episode.season, episode.episode ?? 0)} ${episode.title}`)) : null, versions);
}

/**
 * A trailer is elsewhere: it opens in a tab of its own.
 * @param {Hearth.Title} title
 */
function trailer(title) {
  const address = title.metadata?.trailer ?? title.details?.trailer;
  return address && isWebAddress(address) ? h('a', { class: 'button secondary', href: address, target: '_blank', rel: 'noopener noreferrer' }, texts.title.trailer) : null;
}

/** @param {Hearth.Variant} variant */
const versionName = (variant) => [variant.quality, variant.dynamicRange, variant.codec, variant.language ? languageName(variant.language) : '', variant.source, variant.failedAt ? texts.title.failed : ''].filter(Boolean).join(' · ') || variant.name;

/** @param {Hearth.Title} title */
const providers = (title) => (title.metadata?.whereToWatch?.providers.length ? h('p', { class: 'providers' }, h('span', { class: 'quiet' }, texts.title.providers),
  title.metadata.whereToWatch.providers.slice(0, 6).map((provider) => h('span', { class: 'badge' }, provider.name ?? String(provider.id)))) : null);

/** @param {Hearth.Title} title */
function people(title) {
  const cast = title.metadata?.cast ?? title.details?.cast ?? [];
  const directors = title.metadata?.directors ?? title.details?.directors ?? [];
  if (!cast.length && !directors.length) return null;
  const tile = (/** @type {string} */ name, /** @type {string} */ role) => h('a', { class: 'person', href: routeTo('search', undefined, { q: name }) },
    h('span', { class: 'avatar', 'aria-hidden': 'true', data: { hue: String(hueOf(name) % 6) } }, name.split(' ').map((part) => part[0]).slice(0, 2).join('')), h('span', {}, name), h('span', { class: 'quiet' }, role));
  return h('section', {}, h('div', { class: 'section-header' }, h('h2', {}, texts.title.cast)), row([...directors.map((name) => tile(name, texts.title.directors)), ...cast.slice(0, 20).map((name) => tile(name, ''))], texts.title.cast));
}

/**
 * Which profiles have seen it, or are in the middle of it.
 * @param {Hearth.Card} card
 */
const watchedBy = (card) => section({
  skeleton: 'list', service: 'playback-state', isSmallError: true,
  load: async (signal) => {
    const [found, people] = await Promise.all([playback.WhoWatched({ contents: [card.id] }, { signal }), profiles.ListProfiles({}, { signal })]);
    const names = new Map(people.profiles.map((profile) => [profile.id, profile.name]));
    return (found.titles[0]?.profiles ?? []).filter((one) => one.state !== 'notBegun').map((one) => `${names.get(one.profile) ?? ''}${one.state === 'begun' ? ` (${percent(one.progress)})` : ''}`);
  },
  isEmpty: (names) => names.length === 0, render: (names) => h('p', {}, h('span', { class: 'quiet' }, `${texts.title.who}: `), names.join(', ')),
});

/** @param {Hearth.Title} title */
const links = (title) => (title.variants.length ? h('details', { class: 'links' }, h('summary', {}, `${texts.title.links} (${title.variants.length})`),
  h('ul', { class: 'list' }, title.variants.map((variant) => h('li', { class: 'list-row' }, h('span', { class: 'grow' }, versionName(variant)), variant.isStale ? h('span', { class: 'badge' }, texts.title.stale) : null)))) : null);

/** @param {Hearth.Card} card */
const franchise = (card) => (card.kind === 'movie' ? section({
  skeleton: 'row', service: 'catalog', isSmallError: true, load: (signal) => catalog.GetFranchise({ id: card.id }, { signal }), isEmpty: (found) => found.releaseOrder.length < 2,
  render: (found) => [h('h2', {}, texts.title.partOf(found.name, found.releaseOrder.length)), row(found.releaseOrder.map((other) => titleCard(other)), found.name)],
}) : null);

/** @param {ReturnType<typeof similarTitles>} alike */
const similar = (alike) => section({
  title: texts.title.similar, skeleton: 'row', service: 'catalog', isSmallError: true, load: alike,
  isEmpty: (list) => list.cards.length === 0, render: (list) => row(list.cards.map((other) => titleCard(other, { isListed: isListed(other.id) })), texts.title.similar),
});

