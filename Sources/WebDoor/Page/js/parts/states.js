// The states that every view has besides success: loading, empty, error.
import { h } from '../element.js';
import { icon } from '../icons.js';
import { canRetry, DoorError, kindOf } from '../logic/errors.js';
import { missingServices } from '../logic/parts.js';
import { texts } from '../texts.js';

/** @typedef {'hero' | 'row' | 'grid' | 'card' | 'list' | 'detail' | 'feature'} SkeletonKind */

/**
 * How many grey boxes a kind has.
 * @type {Record<SkeletonKind, number>}
 */
const boxes = { hero: 3, row: 8, grid: 12, card: 1, list: 6, detail: 6, feature: 3 };

/**
 * Grey boxes of the shape of what is loading.
 * @param {SkeletonKind} kind
 */
export function skeleton(kind) {
  const parts = Array.from({ length: boxes[kind] }, () => h('div', { class: 'skeleton-box' }));
  return h('div', { class: `skeleton skeleton-${kind}`, role: 'status', 'aria-label': texts.common.loading }, parts);
}

/**
 * @param {{icon?: string, title: string, message?: string, action?: {label: string, run: () => void}}} what
 */
export function emptyState({ icon: name = 'search', title, message, action }) {
  return h('div', { class: 'state' }, h('div', { class: 'state-circle' }, icon(name)), h('h2', { class: 'state-title' }, title),
    message ? h('p', { class: 'state-message' }, message) : null,
    action ? h('button', { class: 'button primary', type: 'button', onclick: action.run }, action.label) : null);
}

/**
 * What happened, what to do, and "Try again" where that can help.
 * @param {unknown} error
 * @param {{service?: string, retry?: () => void, dismiss?: () => void, isSmall?: boolean}} more
 */
export function errorState(error, { service, retry, dismiss, isSmall } = {}) {
  const kind = kindOf(error);
  const [title, message] = texts.errors[kind];
  const isDown = kind === 'serviceDown' && service;
  const wait = kind === 'busy' && error instanceof DoorError && error.retrySeconds ? error.retrySeconds : 0;
  const said = kind === 'refused' && error instanceof DoorError ? error.message : message;
  const again = canRetry(kind) && retry ? h('button', { class: 'button secondary', type: 'button', onclick: retry }, texts.common.tryAgain) : null;
  if (again && wait) {
    again.disabled = true;
    setTimeout(() => { again.disabled = false; }, wait * 1000);
  }
  return h('div', { class: `state state-error${isSmall ? ' small' : ''}`, role: 'alert', data: { kind } },
    h('div', { class: 'state-circle' }, icon(kind === 'offline' ? 'offline' : kind === 'forbidden' ? 'lock' : 'warning')),
    h('div', { class: 'state-words' },
      h('h2', { class: 'state-title' }, isDown ? texts.partDown(texts.services[service] ?? service) : title),
      h('p', { class: 'state-message' }, wait ? texts.waitSeconds(wait) : said)),
    again || dismiss ? h('div', { class: 'actions' }, again,
      dismiss ? h('button', { class: 'button ghost', type: 'button', onclick: dismiss }, texts.common.dismiss) : null) : null);
}

/**
 * Says in its place which parts of a screen are missing; null when none is.
 * @param {import('../logic/parts.js').MissingPart[]} missing
 */
export function missingNote(missing) {
  const names = missingServices(missing);
  return names.length ? h('p', { class: 'note', role: 'status' }, names.map((name) => `${texts.partDown(texts.services[name] ?? name)}.`).join(' ')) : null;
}

/**
 * The texts of an error for a toast.
 * @param {unknown} error
 */
export function errorText(error) {
  const kind = kindOf(error, true);
  const [title, message] = texts.errors[kind];
  return kind === 'refused' && error instanceof DoorError ? error.message : `${title}. ${message}`;
}
