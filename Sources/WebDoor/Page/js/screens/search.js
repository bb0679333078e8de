import { catalog, gateway } from '../door.js';
import { leaveResults, showMore, showResults } from '../discovery.js';
import { fill, h } from '../element.js';
import { icon } from '../icons.js';
import { activeFilters, facetNames, filterText, isAsked, minimumCharacters, queryOf, requestOf, searchOf, toggled, yearRanges } from '../logic/filters.js';
import { number } from '../logic/format.js';
import { missingPart } from '../logic/parts.js';
import { routeTo } from '../logic/routes.js';
import { isListed } from '../lists.js';
import { button, chip, iconButton, labelled, select } from '../parts/buttons.js';
import { openDialog } from '../parts/dialog.js';
import { titleCard } from '../parts/poster.js';
import { endless, grid, row } from '../parts/row.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { missingNote } from '../parts/states.js';
import { searchField } from '../parts/search-field.js';
import { rename } from '../router.js';
import { texts } from '../texts.js';
import { besideTitles } from './search-beside.js';
import { beforeTyping } from './search-start.js';

/** How long typing pauses before a search begins, in milliseconds. */
const pause = 300;
/** Shorter texts are not searched for in the guide and the reading list. */
const longText = 3;

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen, route) {
  let search = searchOf(route.query);
  let timer = 0;
  const results = h('div', { class: 'results' });
  const chips = h('div', { class: 'chips' });
  const count = h('p', { class: 'quiet', role: 'status', 'aria-live': 'polite' });
  /** @type {Hearth.SearchResults | undefined} */
  let found;

  const change = (/** @type {import('../logic/filters.js').Search} */ next) => {
    search = next;
    rename(routeTo('search', undefined, queryOf(search)));
    show();
  };
  const type = (/** @type {string} */ text) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => change({ ...search, text }), pause);
  };
  const choose = (/** @type {string} */ text) => {
    field.input.value = text;
    change({ ...search, text });
    catalog.NoteSearch({ text }).catch(() => undefined);
  };
  const field = searchField(search.text, type, choose);

  const show = () => {
    found = undefined;
    leaveResults();
    drawChips();
    count.textContent = '';
    if (!isAsked(search)) fill(results, beforeTyping(choose));
    else fill(results, list());
  };

  const list = () => section({
    skeleton: 'grid', service: 'catalog', load: (signal) => everywhere(search, signal),
    render: ({ page, links, programmes, missing }) => {
      found = page;
      if (search.text.trim() && page.hits.length) showResults(page.hits.map((card) => card.id));
      drawChips();
      count.textContent = texts.common.results(page.total, !page.isTotalExact);
      const note = missingNote(missing);
      const beside = [...besideTitles(links, programmes), ...(note ? [note] : [])];
      return page.hits.length || page.outside?.length ? [...resultsOf(page), ...beside] : links.length + programmes.length ? beside : [noResults(), ...beside];
    },
  });

  const cards = (/** @type {Hearth.Card[]} */ hits) => hits.map((card) => titleCard(card, { isListed: isListed(card.id) }));

  const resultsOf = (/** @type {Hearth.SearchResults} */ page) => [
    ...(page.correctedText ? [h('p', { class: 'note' }, texts.search.corrected(page.correctedText))] : []),
    endless(grid(cards(page.hits), texts.common.results(page.total)), page.cursor, async (cursor) => {
      const next = await catalog.Search(requestOf(search, cursor), { signal: screen.signal });
      showMore(next.hits.map((card) => card.id));
      return { cursor: next.cursor, items: cards(next.hits).map((card) => h('li', {}, card)) };
    }),
    ...(page.outside?.length ? [h('h2', { class: 'spaced' }, texts.search.outside), row(cards(page.outside), texts.search.outside)] : []),
  ];

  const noResults = () => h('div', { class: 'state' }, h('div', { class: 'state-circle' }, icon('search')), h('h2', { class: 'state-title' }, texts.search.none(search.text)),
    h('p', { class: 'state-message' }, texts.search.noneHelp),
    activeFilters(search).length ? button(texts.search.clearFilters, () => change({ ...searchOf({}), text: search.text })) : null);

  function drawChips() {
    const kinds = found?.kinds ?? [];
    const kindChips = ['movie', 'series', 'channel'].map((kind) => {
      const counted = kinds.find((other) => other.kind === kind);
      return chip(texts.kindsMany[kind], search.kind === kind, () => change(toggled(search, 'kind', kind)), { count: counted ? number(counted.count) : undefined });
    });
    const active = activeFilters(search).filter((filter) => filter.facet !== 'kind').map(({ facet, value }) => {
      const known = found?.facets?.find((other) => other.facet === facet)?.values.find((other) => other.value === value);
      const text = filterText(facet, value, known?.name);
      return chip(text, true, () => change(toggled(search, facet, value)), { isRemovable: true, count: known ? number(known.count) : undefined, label: texts.search.removeFilter(text) });
    });
    fill(chips, chip(texts.search.all, search.kind === '', () => change({ ...search, kind: '' })), kindChips, active);
  }

  const openFilters = async () => {
    // Before anything was searched for, the filters of the whole library.
    found ??= await catalog.Search({ text: '', facets: [...facetNames], page: { size: 1 } }, { signal: screen.signal }).catch(() => undefined);
    return openDialog(texts.search.filters, (close) => [
    h('div', { class: 'filter-groups' }, facetNames.map((facet) => {
      const counted = found?.facets?.find((other) => other.facet === facet)?.values ?? [];
      const values = facet === 'year' ? yearRanges(counted) : counted.slice(0, 20);
      return values.length ? h('fieldset', {}, h('legend', {}, texts.search.facets[facet]), h('div', { class: 'chips' }, values.map((value) => {
        const isOn = search.facets[facet].includes(value.value);
        return chip(filterText(facet, value.value, /** @type {Hearth.FacetValue} */ (value).name), isOn, () => { change(toggled(search, facet, value.value)); close(); }, { count: number(value.count) });
      }))) : null;
    })),
    h('div', { class: 'actions end' }, button(texts.search.clearFilters, () => { change({ ...searchOf({}), text: search.text }); close(); }, { kind: 'ghost' })),
  ], { class: 'side' });
  };

  const sorts = /** @type {[string, string][]} */ (Object.entries(texts.search.sorts));
  screen.append(screenHeader(texts.nav.search, { isHidden: true }), field, h('div', { class: 'result-bar' }, chips, count,
    h('div', { class: 'actions sort' }, labelled(texts.search.sort, select(sorts, search.sort ?? 'relevance', (value) => change({ ...search, sort: value === 'relevance' ? undefined : /** @type {Hearth.SearchSort} */ (value) }))),
    iconButton('filter', texts.search.filters, openFilters))), results);
  show();
  if (search.text.length < minimumCharacters) field.input.setAttribute('autofocus', '');
}

/**
 * Titles, and with a text of some length what is on and what was saved to read.
 * @param {import('../logic/filters.js').Search} search @param {AbortSignal} signal
 */
async function everywhere(search, signal) {
  const isLong = search.text.trim().length >= longText;
  const found = await gateway.Search({ search: requestOf(search), links: isLong, programmes: isLong }, { signal });
  if (!found.titles) throw missingPart(found.missing, (part) => part.service === 'catalog') ?? new Error('titles');
  return { page: found.titles, links: found.links?.links ?? [], programmes: found.programmes?.hits ?? [], missing: found.missing };
}
