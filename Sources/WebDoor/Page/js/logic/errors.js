// What an error of the door means for the person in front of the page.

/** A call that did not succeed, in Connect's words, and `offline` when the door was not reached. */
export class DoorError extends Error {
  /**
   * @param {string} code @param {string} message
   * @param {{details?: any[], status?: number, retrySeconds?: number}} more
   */
  constructor(code, message, { details = [], status = 0, retrySeconds } = {}) {
    super(message);
    this.name = 'DoorError';
    this.code = code;
    this.details = details;
    this.status = status;
    this.retrySeconds = retrySeconds;
  }

  /**
   * A detail by its type, as `hearth.profiles.Problem`.
   * @param {string} type
   */
  detail(type) {
    const found = this.details.find((detail) => detail?.type === type);
    return found ? found.debug ?? found.value ?? found : undefined;
  }

  /**
   * The code of a service's own problem, as `pinWrong`.
   * @returns {string | undefined}
   */
  get problem() {
    const found = this.details.find((detail) => /\.Problem$/.test(detail?.type ?? ''));
    return (found?.debug ?? found?.value ?? found)?.code;
  }

  /**
   * Whether the call had an effect: `no`, `maybe` or `yes`.
   * @returns {string}
   */
  get executed() {
    return this.details.map((detail) => detail?.executed ?? detail?.debug?.executed).find(Boolean) ?? 'no';
  }
}

/**
 * Connect's codes of HTTP statuses, for a response that is none of Connect's (a proxy's, say).
 * @type {Record<number, string>}
 */
const ofStatus = {
  400: 'internal', 401: 'unauthenticated', 403: 'permission_denied', 404: 'unimplemented', 413: 'resource_exhausted',
  429: 'unavailable', 502: 'unavailable', 503: 'unavailable', 504: 'unavailable',
};

/**
 * The error that a response stands for: Connect's object, `application/problem+json`, or neither.
 * @param {number} status @param {string} text @param {string | null} [retryAfter]
 */
export function errorFrom(status, text, retryAfter) {
  /** @type {any} */
  let body = {};
  try {
    body = JSON.parse(text) ?? {};
  } catch {
    // Not JSON: the status has to do.
  }
  const seconds = Number(retryAfter);
  return new DoorError(body.code ?? ofStatus[status] ?? 'unknown', body.message ?? body.detail ?? body.title ?? `HTTP ${status}`, {
    details: Array.isArray(body.details) ? body.details : [],
    status,
    retrySeconds: retryAfter && Number.isFinite(seconds) ? seconds : undefined,
  });
}

/** @typedef {'offline' | 'serviceDown' | 'slow' | 'signedOut' | 'forbidden' | 'missing' | 'busy' | 'unknownOutcome' | 'refused' | 'unknown'} ErrorKind */

/** @type {Record<string, ErrorKind>} */
const kinds = {
  offline: 'offline', unavailable: 'serviceDown', deadline_exceeded: 'slow', unauthenticated: 'signedOut',
  permission_denied: 'forbidden', not_found: 'missing', resource_exhausted: 'busy', invalid_argument: 'refused',
  failed_precondition: 'refused', already_exists: 'refused', out_of_range: 'refused', aborted: 'refused',
};

/**
 * What to tell. A change whose outcome is unknown is never shown as a failure.
 * @param {unknown} error @param {boolean} [isChange] @returns {ErrorKind}
 */
export function kindOf(error, isChange = false) {
  if (!(error instanceof DoorError)) return 'unknown';
  const kind = kinds[error.code] ?? 'unknown';
  if (isChange && error.executed === 'maybe' && kind !== 'signedOut') return 'unknownOutcome';
  return kind;
}

/**
 * Whether trying again can help: never for what is missing, signed out or offline.
 * @param {ErrorKind} kind
 */
export const canRetry = (kind) => ['serviceDown', 'slow', 'busy', 'unknown'].includes(kind);

/**
 * Whether a shared device has locked the profile: a person chooses one again, and need not sign in.
 * @param {DoorError} error
 */
export const isRelocked = (error) => error.detail('hearth.Relocked') !== undefined;

/**
 * Whether it is only the end of a request that its screen gave up.
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof Error && error.name === 'AbortError';
