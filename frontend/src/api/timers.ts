// Timers of this browser: the list, and all writes to it.
import useSWR from 'swr';

import { atBeginning } from '../rings/timer-steps';
import { request } from './client';
import { randomUuid } from './browser-id';
import { fetchingDefaults, listPaths, write } from './lists';
import {
  keepTimer,
  keepTimerChange,
  keepTimerDeletion,
  keepTimerPause,
  keepTimerReset,
  keepTimerStart,
} from './timers-without-server';
import type { IntervalDraft, Timer, TimerDraft } from './types';
import { orKept } from './without-server';

export interface TimersState {
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
  return orKept('timers', null, {
    send: () =>
      write('timers', () => request<Timer>('POST', listPaths.timers, { ...draft, clientKey })),
    keep: () => keepTimer(draft, clientKey),
  });
}

/** Changes a timer; a new duration or new steps also reset it. */
export function updateTimer(id: number, changes: Partial<TimerDraft>): Promise<Timer> {
  return orKept('timers', id, {
    send: () => write('timers', () => request<Timer>('PATCH', pathOf(id), changes)),
    keep: () => keepTimerChange(id, changes),
  });
}

/** Starts a timer with the time that is left, or from its beginning if nothing is; a running one goes on. */
export function startTimer(id: number): Promise<Timer> {
  return orKept('timers', id, {
    send: () => write('timers', () => request<Timer>('PATCH', pathOf(id), { enabled: 1 })),
    keep: () => keepTimerStart(id),
  });
}

/** Pauses a timer; a stopped one is unchanged. */
export function pauseTimer(id: number): Promise<Timer> {
  return orKept('timers', id, {
    send: () => write('timers', () => request<Timer>('POST', `${pathOf(id)}/pause`)),
    keep: () => keepTimerPause(id),
  });
}

/** Resets a timer. */
export function resetTimer(id: number): Promise<Timer> {
  return orKept('timers', id, {
    send: () =>
      write<Timer, Timer>(
        'timers',
        () => request<Timer>('PATCH', pathOf(id), { enabled: 0 }),
        (timers) => timers.map((timer) => (timer.id === id ? atBeginning(timer) : timer)),
      ),
    keep: () => keepTimerReset(id),
  });
}

/** Adds time to a running timer. */
export function extendTimer(id: number, seconds: number): Promise<Timer> {
  return write<Timer, Timer>(
    'timers',
    () => request<Timer>('POST', `${pathOf(id)}/extend`, { seconds }),
    (timers) => timers.map((timer) => (timer.id === id ? extended(timer, seconds) : timer)),
  );
}

/**
 * Runs a timer that rang at an instant (milliseconds since the epoch) for some more time, and stops that ring on all
 * devices. If several devices do so, only the first one counts.
 */
export function extendRungTimer(id: number, seconds: number, dueAt: number): Promise<Timer> {
  const body = { seconds, scheduledFor: new Date(dueAt).toISOString() };
  return write('timers', () => request<Timer>('POST', `${pathOf(id)}/extend`, body));
}

/** Deletes a timer; it leaves the list at once. */
export function deleteTimer(id: number): Promise<void> {
  return orKept('timers', id, {
    send: () =>
      write<Timer, undefined>(
        'timers',
        () => request<undefined>('DELETE', pathOf(id)),
        (timers) => timers.filter((timer) => timer.id !== id),
      ),
    keep: () => {
      keepTimerDeletion(id);
    },
  });
}

function extended(timer: Timer, seconds: number): Timer {
  if (timer.endsAt === null) return timer;
  const endsAt = new Date(Date.parse(timer.endsAt) + seconds * 1000).toISOString();
  return { ...timer, endsAt, runSeconds: timer.runSeconds + seconds };
}

function pathOf(id: number): string {
  return `${listPaths.timers}/${String(id)}`;
}
