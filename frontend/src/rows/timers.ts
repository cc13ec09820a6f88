// Timers of this browser: the list, and all writes to it.
import useSWR from 'swr';
import { extended, started, paused } from '../rings/timer-run';
import { atBeginning } from '../rings/timer-steps';
import { synchronisedNow } from '../time/synchronised-time';
import { request } from '../api/client';
import { randomUuid } from '../identity/browser-id';
import { fetchingDefaults, save } from './lists';
import { listPaths } from './store';
import { numberOf, isUnsaved } from '../offline/outbox';
import {
  keepRungTimerExtension,
  keepTimer,
  keepTimerChange,
  keepTimerDeletion,
  keepTimerRun,
} from '../offline/timers-without-server';
import type { Schemas } from '../model/schemas';
import type { IntervalDraft, Timer, TimerDraft } from '../model/types';
import { forgetOrder, inOrder, keepOrder } from '../offline/timer-order';

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
