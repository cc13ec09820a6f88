// Timers that are created, started, paused, extended, shortened and reset while the server cannot be reached.
import { extended, standsAtItsEnd, started } from '../rings/timer-run';
import { atBeginning } from '../rings/timer-steps';
import { synchronisedNow } from '../time/synchronised-time';
import { storedRow } from './unsaved-rows';
import { keepChange, keepDeletion, keepNew, type Fields, type Row } from './outbox';
import type { IntervalDraft, Timer, TimerDraft } from '../model/types';

/** The server's defaults for a new timer. */
const usual = {
  hours: 0,
  minutes: 0,
  seconds: 0,
  sound: 'default',
  label: null,
  steps: null,
  rounds: null,
};
/** The plan of a timer: a length, or steps and rounds. */
const plan = ['hours', 'minutes', 'seconds', 'steps', 'rounds'] as const;

export function keepTimer({ enabled, ...draft }: TimerDraft | IntervalDraft, key: string): Timer {
  const now = wholeNow();
  const chosen = { ...usual, ...draft };
  const createdAt = new Date(now).toISOString();
  const row = { ...chosen, ...planOf(chosen), createdAt } as unknown as Timer;
  const whole = enabled === 1 ? started(atBeginning(row), now) : atBeginning(row);
  return asTimer(keepNew('timers', key, { ...whole }, now));
}

/** A changed plan resets the timer, as on the server. */
export function keepTimerChange(id: number, changes: Partial<Omit<TimerDraft, 'enabled'>>): Timer {
  const row = storedRow('timers', id);
  if (!plan.some((field) => field in changes)) return asTimer(keepChange('timers', row, changes));
  const timer = { ...asTimer(row), ...changes };
  const next = planOf(timer);
  const isSame = JSON.stringify(next) === JSON.stringify(planOf(asTimer(row)));
  const run = isSame ? {} : runOf(atBeginning({ ...timer, ...next }));
  return asTimer(keepChange('timers', row, { ...changes, ...next, ...run }));
}

/** Stops it after its ring; a timer that was started again, or has further steps, continues. */
export function keepTimerStop(id: number): Timer {
  return keepTimerRun(id, (timer) => (standsAtItsEnd(timer) ? atBeginning(timer) : timer));
}

/** Extends a timer only after its last ring. */
export function keepRungTimerExtension(id: number, seconds: number): Timer {
  return keepTimerRun(id, (timer, now) =>
    standsAtItsEnd(timer) ? extended(timer, seconds, now) : timer,
  );
}

export function keepTimerDeletion(id: number): void {
  keepDeletion('timers', storedRow('timers', id));
}

/** Stores what a start, a pause, a reset or another act makes of its run. */
export function keepTimerRun(id: number, act: (timer: Timer, now: number) => Timer): Timer {
  const row = storedRow('timers', id);
  const timer = asTimer(row);
  const after = act(timer, wholeNow());
  return after === timer ? timer : asTimer(keepChange('timers', row, runOf(after)));
}

function runOf({ enabled, endsAt, remainingMs, runSeconds, step }: Timer): Fields {
  return { enabled, endsAt, remainingMs, runSeconds, step };
}

/** The plan as in the server's response: with steps, the length follows from them. */
function planOf({ hours, minutes, seconds, steps, rounds }: Pick<Timer, (typeof plan)[number]>) {
  const times = steps === null ? null : (rounds ?? 1);
  const totalSeconds =
    steps === null || times === null
      ? hours * 3600 + minutes * 60 + seconds
      : times * steps.reduce((sum, step) => sum + step.seconds, 0);
  return {
    hours: Math.floor(totalSeconds / 3600),
    minutes: Math.floor((totalSeconds % 3600) / 60),
    seconds: totalSeconds % 60,
    totalSeconds,
    steps: steps?.map(({ seconds: length, label }) => ({ seconds: length, label })) ?? null,
    rounds: times,
  };
}

function asTimer(row: Row): Timer {
  return row as unknown as Timer;
}

/** Rows have whole milliseconds, as the server's. */
function wholeNow(): number {
  return Math.trunc(synchronisedNow());
}
