// Timers of this browser: the list, and every write to it.
import useSWR from 'swr';

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
import type { Timer, TimerDraft } from './types';
import { orKept } from './without-server';

export interface TimersState {
  /** Undefined until the first answer. */
  readonly timers: readonly Timer[] | undefined;
  readonly error: Error | undefined;
}

/** The timers, oldest first. */
export function useTimers(): TimersState {
  const { data, error } = useSWR<readonly Timer[], Error>(listPaths.timers, fetchingDefaults);
  return { timers: data, error };
}

export function createTimer(draft: TimerDraft): Promise<Timer> {
  const clientKey = randomUuid();
  return orKept('timers', null, {
    send: () =>
      write('timers', () => request<Timer>('POST', listPaths.timers, { ...draft, clientKey })),
    keep: () => keepTimer(draft, clientKey),
  });
}

/** Changes a timer; a new duration also resets it. */
export function updateTimer(id: number, changes: Partial<TimerDraft>): Promise<Timer> {
  return orKept('timers', id, {
    send: () => write('timers', () => request<Timer>('PATCH', pathOf(id), changes)),
    keep: () => keepTimerChange(id, changes),
  });
}

/** Runs a timer from what remains, from its whole duration where nothing does; one that runs, runs on. */
export function startTimer(id: number): Promise<Timer> {
  return orKept('timers', id, {
    send: () => write('timers', () => request<Timer>('PATCH', pathOf(id), { enabled: 1 })),
    keep: () => keepTimerStart(id),
  });
}

/** Pauses a timer with what remains; one that stands still stays as it is. */
export function pauseTimer(id: number): Promise<Timer> {
  return orKept('timers', id, {
    send: () => write('timers', () => request<Timer>('POST', `${pathOf(id)}/pause`)),
    keep: () => keepTimerPause(id),
  });
}

/** Stops a timer and gives it back its whole duration. */
export function resetTimer(id: number): Promise<Timer> {
  return orKept('timers', id, {
    send: () =>
      write<Timer, Timer>(
        'timers',
        () => request<Timer>('PATCH', pathOf(id), { enabled: 0 }),
        (timers) => timers.map((timer) => (timer.id === id ? whole(timer) : timer)),
      ),
    keep: () => keepTimerReset(id),
  });
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

function whole(timer: Timer): Timer {
  return { ...timer, enabled: 0, endsAt: null, remainingMs: timer.totalSeconds * 1000 };
}

function pathOf(id: number): string {
  return `${listPaths.timers}/${String(id)}`;
}
