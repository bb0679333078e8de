// What a call over several services says of the parts that did not come.
import { DoorError } from './errors.js';

/** @typedef {{part: string, service: string, code: string, message: string}} MissingPart */

/**
 * The error of a part, as if it had been called by itself; undefined when it is not among the missing ones.
 * @param {MissingPart[]} missing @param {(part: MissingPart) => boolean} isIt
 */
export function missingPart(missing, isIt) {
  const found = missing.find(isIt);
  return found ? new DoorError(found.code.toLowerCase(), found.message) : undefined;
}
