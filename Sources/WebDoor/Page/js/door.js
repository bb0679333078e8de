// All that the page knows of the door: addresses, errors, sessions, events, pictures, media, uploads.
import { methods } from './contract.js';
import { keepResponse, keptResponse, forgetResponses } from './kept.js';
import { DoorError, errorFrom, isRelocked } from './logic/errors.js';

/** The folder that the page was loaded from; the door may live below a path of its own. */
const base = new URL('..', import.meta.url);
/** @param {string} path */
const address = (path) => new URL(path, base).href;

/** A call without a response ends after so long, in milliseconds: methods have shorter limits of their own. */
const patience = 30_000;

/** What happens to the session: `signed-out`, `locked`. And `reached`, `unreached` for the door itself. */
export const doorEvents = new EventTarget();
/** @param {string} name @param {unknown} [detail] */
const tell = (name, detail) => doorEvents.dispatchEvent(new CustomEvent(name, { detail }));

/**
 * A session as the door tells it; the tokens stay with the door.
 * @typedef {{household: string, profile: Hearth.Profile, role: string, expires?: string, device?: string,
 *   relocks?: string}} PageSession
 */

/** @type {PageSession | null} */
let session = null;
/** The session of this page, null before `openSession`. */
export const currentSession = () => session;

/**
 * One request to the door, JSON in and JSON out.
 * @param {string} path @param {unknown} body @param {{signal?: AbortSignal, headers?: Record<string, string>}} options
 */
async function post(path, body, options = {}) {
  const text = await postForText(path, body, options);
  return text ? JSON.parse(text) : {};
}

/** @param {string} path @param {unknown} body @param {{signal?: AbortSignal, headers?: Record<string, string>}} options */
async function postForText(path, body, { signal, headers = {} } = {}) {
  let response;
  const asked = new AbortController();
  const limit = setTimeout(() => asked.abort(), patience);
  signal?.addEventListener('abort', () => asked.abort(), { once: true });
  if (signal?.aborted) asked.abort();
  try {
    response = await fetch(address(path), {
      method: 'POST', signal: asked.signal, credentials: 'same-origin', body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    if (asked.signal.aborted) throw new DoorError('deadline_exceeded', 'The door does not respond.', { details: [{ executed: 'maybe' }] });
    tell('unreached');
    throw new DoorError('offline', 'The door cannot be reached.');
  } finally {
    clearTimeout(limit);
  }
  tell('reached');
  const text = await response.text();
  if (response.ok) return text;
  throw errorFrom(response.status, text, response.headers.get('Retry-After'));
}

/** @type {Promise<PageSession> | null} */
let refreshing = null;

/**
 * Begins or goes on with the session that the cookie names; callers at the same time share one request.
 * @returns {Promise<PageSession>}
 */
export function openSession() {
  refreshing ??= post('session/refresh', {}).then(take, lastSession).finally(() => { refreshing = null; });
  return refreshing;
}

/**
 * Goes on with a session. What begins the page does not wait for the store of responses.
 * @param {PageSession} opened
 */
async function take(opened) {
  const before = session;
  session = opened;
  const tidied = tidy(before, opened);
  if (before) await tidied;
  return opened;
}

/**
 * The last responses are of one profile: another one must not see them.
 * @param {PageSession | null} before @param {PageSession} opened
 */
async function tidy(before, opened) {
  const last = before ?? /** @type {PageSession | undefined} */ (await keptResponse('session'));
  if (last && last.profile.id !== opened.profile.id) await forgetResponses();
  await keepResponse('session', opened);
}

/**
 * Without the door, who the page was opened for last: what it has kept can be shown.
 * @param {unknown} error
 * @returns {Promise<PageSession>}
 */
async function lastSession(error) {
  const kept = error instanceof DoorError && error.code === 'offline' ? await keptResponse('session') : undefined;
  if (!kept) throw error;
  session ??= kept;
  return kept;
}

/**
 * Exchanges the code of a printed link.
 * @param {string} code
 */
export const linkSession = (code) => post('session/link', { code }).then(take);
/**
 * Joins the household by an invitation, as a new member.
 * @param {string} token @param {string} [name] absent: the one that the invitation has
 */
export const acceptInvitation = (token, name) => post('session/invitation', { token, name }).then(take);
/** Where the page was loaded from, as others may open it. */
export const pageAddress = () => base.href;
/** @param {string} profile @param {string} [pin] */
export const switchProfile = (profile, pin) => post('session/profile', pin ? { profile, pin } : { profile }).then(take);
/**
 * Asks for a code that a signed-in member approves.
 * @returns {Promise<{userCode: string, link: string, lifetimeSeconds: number, intervalSeconds: number}>}
 */
export const startPairing = () => post('session/pair', {});
/** Whether the member has decided; the error `unauthenticated` means: not yet. */
export const pollPairing = () => post('session/pair/poll', {}).then(take);
/**
 * The QR code of a text, as SVG.
 * @param {string} text
 */
export const codePicture = (text) => postForText('session/qr', { text });
/** The picture of a pairing's link. */
export const pairingPicture = () => address('session/pair/qr.svg');

export async function signOut() {
  await post('session/signout', {});
  session = null;
  await forgetResponses();
  tell('signed-out');
}

/**
 * Calls a method. A read whose request cannot reach the door gives the last response, if there is one.
 * @param {string} service @param {string} method @param {unknown} request @param {Hearth.CallOptions} options
 */
async function call(service, method, request, options) {
  const path = `${service}/${method}${options.process ? `?process=${encodeURIComponent(options.process)}` : ''}`;
  const known = methods[service] ?? { reads: '', takesKey: '' };
  const isRead = known.reads.split(' ').includes(method);
  /** @type {Record<string, string>} */
  const headers = {};
  if (known.takesKey.split(' ').includes(method)) headers['Idempotency-Key'] = options.key ?? newKey();
  // A response is of the profile that watched when it was asked for, and of no other one that has begun since. What is
  // asked for before the session is known is of the one that is being opened.
  const asked = Promise.resolve(session ?? refreshing).catch(() => null);
  const owner = async () => {
    const opened = await asked;
    return opened?.profile.id === session?.profile.id ? opened : null;
  };
  const keyFor = (/** @type {PageSession} */ opened) => `${opened.profile.id}/${path}/${JSON.stringify(request)}`;
  try {
    const response = await withSession(() => post(path, request, { signal: options.signal, headers }));
    if (isRead) owner().then((opened) => opened && keepResponse(keyFor(opened), response));
    return response;
  } catch (error) {
    const opened = isRead && error instanceof DoorError && error.code === 'offline' ? await owner() : null;
    const stored = opened ? await keptResponse(keyFor(opened)) : undefined;
    if (stored === undefined) throw error;
    return stored;
  }
}

/** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
async function withSession(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DoorError) || error.code !== 'unauthenticated') throw error;
    if (isRelocked(error)) {
      tell('locked');
      throw error;
    }
    try {
      await openSession();
    } catch (refused) {
      if (refused instanceof DoorError && refused.code === 'unauthenticated') tell(isRelocked(refused) ? 'locked' : 'signed-out');
      throw refused;
    }
    return work();
  }
}

/** A key that names one intended effect. */
export const newKey = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} service @returns {any} a client whose members are the methods of the service */
const client = (service) => new Proxy({}, {
  get: (_, method) => (/** @type {unknown} */ request, /** @type {Hearth.CallOptions} */ options = {}) => call(service, String(method), request, options),
});

/** @type {Hearth.ProfilesClient} */
export const profiles = client('hearth.profiles.v1.Profiles');
/** @type {Hearth.CatalogClient} */
export const catalog = client('hearth.catalog.v1.Catalog');
/** @type {Hearth.PlaybackStateClient} */
export const playback = client('hearth.playback.v1.PlaybackState');
/** @type {Hearth.DownloadsClient} */
export const downloads = client('hearth.downloads.v1.Downloads');
/** @type {Hearth.ReadingListClient} */
export const readingList = client('hearth.readinglist.v1.ReadingList');
/** @type {Hearth.SchedulerClient} */
export const scheduler = client('hearth.scheduler.v1.Scheduler');
/** @type {Hearth.MetadataGatewayClient} */
export const metadata = client('hearth.metadata.v1.MetadataGateway');
/** @type {Hearth.GatewayClient} */
export const gateway = client('hearth.gateway.v1.Gateway');
/** @type {Hearth.SysClient} */
export const sys = client('sys.v1.Sys');

/**
 * A method by its full name, for the page that calls any of them.
 * @param {string} name
 * @param {unknown} request
 * @param {string} process
 */
export function callByName(name, request, process) {
  const [service, method] = name.split('/');
  return call(service, method, request, service.startsWith('sys.') ? { process } : {});
}

/** The processes that the door knows, by the names of `hearth status`. */
export const processes = ['profiles', 'catalog', 'playback-state', 'downloads', 'reading-list', 'scheduler', 'metadata-gateway', 'web'];

/**
 * A picture through the door; the page names no other host.
 * @param {string} path of TMDB or of a list
 * @param {Hearth.ImageUse} use
 */
export const picture = (path, use) => address(path.includes('://') ? `picture/${use}?url=${encodeURIComponent(path)}` : `picture/${use}/${encodeURIComponent(path.replace(/^\//, ''))}`);

/**
 * Where the door relays what `Play` opened.
 * @param {Hearth.Playback} opened
 */
export const media = (opened) => address(opened.url.startsWith('/') ? opened.url.slice(1) : `media/${encodeURIComponent(opened.session)}/`);

/**
 * Why a stream cannot be read; undefined when it can be, so that it is the browser that cannot play it.
 * @param {Hearth.Playback} opened @returns {Promise<DoorError | undefined>}
 */
export async function mediaProblem(opened) {
  const asked = new AbortController();
  try {
    const response = await fetch(media(opened), { headers: { Range: 'bytes=0-0' }, credentials: 'same-origin', signal: asked.signal });
    return response.ok ? undefined : errorFrom(response.status, await response.text(), response.headers.get('Retry-After'));
  } catch {
    return new DoorError('offline', 'The door cannot be reached.');
  } finally {
    asked.abort();
  }
}

/**
 * Follows what happens in the household, from where it broke off. Ends with the signal.
 * @param {(event: {type: string, data: any}) => void} receive @param {AbortSignal} signal
 */
export function followEvents(receive, signal) {
  const source = new EventSource(address('events'), { withCredentials: true });
  for (const type of ['activity', 'import', 'download', 'queue', 'list', 'service']) {
    source.addEventListener(type, (event) => receive({ type, data: JSON.parse(event.data) }));
  }
  signal.addEventListener('abort', () => source.close(), { once: true });
}

/**
 * Sends a file as the items of a client stream, and tells how much of it has left.
 * @template T
 * @param {string} method full name @param {object} request @param {File} file
 * @param {(part: number) => void} progress from 0 to 1 @param {AbortSignal} signal @returns {Promise<T>}
 */
export function upload(method, request, file, progress, signal) {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open('POST', address(`${method}?request=${encodeURIComponent(JSON.stringify(request))}`));
    sending.setRequestHeader('Content-Type', 'application/octet-stream');
    sending.upload.onprogress = (event) => { if (event.lengthComputable) progress(event.loaded / event.total); };
    sending.onerror = () => reject(new DoorError('offline', 'The door cannot be reached.'));
    sending.onload = () => (sending.status < 300 ? resolve(JSON.parse(sending.responseText))
      : reject(errorFrom(sending.status, sending.responseText, sending.getResponseHeader('Retry-After'))));
    signal.addEventListener('abort', () => sending.abort(), { once: true });
    sending.send(file);
  });
}

/**
 * A file for a player program, with an address of one use, for what a browser cannot play.
 * @param {Hearth.Playback} opened
 */
export const playerFile = (opened) => `${media(opened).replace(/\/$/, '')}/player.m3u`;
