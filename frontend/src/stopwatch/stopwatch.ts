// The state of a stopwatch, its transitions, and its saved runs: pure functions; times are arguments in milliseconds.
/** What the device knew about the time at the start. */
export interface StartMoment {
  /** `Date.now()`. */
  readonly wall: number;
  /** The device's offset from the server at the start; null if unknown. */
  readonly behindMs: number | null;
}

export interface Stopwatch {
  /** Elapsed before the last start; the total if stopped. */
  readonly banked: number;
  /** The last start; null if stopped. */
  readonly started: StartMoment | null;
  /** Elapsed at each lap, the oldest first, in hundredths of a second. */
  readonly lapTotals: readonly number[];
  /** The name of each lap; empty, or missing at the end, if it has none. */
  readonly lapNames: readonly string[];
}

export interface Lap {
  /** Starting at 1. */
  readonly number: number;
  /** Since the previous lap. */
  readonly lapTime: number;
  /** Elapsed at the lap. */
  readonly totalTime: number;
  /** Empty if it has none. */
  readonly name: string;
}

const resolutionMs = 10;

export const zeroStopwatch: Stopwatch = { banked: 0, started: null, lapTotals: [], lapNames: [] };

export function afterStart(stopwatch: Stopwatch, moment: StartMoment): Stopwatch {
  return stopwatch.started === null ? { ...stopwatch, started: moment } : stopwatch;
}

export function afterStop(stopwatch: Stopwatch, elapsed: number): Stopwatch {
  return stopwatch.started === null ? stopwatch : { ...stopwatch, banked: elapsed, started: null };
}

/** A lap counts as displayed, so that lap times add up to totals. A stopped stopwatch takes no lap. */
export function afterLap(stopwatch: Stopwatch, elapsed: number): Stopwatch {
  if (stopwatch.started === null) return stopwatch;
  const { lapTotals } = stopwatch;
  // Tabs of one stopwatch may differ after the device's clock was set.
  const total = Math.max(shown(elapsed), lapTotals.at(-1) ?? 0);
  return { ...stopwatch, lapTotals: [...lapTotals, total] };
}

/** The lap with this number under another name. */
export function afterNaming(stopwatch: Stopwatch, number: number, name: string): Stopwatch {
  // One more than laps were taken, if the last one was ended by a stop.
  const length = Math.max(stopwatch.lapTotals.length, number);
  const lapNames = Array.from({ length }, (_, index) =>
    index === number - 1 ? name : (stopwatch.lapNames[index] ?? ''),
  );
  return { ...stopwatch, lapNames };
}

/** The time in hundredths, as displayed. */
export function shown(elapsed: number): number {
  return Math.floor(elapsed / resolutionMs) * resolutionMs;
}

/** The laps, oldest first; with an `end` also the one after the last that was taken, if any was and it has a length. */
export function lapsOf(
  { lapTotals, lapNames }: Pick<Stopwatch, 'lapTotals' | 'lapNames'>,
  end: number | null = null,
): readonly Lap[] {
  const last = lapTotals.at(-1);
  const hasFinish = end !== null && last !== undefined && shown(end) > last;
  const totals = hasFinish ? [...lapTotals, shown(end)] : lapTotals;
  return totals.map((totalTime, index) => ({
    number: index + 1,
    lapTime: totalTime - (totals[index - 1] ?? 0),
    totalTime,
    name: lapNames[index] ?? '',
  }));
}

/** The finished laps of a stopwatch: stopping it ends the last one, which goes on at the next start. */
export function finishedLaps(stopwatch: Stopwatch): readonly Lap[] {
  return lapsOf(stopwatch, stopwatch.started === null ? stopwatch.banked : null);
}

/** The numbers of the fastest and the slowest lap; null if no two laps differ. */
export function extremesOf(laps: readonly Lap[]): { fastest: number; slowest: number } | null {
  const [first] = laps;
  if (first === undefined) return null;
  let fastest = first;
  let slowest = first;
  for (const lap of laps) {
    if (lap.lapTime < fastest.lapTime) fastest = lap;
    if (lap.lapTime > slowest.lapTime) slowest = lap;
  }
  return fastest === slowest ? null : { fastest: fastest.number, slowest: slowest.number };
}

/** A stopwatch from storage; null if it is invalid. */
export function parseStopwatch(stored: unknown): Stopwatch | null {
  if (!isRecord(stored)) return null;
  const { banked, started } = stored;
  const laps = parseLaps(stored);
  if (!isTime(banked) || !isStart(started) || laps === null) return null;
  return { banked, started, ...laps };
}

/** Laps from storage; null if they are invalid. Older versions stored no names. */
function parseLaps(
  stored: Record<string, unknown>,
): Pick<Stopwatch, 'lapTotals' | 'lapNames'> | null {
  const { lapTotals, lapNames = [] } = stored;
  if (!isAscending(lapTotals) || !isNames(lapNames)) return null;
  return { lapTotals, lapNames };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isStart(value: unknown): value is StartMoment | null {
  if (value === null) return true;
  if (!isRecord(value) || !isTime(value.wall)) return false;
  return value.behindMs === null || Number.isFinite(value.behindMs);
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function isAscending(value: unknown): value is number[] {
  if (!Array.isArray(value)) return false;
  return value.every(
    (total, index) => isTime(total) && (index === 0 || total >= (value[index - 1] as number)),
  );
}

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
