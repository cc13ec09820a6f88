// A saved run of the stopwatch, and how runs are parsed. Pure.
import { isRecord, isTime, parseLaps, type Stopwatch } from './stopwatch';

export interface SavedRun extends Pick<Stopwatch, 'lapTotals' | 'lapNames'> {
  /** `Date.now()` when it was saved; unique. */
  readonly savedAt: number;
  /** In hundredths of a second, as displayed. */
  readonly elapsed: number;
  /** The visitor's name for it; may be empty. */
  readonly name: string;
}

/** With a hundred laps each they use a tenth of the storage that browsers give a site. */
export const mostRuns = 50;

/** Whether two runs are the same one, whatever their names. */
export function isSameRun(one: SavedRun, other: SavedRun): boolean {
  return one.savedAt === other.savedAt && one.elapsed === other.elapsed;
}

/** The valid runs; an invalid one does not affect the others. */
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
