import { DoorError } from '../logic/errors.js';
import { household } from '../state.js';
import { texts } from '../texts.js';
import { openDialog } from './dialog.js';
import { pinPad } from './pin-pad.js';
import { errorText } from './states.js';
import { attempt, toast } from './toast.js';

/** @param {unknown} error */
const asks = (error) => error instanceof DoorError && ['pinRequired', 'pinWrong'].includes(error.problem ?? '');

/**
 * What is wrong with a PIN, to show at its pad; undefined for other errors.
 * @param {unknown} error
 */
function pinProblem(error) {
  if (!(error instanceof DoorError)) return undefined;
  if (error.problem === 'pinLocked') return texts.who.pinLocked;
  return asks(error) ? texts.who.pinWrong : undefined;
}

/**
 * Does something that may need the household's PIN: asks for it only when the service does.
 * @template T @param {(pin?: string) => Promise<T>} work @returns {Promise<T | undefined>} undefined: it did not happen, and was said
 */
export async function attemptWithPIN(work) {
  try {
    return await work();
  } catch (error) {
    if (!asks(error)) return attempt(() => Promise.reject(error));
  }
  /** @type {T | undefined} */
  let result;
  await openDialog(texts.who.pinTitle(household()?.name ?? texts.name), (/** @type {(value?: boolean) => void} */ close) => [pinPad(async (pin) => {
    try {
      result = await work(pin);
      close(true);
      return undefined;
    } catch (error) {
      const problem = pinProblem(error);
      if (problem) return problem;
      close();
      toast(errorText(error), { isError: true });
      return undefined;
    }
  })], { class: 'pin-dialog' });
  return result;
}
