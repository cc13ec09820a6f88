// What a person can do about a ring: stop it, or snooze it.
import { answerRing } from '../../api/rings';
import type { AlarmOccurrence, Occurrence } from '../../rings/occurrence';
import { answerRings, dropSnooze, snoozeRing } from './ring-store';

/** Silences everything that rings, on all devices; timers get their whole length back. */
export function stopRings(rings: readonly Occurrence[]): void {
  answerRings(rings);
  for (const ring of rings) {
    // What cannot be told now is told when the server can be reached.
    answerRing(ring, 'stop').catch(logUnsent);
  }
}

function logUnsent(failure: unknown): void {
  console.warn('the server could not be told that a ring was stopped:', failure);
}

/** Silences an alarm on all devices until its snooze is over, which holds here even if the server cannot be told. */
export async function snooze(ring: AlarmOccurrence): Promise<void> {
  snoozeRing(ring);
  const answered = await answerRing(ring, 'snooze');
  // It was stopped elsewhere first, or is gone.
  if (answered?.answer !== 'snooze') dropSnooze(ring.id);
}
