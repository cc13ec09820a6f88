// Timers of this browser: the list, and all writes to it, on the server or until it can be reached.
import useSWR from 'swr';
import { extended, started, paused, standsAtItsEnd } from '../rings/timer-run';
import { atBeginning } from '../rings/timer-steps';
import { synchronisedNow } from '../time/synchronised-time';
import { request } from '../api/client';
import { randomUuid } from '../identity/browser-id';
import { fetchingDefaults, save } from './lists';
import { listPaths } from './store';
import type { Fields, Row } from '../offline/outbox-merge';
import { numberOf, isUnsaved, keepChange, keepDeletion, keepNew } from '../offline/outbox';
import type { Schemas } from '../model/schemas';
import type { IntervalDraft, Timer, TimerDraft } from '../model/types';
import { forgetOrder, inOrder, keepOrder } from '../offline/timer-order';
import { storedRow } from '../offline/unsaved-rows';

interface TimersState {
  /** Undefined until the first answer. */
  readonly timers: readonly Timer[] | undefined;
  readonly error: Error | undefined;
}

/** The timers in the chosen order, otherwise the oldest first. */
export function useTimers(): TimersState {
  const { data, error } = useSWR<readonly Timer[], Error>(listPaths.timers, fetchingDefaults);
  return { timers: data, error };
}

export function createTimer(draft: TimerDraft | IntervalDraft): Promise<Timer> {
  const clientKey = randomUuid();
  return save('timers', null, {
    send: () => request<Timer>('POST', listPaths.timers, { ...draft, clientKey }),
    keep: () => keepTimer(draft, clientKey),
  });
}

/** Changes a timer; a new duration or new steps also reset it. */
export function updateTimer(id: number, changes: Partial<TimerDraft>): Promise<Timer> {
  return save('timers', id, {
    send: () => request<Timer>('PATCH', pathOf(id), changes),
    keep: () => keepTimerChange(id, changes),
  });
}

/** Starts a timer with the time that is left, or from its beginning if nothing is; a running one goes on. */
export function startTimer(id: number): Promise<Timer> {
  return save('timers', id, {
    send: () => request<Timer>('PATCH', pathOf(id), { enabled: 1 }),
    keep: () => keepTimerRun(id, started),
  });
}

/** Pauses a timer; a stopped one is unchanged. */
export function pauseTimer(id: number): Promise<Timer> {
  return save('timers', id, {
    send: () => request<Timer>('POST', `${pathOf(id)}/pause`),
    keep: () => keepTimerRun(id, paused),
  });
}

export function resetTimer(id: number): Promise<Timer> {
  return save('timers', id, {
    send: () => request<Timer>('PATCH', pathOf(id), { enabled: 0 }),
    expect: (timers) => timers.map((timer) => (timer.id === id ? atBeginning(timer) : timer)),
    keep: () => keepTimerRun(id, atBeginning),
  });
}

/** Adds time to a running timer. */
export function extendTimer(id: number, seconds: number): Promise<Timer> {
  return save('timers', id, {
    send: () => request<Timer>('POST', `${pathOf(id)}/extend`, { seconds }),
    expect: (timers) =>
      timers.map((timer) =>
        timer.id === id && timer.endsAt !== null
          ? extended(timer, seconds, synchronisedNow())
          : timer,
      ),
    keep: () => keepTimerRun(id, (timer, now) => extended(timer, seconds, now)),
  });
}

/**
 * Runs a timer again for some time after its ring, which was due at an instant in milliseconds since the epoch, and
 * stops that ring on all devices. If several devices do this, the first one counts. While the server is away, the
 * extension is stored, but the ring still has to be stopped.
 */
export function extendRungTimer(id: number, seconds: number, dueAt: number): Promise<Timer> {
  const body: Schemas['TimerExtension'] = { seconds, scheduledFor: new Date(dueAt).toISOString() };
  return save('timers', id, {
    send: () => request<Timer>('POST', `${pathOf(id)}/extend`, body),
    keep: () => keepRungTimerExtension(id, seconds),
  });
}

/** Deletes a timer; it leaves the list at once. */
export function deleteTimer(id: number): Promise<void> {
  return save('timers', id, {
    send: () => request<undefined>('DELETE', pathOf(id)),
    expect: (timers) => timers.filter((timer) => timer.id !== id),
    keep: () => {
      keepTimerDeletion(id);
    },
  });
}

export function pathOf(id: number): string {
  return `${listPaths.timers}/${String(numberOf(id))}`;
}

/** Moves these timers to the front, in this order. */
export function orderTimers(ids: readonly number[]): Promise<void> {
  // If the order contains a timer that the server does not have yet, it is sent after that timer.
  const waitsFor = ids.find((id) => isUnsaved('timers', id)) ?? null;
  return save('timers', waitsFor, {
    send: async () => {
      await request('PUT', `${listPaths.timers}/order`, { ids } satisfies Schemas['TimerOrder']);
      // An order that was stored earlier is obsolete.
      forgetOrder();
    },
    expect: (timers) => inOrder(timers, ids),
    keep: () => {
      keepOrder(ids);
    },
  });
}

/** The server's defaults for a new timer, which is kept here until it can be reached. */
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

function keepTimer({ enabled, ...draft }: TimerDraft | IntervalDraft, key: string): Timer {
  const now = wholeNow();
  const chosen = { ...usual, ...draft };
  const createdAt = new Date(now).toISOString();
  const row = { ...chosen, ...planOf(chosen), createdAt } as unknown as Timer;
  const whole = enabled === 1 ? started(atBeginning(row), now) : atBeginning(row);
  return asTimer(keepNew('timers', key, { ...whole }, now));
}

/** A changed plan resets the timer, as on the server. */
function keepTimerChange(id: number, changes: Partial<Omit<TimerDraft, 'enabled'>>): Timer {
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
function keepRungTimerExtension(id: number, seconds: number): Timer {
  return keepTimerRun(id, (timer, now) =>
    standsAtItsEnd(timer) ? extended(timer, seconds, now) : timer,
  );
}

function keepTimerDeletion(id: number): void {
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
