// What starting, pausing and extending make of a timer, after the server's rules, and how a run is told afterwards. Pure.
import type { Timer } from '../api/types';
import { atBeginning, stepAt } from './timer-steps';

/** The most that a timer has left after it was extended: 23:59:59. */
const longestLeftMs = 86_399_000;

/** What is left of the present step at an instant, in milliseconds. */
export function leftMs({ endsAt, remainingMs }: Timer, now: number): number {
  return endsAt === null ? remainingMs : Math.max(0, Date.parse(endsAt) - now);
}

/** Whether it has run out and nobody has done anything to it since. */
export function standsAtItsEnd({ endsAt, remainingMs }: Timer): boolean {
  return endsAt === null && remainingMs <= 0;
}

/** Running from what remains, from its beginning where nothing does. One that runs, runs on. */
export function started(timer: Timer, now: number): Timer {
  if (timer.endsAt !== null) return timer;
  const from = standsAtItsEnd(timer) ? atBeginning(timer) : timer;
  return { ...from, enabled: 1, endsAt: instantText(now + from.remainingMs) };
}

/** Standing still with what remains. One that has run out is about to ring, and stays as it is. */
export function paused(timer: Timer, now: number): Timer {
  const left = Math.min(leftMs(timer, now), timer.runSeconds * 1000);
  if (timer.endsAt === null || left === 0) return timer;
  return { ...timer, enabled: 0, endsAt: null, remainingMs: left };
}

/** With more to count down: one that runs ends later, one at its end runs for that long again, a paused one has more left. */
export function extended(timer: Timer, seconds: number, now: number): Timer {
  const isOver = standsAtItsEnd(timer);
  const left = isOver ? 0 : leftMs(timer, now);
  const moreMs = Math.max(0, Math.min(seconds * 1000, longestLeftMs - left));
  const runSeconds = (isOver ? 0 : timer.runSeconds) + Math.ceil(moreMs / 1000);
  if (timer.endsAt === null && !isOver) {
    return { ...timer, remainingMs: left + moreMs, runSeconds };
  }
  const end = timer.endsAt === null ? now : Date.parse(timer.endsAt);
  return {
    ...timer,
    enabled: 1,
    endsAt: instantText(end + moreMs),
    remainingMs: left + moreMs,
    runSeconds,
  };
}

/** How a timer that stands at its beginning is brought to where another one is. */
export interface Start {
  /** Seconds to add before it is started. */
  readonly before: number;
  /** When to say that it was started. */
  readonly startedAt: string;
  /** Seconds to add to the step at which it is then. */
  readonly after: number;
}

/** How a timer comes from its beginning to where it is at `now`. */
export function startOf(timer: Timer, now: number): Start {
  const index = timer.step ?? 0;
  const planned = stepAt(timer, index)?.seconds ?? timer.totalSeconds;
  const left = leftMs(timer, now);
  let passed = 0;
  for (let step = 0; step < index; step += 1) passed += stepAt(timer, step)?.seconds ?? 0;
  const before = index === 0 ? Math.max(0, timer.runSeconds - planned) : 0;
  const after = Math.max(0, Math.ceil(left / 1000 - planned - before));
  const elapsed = (passed + planned + before + after) * 1000 - left;
  return { before, startedAt: instantText(now - elapsed), after };
}

function instantText(instant: number): string {
  return new Date(instant).toISOString();
}
