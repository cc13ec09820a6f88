// The steps of a timer and its run, by the server's rules: which step runs, starting, pausing, extending, shortening
// and resetting. Pure.
import type { Timer, TimerStep } from '../model/types';

/** The fields of a timer that define its steps. */
type Steps = Pick<Timer, 'steps' | 'rounds'>;

export interface StepPlace extends TimerStep {
  /** The index over all rounds. */
  readonly index: number;
  /** The number of the round or step, counted from 1. */
  readonly number: number;
  readonly count: number;
  /** What `number` counts: rounds, or the steps of a single round. */
  readonly counts: 'rounds' | 'steps';
}

/** The number of steps in all rounds; 0 for a timer without steps. */
export function stepCount({ steps, rounds }: Steps): number {
  return (steps?.length ?? 0) * (rounds ?? 0);
}

/** The step with an index over all rounds; null if there is none. */
export function stepAt({ steps, rounds }: Steps, index: number): StepPlace | null {
  if (steps === null || rounds === null) return null;
  const step = index < steps.length * rounds ? steps[index % steps.length] : undefined;
  if (step === undefined) return null;
  const place =
    rounds > 1
      ? { number: Math.floor(index / steps.length) + 1, count: rounds, counts: 'rounds' as const }
      : { number: index + 1, count: steps.length, counts: 'steps' as const };
  return { ...step, index, ...place };
}

/** The present step of a timer; null for a timer without steps. */
export function presentStep(timer: Timer): StepPlace | null {
  return timer.step === null ? null : stepAt(timer, timer.step);
}

/** The timer in the step that runs at `now`, computed from what the server last sent. */
export function atPresent(timer: Timer, now: number): Timer {
  const next = timer.step === null ? null : stepAt(timer, timer.step + 1);
  if (next === null || timer.endsAt === null) return timer;
  const endsAt = Date.parse(timer.endsAt);
  if (endsAt > now) return timer;
  const step = {
    step: next.index,
    endsAt: new Date(endsAt + next.seconds * 1000).toISOString(),
    runSeconds: next.seconds,
  };
  return atPresent({ ...timer, ...step }, now);
}

/** At least this much is left of a run that is shortened or brought back, so that its end rings on all devices. */
const leastLeftMs = 1000;

/** A run of earlier as it would be at `now`. One that would be over ends in a second: its end has not rung. */
export function broughtBack(run: Timer, now: number): Timer {
  const present = atPresent(run, now);
  if (present.endsAt === null || Date.parse(present.endsAt) >= now + leastLeftMs) return present;
  return { ...present, endsAt: instantText(now + leastLeftMs), remainingMs: leastLeftMs };
}

/** The state of its run. */
export function runOf({ enabled, endsAt, remainingMs, runSeconds, step }: Timer) {
  return { enabled, endsAt, remainingMs, runSeconds, step };
}

export function atBeginning(timer: Timer): Timer {
  const first = stepAt(timer, 0);
  const seconds = first?.seconds ?? timer.totalSeconds;
  return {
    ...timer,
    enabled: 0,
    endsAt: null,
    remainingMs: seconds * 1000,
    runSeconds: seconds,
    step: first && 0,
  };
}

/** Whether a reset would change nothing. */
export function isAtBeginning(timer: Timer): boolean {
  const { remainingMs, runSeconds, step } = atBeginning(timer);
  const isWhole = timer.remainingMs >= remainingMs && timer.runSeconds === runSeconds;
  return timer.enabled === 0 && isWhole && timer.step === step;
}

/** The longest time left after an extension: 23:59:59. */
const longestLeftMs = 86_399_000;

/** The time left of the present step at an instant, in milliseconds. */
export function leftMs({ endsAt, remainingMs }: Timer, now: number): number {
  return endsAt === null ? remainingMs : Math.max(0, Date.parse(endsAt) - now);
}

/** Whether it has ended and was not changed since. */
export function standsAtItsEnd({ endsAt, remainingMs }: Timer): boolean {
  return endsAt === null && remainingMs <= 0;
}

/**
 * The timer after a start: it runs with the time left, or from its beginning if none is left. A running one is
 * unchanged.
 */
export function started(timer: Timer, now: number): Timer {
  if (timer.endsAt !== null) return timer;
  const from = standsAtItsEnd(timer) ? atBeginning(timer) : timer;
  return { ...from, enabled: 1, endsAt: instantText(now + from.remainingMs) };
}

/** The timer after a pause, which keeps the time left. One that has ended is about to ring, and is unchanged. */
export function paused(timer: Timer, now: number): Timer {
  const left = Math.min(leftMs(timer, now), timer.runSeconds * 1000);
  if (timer.endsAt === null || left === 0) return timer;
  return { ...timer, enabled: 0, endsAt: null, remainingMs: left };
}

/**
 * The timer after an extension: a running one ends later, an ended one runs again for this time, a paused one has more
 * time left.
 */
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

/** A running timer with less time left of its present step, at least a second; the length of the run stays. */
export function shortened(timer: Timer, seconds: number, now: number): Timer {
  const left = leftMs(timer, now);
  const lessMs = Math.max(0, Math.min(seconds * 1000, left - leastLeftMs));
  if (timer.endsAt === null || lessMs === 0) return timer;
  const endsAt = instantText(Date.parse(timer.endsAt) - lessMs);
  return { ...timer, endsAt, remainingMs: left - lessMs };
}

/** The start of a run that brings a timer from its beginning into the state of another one. */
interface Start {
  readonly startedAt: string;
  /** The end of its present step. */
  readonly endsAt: string;
  /** Whether the step, started then, has another end or another length. */
  readonly isMoved: boolean;
}

/** The start that leads to a timer's state at `now`; a stopped one is taken as running. */
export function startOf(timer: Timer, now: number): Start {
  const index = timer.step ?? 0;
  const planned = stepAt(timer, index)?.seconds ?? timer.totalSeconds;
  const end = timer.endsAt === null ? now + timer.remainingMs : Date.parse(timer.endsAt);
  let passed = 0;
  for (let step = 0; step < index; step += 1) passed += stepAt(timer, step)?.seconds ?? 0;
  const stepStart = Math.min(now, end - planned * 1000);
  return {
    startedAt: instantText(stepStart - passed * 1000),
    endsAt: instantText(end),
    isMoved: timer.runSeconds !== planned || end - planned * 1000 > now,
  };
}

function instantText(instant: number): string {
  return new Date(instant).toISOString();
}
