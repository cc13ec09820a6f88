// Timers that are created, started, paused and reset while the server cannot be reached.
import { synchronisedNow } from '../time/synchronised-time';
import { shownRow } from './lists';
import { keepChange, keepDeletion, keepNew, type Fields, type Row } from './outbox';
import type { IntervalDraft, Timer, TimerDraft } from './types';

/** The server's defaults for a new timer. */
const usual = {
  hours: 0,
  minutes: 0,
  seconds: 0,
  sound: 'default',
  label: null,
  steps: null,
  rounds: null,
  step: null,
};

export function keepTimer({ enabled, ...draft }: TimerDraft | IntervalDraft, key: string): Timer {
  refuseSteps(draft);
  const now = synchronisedNow();
  const chosen = { ...usual, ...draft };
  const totalSeconds = secondsOf(chosen);
  const row = {
    ...chosen,
    totalSeconds,
    runSeconds: totalSeconds,
    createdAt: new Date(now).toISOString(),
    ...(enabled === 1 ? running(totalSeconds * 1000, now) : standing(totalSeconds * 1000)),
  };
  return asTimer(keepNew('timers', key, row, now));
}

/** A new length resets the timer, as on the server. */
export function keepTimerChange(id: number, changes: Partial<Omit<TimerDraft, 'enabled'>>): Timer {
  const row = shownRow('timers', id);
  refuseSteps(changes);
  const isLength =
    changes.hours !== undefined || changes.minutes !== undefined || changes.seconds !== undefined;
  if (!isLength) return asTimer(keepChange('timers', row, changes));
  refuseSteps(row);
  const totalSeconds = secondsOf({ ...asTimer(row), ...changes });
  const runSeconds = totalSeconds;
  return asTimer(
    keepChange('timers', row, {
      ...changes,
      totalSeconds,
      runSeconds,
      ...standing(totalSeconds * 1000),
    }),
  );
}

/** Starts with the time that is left, or from the beginning if nothing is. */
export function keepTimerStart(id: number): Timer {
  return keepRun(id, ({ endsAt, remainingMs, totalSeconds }, now) =>
    endsAt !== null ? null : running(remainingMs > 0 ? remainingMs : totalSeconds * 1000, now),
  );
}

export function keepTimerPause(id: number): Timer {
  return keepRun(id, ({ endsAt }, now) =>
    endsAt === null ? null : standing(Math.max(0, Date.parse(endsAt) - now)),
  );
}

export function keepTimerReset(id: number): Timer {
  return keepRun(id, ({ totalSeconds }) => standing(totalSeconds * 1000));
}

export function keepTimerDeletion(id: number): void {
  keepDeletion('timers', shownRow('timers', id));
}

function keepRun(id: number, runOf: (timer: Timer, now: number) => Fields | null): Timer {
  const row = shownRow('timers', id);
  refuseSteps(row);
  const run = runOf(asTimer(row), synchronisedNow());
  return asTimer(run === null ? row : keepChange('timers', row, run));
}

/** Only the server knows which step an interval timer has reached. */
function refuseSteps(timer: object): void {
  if ('steps' in timer && timer.steps !== null) throw new Error('steps need the server');
}

function running(leftMs: number, now: number): Fields {
  return { enabled: 1, endsAt: new Date(now + leftMs).toISOString(), remainingMs: leftMs };
}

function standing(leftMs: number): Fields {
  return { enabled: 0, endsAt: null, remainingMs: leftMs };
}

function secondsOf({
  hours,
  minutes,
  seconds,
}: Pick<Timer, 'hours' | 'minutes' | 'seconds'>): number {
  return hours * 3600 + minutes * 60 + seconds;
}

function asTimer(row: Row): Timer {
  return row as unknown as Timer;
}
