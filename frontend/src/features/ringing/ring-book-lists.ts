// What the lists say to the book of rings: what is to come, what still holds, what was called off.
import type { Alarm, Timer } from '../../api/types';
import type { AlarmOccurrence, Occurrence } from './occurrence';
import { nextOfAlarm, nextOfTimer, scheduleOf } from './occurrence';
import type { RingBook, Turn } from './ring-book';
import { allDue, isSettled, withHandled } from './ring-book';

/** The lists as fetched last; undefined as long as one has not been. */
export interface Lists {
  readonly alarms: readonly Alarm[] | undefined;
  readonly timers: readonly Timer[] | undefined;
}

/** The book after the lists were fetched: overdue occurrences that still hold ring, others are called off. */
export function withLists(book: RingBook, lists: Lists, now: number): Turn {
  const verdict = (occurrence: Occurrence) => judged(occurrence, lists);
  const calledOff = [...book.armed.filter(({ dueAt }) => dueAt <= now), ...book.ringing].filter(
    (occurrence) => verdict(occurrence) === 'called off',
  );
  const answered = withHandled(book, calledOff, now);
  const turn = allDue(
    answered,
    answered.armed.filter(
      (occurrence) => occurrence.dueAt <= now && verdict(occurrence) === 'holds',
    ),
    now,
  );
  return { ...turn, book: { ...turn.book, armed: armedAnew(turn.book, lists) } };
}

type Verdict = 'holds' | 'called off' | 'unknown';

/** Whether an occurrence that is due, or rings, is still meant to. */
function judged(occurrence: Occurrence, { alarms, timers }: Lists): Verdict {
  if (occurrence.kind === 'alarm') {
    if (alarms === undefined) return 'unknown';
    const alarm = alarms.find(({ id }) => id === occurrence.id);
    return alarm !== undefined && alarmHolds(alarm, occurrence) ? 'holds' : 'called off';
  }
  if (timers === undefined) return 'unknown';
  const timer = timers.find(({ id }) => id === occurrence.id);
  return timer !== undefined && timerHolds(timer, occurrence.dueAt) ? 'holds' : 'called off';
}

/**
 * A `once` alarm is switched off by its ring; any other that is off was switched off by somebody. One snoozed
 * past this ring has been answered elsewhere.
 */
function alarmHolds(alarm: Alarm, { schedule, dueAt }: AlarmOccurrence): boolean {
  const snoozedPast = alarm.snoozedUntil !== null && Date.parse(alarm.snoozedUntil) > dueAt;
  const off = alarm.enabled === 0 && alarm.repeat !== 'once';
  return scheduleOf(alarm) === schedule && !off && !snoozedPast;
}

/** Either it has not been seen to be over, or it stands at nothing; anything else was done by somebody. */
function timerHolds(timer: Timer, dueAt: number): boolean {
  return timer.endsAt === null ? timer.remainingMs === 0 : Date.parse(timer.endsAt) === dueAt;
}

/** What the rows arm, what was snoozed here as long as the server does not know of it, and what is unknown yet. */
function armedAnew(book: RingBook, lists: Lists): Occurrence[] {
  const ofRows = [
    ...(lists.alarms ?? []).map(nextOfAlarm),
    ...(lists.timers ?? []).map(nextOfTimer),
  ].filter((next) => next !== null);
  const keys = new Set(ofRows.map(({ key }) => key));
  const stillArmed = book.armed.filter(
    (occurrence) =>
      !keys.has(occurrence.key) &&
      (judged(occurrence, lists) === 'unknown' || isSnoozedOnlyHere(occurrence, lists)),
  );
  return [...ofRows, ...stillArmed].filter((occurrence) => !isSettled(book, occurrence));
}

function isSnoozedOnlyHere(occurrence: Occurrence, lists: Lists): boolean {
  return (
    occurrence.kind === 'alarm' &&
    occurrence.snoozedHere === true &&
    judged(occurrence, lists) === 'holds' &&
    lists.alarms?.find(({ id }) => id === occurrence.id)?.snoozedUntil === null
  );
}
