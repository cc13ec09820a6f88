// What a person can do about a ring: stop it, or snooze it.
import { snoozeAlarm } from '../../api/alarms';
import { resetTimer } from '../../api/timers';
import type { AlarmOccurrence, Occurrence } from '../../rings/occurrence';
import { answerRings, snoozeRing } from './ring-store';

/** Silences everything that rings, in all tabs; timers get their whole length back. */
export function stopRings(rings: readonly Occurrence[]): void {
  answerRings(rings);
  for (const ring of rings) {
    // A reset that fails harms nothing: the timer stands at nothing until it is started again.
    if (ring.kind === 'timer') resetTimer(ring.id).catch(logFailedReset);
  }
}

function logFailedReset(failure: unknown): void {
  console.warn('a timer that rang could not be reset:', failure);
}

/** Silences an alarm in all tabs until its snooze is over, which holds here even if the server cannot be told. */
export function snooze(ring: AlarmOccurrence): Promise<unknown> {
  snoozeRing(ring);
  return snoozeAlarm(ring.id);
}
