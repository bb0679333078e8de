// What a call over several services says of the parts that did not come.
import { DoorError, kindOf } from './errors.js';

/** @typedef {{part: string, service: string, code: string, message: string}} MissingPart */

/**
 * The services whose parts did not come because they are down or slow; what a plan or a role does not have is no fault.
 * @param {MissingPart[]} missing
 */
export const missingServices = (missing) => [...new Set(missing.filter((part) => ['serviceDown', 'slow'].includes(kindOf(new DoorError(part.code.toLowerCase(), part.message)))).map((part) => part.service))];

/**
 * The error of a part, as if it had been called by itself; undefined when it is not among the missing ones.
 * @param {MissingPart[]} missing @param {(part: MissingPart) => boolean} isIt
 */
export function missingPart(missing, isIt) {
  const found = missing.find(isIt);
  return found ? new DoorError(found.code.toLowerCase(), found.message) : undefined;
}
