// Runs of the stopwatch that the visitor saved: kept in local storage, the same in every tab.
import { storedValue, useStoredValue } from '../browser/stored-value';
import { isRecord, isTime, parseLaps, shown, type Stopwatch } from './stopwatch';

export interface SavedRun extends Pick<Stopwatch, 'lapTotals' | 'lapNames'> {
  /** `Date.now()` when it was saved; no two runs share one. */
  readonly savedAt: number;
  /** In whole hundredths of a second, as it was shown. */
  readonly elapsed: number;
  /** What the visitor calls it; empty where it has no name. */
  readonly name: string;
}

/** With a hundred laps each they take a tenth of what a browser lets a site keep. */
export const mostRuns = 50;

const noRuns: readonly SavedRun[] = [];

const stored = storedValue('stopwatch-runs:v1', noRuns, parseRuns);

/** The saved runs, newest first, alive in all tabs; none in prerendered pages. */
export function useSavedRuns(): readonly SavedRun[] {
  return useStoredValue(stored, noRuns);
}

/** The saved runs as they are now. */
export function savedRuns(): readonly SavedRun[] {
  return stored.read();
}

/** Saves what a stopwatch shows at `now`, the same thing once. False where there are as many runs as may be. */
export function saveRun(
  { lapTotals, lapNames }: Pick<Stopwatch, 'lapTotals' | 'lapNames'>,
  elapsed: number,
  now: number,
): boolean {
  const runs = stored.read();
  const run = { elapsed: shown(elapsed), lapTotals, lapNames };
  const [last] = runs;
  if (last !== undefined && isSameReading(last, run)) {
    // Pressed twice; by now its laps may have names.
    stored.write([{ ...last, lapNames }, ...runs.slice(1)]);
    return true;
  }
  if (runs.length >= mostRuns) return false;
  const savedAt = Math.max(now, (runs[0]?.savedAt ?? 0) + 1);
  stored.write([{ ...run, savedAt, name: '' }, ...runs]);
  return true;
}

/** Gives a run a name; an empty one takes its name away. */
export function nameRun(savedAt: number, name: string): void {
  const renamed = (run: SavedRun) => (run.savedAt === savedAt ? { ...run, name } : run);
  stored.write(stored.read().map(renamed));
}

export function deleteRun(savedAt: number): void {
  stored.write(stored.read().filter((run) => run.savedAt !== savedAt));
}

/** Gives back a run that was deleted, in its place. */
export function restoreRun(run: SavedRun): void {
  const others = stored.read().filter(({ savedAt }) => savedAt !== run.savedAt);
  stored.write([...others, run].toSorted((one, other) => other.savedAt - one.savedAt));
}

/** Whether a stopwatch stands as it did when a run was saved. */
function isSameReading(
  run: SavedRun,
  { elapsed, lapTotals }: Pick<SavedRun, 'elapsed' | 'lapTotals'>,
): boolean {
  return run.elapsed === elapsed && String(run.lapTotals) === String(lapTotals);
}

/** Whether two runs are one that was saved once, whatever they are called. */
export function isSameRun(one: SavedRun, other: SavedRun): boolean {
  return one.savedAt === other.savedAt && one.elapsed === other.elapsed;
}

/** Adds runs that are not there, the newest first, as many as fit; returns the others. */
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

/** The instant, or the first one after it that no run has. */
function freeInstant(runs: readonly SavedRun[], savedAt: number): number {
  return runs.some((run) => run.savedAt === savedAt) ? freeInstant(runs, savedAt + 1) : savedAt;
}

/** Those that are runs: one that is not takes no other away. */
export function parseRuns(value: unknown): readonly SavedRun[] | null {
  return Array.isArray(value) ? value.flatMap((run) => parseRun(run) ?? []) : null;
}

function parseRun(value: unknown): SavedRun | null {
  if (!isRecord(value)) return null;
  const { savedAt, elapsed, name } = value;
  const laps = parseLaps(value);
  if (!isTime(savedAt) || !isTime(elapsed) || typeof name !== 'string' || laps === null)
    return null;
  return { savedAt, elapsed, name, ...laps };
}
