// Answers to a ring: stop it, snooze it, or let a timer run on.
import { isUnsaved } from '../../offline/outbox';
import { isAway } from '../../api/problem-error';
import { answerRing } from '../../api/rings';
import { extendRungTimer, startTimer } from '../../rows/timers';
import { synchronisedNow } from '../../time/synchronised-time';
import type { AlarmOccurrence, Occurrence, TimerOccurrence } from '../../rings/occurrence';
import { answerRings, dropSnooze, snoozeRing } from '../../ringing/store';

/** Stops everything that rings, on all devices; timers are reset. */
export function stopRings(rings: readonly Occurrence[]): void {
  answerRings(rings);
  for (const ring of rings) {
    // If the server cannot be reached, it is sent later.
    answerRing(ring, 'stop').catch(logUnsent);
  }
}

export const addedMinutes = 1;

/**
 * Stops a timer's ring on all devices and runs the timer for another minute. If the server refuses that, the timer is
 * stopped.
 */
export async function addMinute(ring: TimerOccurrence): Promise<void> {
  answerRings([ring]);
  try {
    const { id } = await extendRungTimer(ring.id, addedMinutes * 60, ring.dueAt);
    // The extension is stored for later, but the ring is stopped on the other devices now.
    if (isUnsaved('timers', id)) answerRing(ring, 'stop').catch(logUnsent);
  } catch (failure) {
    answerRing(ring, 'stop').catch(logUnsent);
    throw failure;
  }
}

/** Stops a timer's ring on all devices and starts the timer from its beginning. */
export async function repeatTimer(ring: TimerOccurrence): Promise<void> {
  answerRings([ring]);
  await answerRing(ring, 'stop').catch((failure: unknown) => {
    // It is sent later.
    if (!isAway(failure)) throw failure;
  });
  await startTimer(ring.id);
}

function logUnsent(failure: unknown): void {
  console.warn('the stop of a ring could not be sent:', failure);
}

/**
 * Stops an alarm's ring on all devices until its snooze is over; the snooze works here even if the server cannot be
 * reached.
 */
export async function snooze(ring: AlarmOccurrence): Promise<void> {
  // One instant for both: only then the ring after the snooze has the same key here and on the server.
  const givenAt = synchronisedNow();
  snoozeRing(ring, givenAt);
  const answered = await answerRing(ring, 'snooze', givenAt);
  // It was stopped on another device first, or was deleted.
  if (answered?.answer !== 'snooze') dropSnooze(ring.id);
}
