// Timers that are made, started, paused, extended and reset while the server cannot be reached.
import { extended, paused, standsAtItsEnd, started } from '../rings/timer-run';
import { atBeginning } from '../rings/timer-steps';
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
};
/** What a timer counts down. */
const plan = ['hours', 'minutes', 'seconds', 'steps', 'rounds'] as const;

export function keepTimer({ enabled, ...draft }: TimerDraft | IntervalDraft, key: string): Timer {
  const now = synchronisedNow();
  const chosen = { ...usual, ...draft };
  const createdAt = new Date(now).toISOString();
  const row = { ...chosen, ...planOf(chosen), createdAt } as unknown as Timer;
  const whole = enabled === 1 ? started(atBeginning(row), now) : atBeginning(row);
  return asTimer(keepNew('timers', key, { ...whole }, now));
}

/** Another plan resets it, as on the server. */
export function keepTimerChange(id: number, changes: Partial<Omit<TimerDraft, 'enabled'>>): Timer {
  const row = shownRow('timers', id);
  if (!plan.some((field) => field in changes)) return asTimer(keepChange('timers', row, changes));
  const timer = { ...asTimer(row), ...changes };
  const next = planOf(timer);
  const isSame = JSON.stringify(next) === JSON.stringify(planOf(asTimer(row)));
  const run = isSame ? {} : runOf(atBeginning({ ...timer, ...next }));
  return asTimer(keepChange('timers', row, { ...changes, ...next, ...run }));
}

/** From what remains; from its beginning where nothing does. */
export function keepTimerStart(id: number): Timer {
  return keepRun(id, started);
}

export function keepTimerPause(id: number): Timer {
  return keepRun(id, paused);
}

export function keepTimerReset(id: number): Timer {
  return keepRun(id, atBeginning);
}

/** After its ring: one that was set going again, or has further steps, goes on. */
export function keepTimerStop(id: number): Timer {
  return keepRun(id, (timer) => (standsAtItsEnd(timer) ? atBeginning(timer) : timer));
}

export function keepTimerExtension(id: number, seconds: number): Timer {
  return keepRun(id, (timer, now) => extended(timer, seconds, now));
}

/** The same after its last ring alone. */
export function keepRungTimerExtension(id: number, seconds: number): Timer {
  return keepRun(id, (timer, now) =>
    standsAtItsEnd(timer) ? extended(timer, seconds, now) : timer,
  );
}

export function keepTimerDeletion(id: number): void {
  keepDeletion('timers', shownRow('timers', id));
}

function keepRun(id: number, act: (timer: Timer, now: number) => Timer): Timer {
  const row = shownRow('timers', id);
  const timer = asTimer(row);
  const after = act(timer, synchronisedNow());
  return after === timer ? timer : asTimer(keepChange('timers', row, runOf(after)));
}

/** Where a timer stands or runs. */
function runOf({ enabled, endsAt, remainingMs, runSeconds, step }: Timer): Fields {
  return { enabled, endsAt, remainingMs, runSeconds, step };
}

/** What it counts down, as the server answers it: with steps its length follows from them. */
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
