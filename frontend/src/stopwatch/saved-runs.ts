// Saved runs of the stopwatch, in local storage, the same in every tab.
import { storedValue, useStoredValue } from '../browser/stored-value';
import { isSameRun, mostRuns, parseRuns, type SavedRun, shown, type Stopwatch } from './stopwatch';

const noRuns: readonly SavedRun[] = [];

const stored = storedValue('stopwatch-runs:v1', noRuns, parseRuns);

/** The saved runs, the newest first, updated in all tabs; none in prerendered pages. */
export function useSavedRuns(): readonly SavedRun[] {
  return useStoredValue(stored, noRuns);
}

/** Calls back after every change, in this tab or another. */
export const onRunsChange = stored.subscribe;

export function savedRuns(): readonly SavedRun[] {
  return stored.read();
}

/** Saves the stopwatch at `now`, but not the same reading twice. False if the list is full. */
export function saveRun(
  { lapTotals, lapNames }: Pick<Stopwatch, 'lapTotals' | 'lapNames'>,
  elapsed: number,
  now: number,
): boolean {
  const runs = stored.read();
  const run = { elapsed: shown(elapsed), lapTotals, lapNames };
  const [last] = runs;
  if (last !== undefined && isSameReading(last, run)) {
    // The button was pressed twice; the laps may have names by now.
    stored.write([{ ...last, lapNames }, ...runs.slice(1)]);
    return true;
  }
  if (runs.length >= mostRuns) return false;
  const savedAt = Math.max(now, (runs[0]?.savedAt ?? 0) + 1);
  stored.write([{ ...run, savedAt, name: '' }, ...runs]);
  return true;
}

/** Renames a run; an empty name removes it. */
export function nameRun(savedAt: number, name: string): void {
  const renamed = (run: SavedRun) => (run.savedAt === savedAt ? { ...run, name } : run);
  stored.write(stored.read().map(renamed));
}

export function deleteRun(savedAt: number): void {
  stored.write(stored.read().filter((run) => run.savedAt !== savedAt));
}

export function restoreRun(run: SavedRun): void {
  const others = stored.read().filter(({ savedAt }) => savedAt !== run.savedAt);
  stored.write([...others, run].toSorted((one, other) => other.savedAt - one.savedAt));
}

/** Whether a stopwatch has the same reading as a saved run. */
function isSameReading(
  run: SavedRun,
  { elapsed, lapTotals }: Pick<SavedRun, 'elapsed' | 'lapTotals'>,
): boolean {
  return run.elapsed === elapsed && String(run.lapTotals) === String(lapTotals);
}

/** Adds runs that do not exist yet, the newest first, as many as fit; returns the others. */
export function addRuns(added: readonly SavedRun[]): readonly SavedRun[] {
  const runs = [...stored.read()];
  const left: SavedRun[] = [];
  for (const run of added.toSorted((one, other) => other.savedAt - one.savedAt)) {
    if (runs.some((known) => isSameRun(known, run))) continue;
    if (runs.length >= mostRuns) left.push(run);
    else runs.push({ ...run, savedAt: freeInstant(runs, run.savedAt) });
  }
  stored.write(runs.toSorted((one, other) => other.savedAt - one.savedAt));
  return left;
}

/** The instant, or the next one that is not yet used by a run. */
function freeInstant(runs: readonly SavedRun[], savedAt: number): number {
  return runs.some((run) => run.savedAt === savedAt) ? freeInstant(runs, savedAt + 1) : savedAt;
}
