import { readingList } from '../door.js';
import { isAbort } from '../logic/errors.js';
import { routeTo } from '../logic/routes.js';
import { go } from '../router.js';
import { texts } from '../texts.js';
import { errorText } from './states.js';
import { toast } from './toast.js';

/** An import of links is asked about so often, in milliseconds, and after so many failures no more. */
const period = 500;
const patience = 10;

/**
 * Says what an import of links came to, with the way to them.
 * @param {string} job @param {string} file @param {AbortSignal} signal @param {(part: number) => void} progress from 0 to 1
 */
export async function followLinkImport(job, file, signal, progress) {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const found = await readingList.GetLinkImport({ job }, { signal });
      if (!['waiting', 'running'].includes(found.state)) return tell(found, file);
      progress(found.totalBytes ? found.doneBytes / found.totalBytes : 0);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (isAbort(error)) return undefined;
      if (failures >= patience) return toast(errorText(error), { isError: true });
    }
    await new Promise((resolve) => { setTimeout(resolve, period); });
  }
  return undefined;
}

/** @param {Hearth.LinkImport} found @param {string} file */
function tell({ state, report, problem }, file) {
  if (state !== 'done' || problem) return toast(problem ?? texts.sources.noLinks(file), { isError: true });
  if (report.added + report.duplicate === 0) return toast(texts.sources.noLinks(file), { isError: true });
  return toast(texts.sources.linksTaken(report.added, report.duplicate, report.refused), { action: { label: texts.nav.reading, run: () => go(routeTo('reading')) } });
}
