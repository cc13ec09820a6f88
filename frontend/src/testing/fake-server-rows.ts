// What the fake server does with rows: requests as pure functions of an alarm or a timer.
import type { Alarm, Timer, TimerDraft, TimerStep } from '../model/types';
import { extended, paused, started, atBeginning, atPresent } from '../rings/timer-steps';
import { aTimer } from './rows';

/** An alarm after its next ring was skipped. */
export function skipped(alarm: Alarm, ring: string | null): Alarm {
  const { nextTrigger } = alarm;
  const isOther = ring !== null && Date.parse(ring) !== Date.parse(nextTrigger ?? '');
  if (isOther || alarm.skipped !== null) return alarm;
  const isOnce = alarm.repeat === 'once';
  const then = isOnce ? null : dayLater(nextTrigger);
  const enabled = isOnce ? 0 : 1;
  return { ...alarm, enabled, skipped: nextTrigger, nextTrigger: then, snoozedUntil: null };
}

/** An alarm after a skip was undone. */
export function unskipped(alarm: Alarm): Alarm {
  const { skipped } = alarm;
  if (skipped === null) return alarm;
  const snoozedUntil = alarm.repeat === 'once' ? skipped : null;
  return { ...alarm, enabled: 1, skipped: null, nextTrigger: skipped, snoozedUntil };
}

/** A timer after a request: `pause`, `extend`, `end`, or a change without an action. */
export function changedTimer(timer: Timer, action?: string, draft?: TimerDraft): Timer {
  if (action === 'pause') return paused(timer, Date.now());
  if (action === 'extend') {
    const { seconds, endsAt } = draft as unknown as Pick<Timer, 'endsAt'> & TimerStep;
    const isOther = typeof endsAt === 'string' && endsAt !== timer.endsAt;
    return isOther ? timer : extended(timer, seconds, Date.now());
  }
  if (action === 'end') {
    const { endsAt, runSeconds } = draft as unknown as Timer;
    const isRunning = Date.parse(timer.endsAt ?? '') > Date.now();
    return isRunning ? { ...timer, endsAt, runSeconds } : timer;
  }
  if (draft?.enabled === 1) {
    const { startedAt, ...changes } = draft as TimerDraft & { readonly startedAt?: string };
    const isOther = ['totalSeconds', 'minutes', 'steps'].some((field) => field in changes);
    const changed = { ...timer, ...changes, enabled: timer.enabled };
    return startedEarlier(isOther ? stoppedTimer(changed) : changed, startedAt);
  }
  if (draft?.steps !== undefined) return stoppedTimer({ ...timer, ...draft });
  return draft?.enabled === 0 ? stoppedTimer({ ...timer, ...draft }) : { ...timer, ...draft };
}

/** A new timer. */
export function newTimer(id: number, draft?: TimerDraft): Timer {
  const stopped = stoppedTimer({ ...draft, id });
  return draft?.enabled === 1 ? started(stopped, Date.now()) : stopped;
}

function dayLater(instant: string | null): string {
  return new Date(Date.parse(instant ?? '') + 86_400_000).toISOString();
}

/** A timer at its beginning. */
export function stoppedTimer(changes: Partial<Timer>): Timer {
  const { steps = null, rounds = null } = changes;
  const round = steps?.reduce((sum, { seconds }) => sum + seconds, 0);
  const whole = round === undefined ? {} : { totalSeconds: round * (rounds ?? 1) };
  return atBeginning(aTimer({ ...changes, ...whole, steps, rounds: steps && (rounds ?? 1) }));
}

/** A timer that started earlier may have ended since, and then does not ring. */
function startedEarlier(timer: Timer, startedAt?: string): Timer {
  const from = startedAt === undefined ? Date.now() : Date.parse(startedAt);
  const present = atPresent(started(timer, from), Date.now());
  const isOver = Date.parse(present.endsAt ?? '') <= Date.now();
  return isOver ? { ...present, enabled: 0, endsAt: null, remainingMs: 0 } : present;
}
