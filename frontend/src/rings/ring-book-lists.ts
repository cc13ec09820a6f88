// What the lists say to the book of rings: what is to come, what still holds, what was called off.
import type { Alarm, Timer } from '../api/types';
import type { AlarmOccurrence, Occurrence, TimerOccurrence } from './occurrence';
import { nextOfAlarm, nextOfTimer, scheduleOf } from './occurrence';
import type { RingBook, Turn } from './ring-book';
import { allDue, isSettled, withHandled } from './ring-book';

/** Rows, and the moment their fetch began: of what happened later they say nothing. */
export interface FetchedRows<Row> {
  readonly rows: readonly Row[];
  /** Milliseconds since the epoch. */
  readonly asOf: number;
}

/** The lists as fetched last; undefined as long as one has not been. */
export interface Lists {
  readonly alarms: FetchedRows<Alarm> | undefined;
  readonly timers: FetchedRows<Timer> | undefined;
}

/**
 * The book after the lists were fetched: overdue occurrences that still stand in them ring, those that were changed are
 * called off. Of a row that has moved on the lists do not know whether it rang: that the server's list of rings says.
 */
export function withLists(book: RingBook, lists: Lists, now: number): Turn {
  const overdue = (one: RingBook) => one.armed.filter(({ dueAt }) => dueAt <= now);
  const calledOff = [...overdue(book), ...book.ringing].filter(
    (occurrence) => judged(occurrence, lists) === 'called off',
  );
  const answered = withHandled(book, calledOff, now);
  const turn = allDue(
    answered,
    overdue(answered).filter((occurrence) => judged(occurrence, lists) === 'holds'),
    now,
  );
  return { ...turn, book: { ...turn.book, armed: armedAnew(turn.book, lists, now) } };
}

type Verdict = 'holds' | 'called off' | 'unknown';

/** Whether an occurrence that is due, or rings, is still meant to; a list from before does not know. */
function judged(occurrence: Occurrence, { alarms, timers }: Lists): Verdict {
  const list = occurrence.kind === 'alarm' ? alarms : timers;
  if (list === undefined || list.asOf < occurrence.dueAt) return 'unknown';
  if (!stillMeant(occurrence, { alarms, timers })) return 'called off';
  return stillArmed(occurrence, { alarms, timers }) ? 'holds' : 'unknown';
}

/** Whether the server has not rung it yet. */
function stillArmed(occurrence: Occurrence, { alarms, timers }: Lists): boolean {
  const isIt = ({ id }: { readonly id: number }) => id === occurrence.id;
  const at =
    occurrence.kind === 'alarm'
      ? alarms?.rows.find(isIt)?.nextTrigger
      : timers?.rows.find(isIt)?.endsAt;
  return typeof at === 'string' && Date.parse(at) === occurrence.dueAt;
}

function stillMeant(occurrence: Occurrence, { alarms, timers }: Lists): boolean {
  if (occurrence.kind === 'alarm') {
    const alarm = alarms?.rows.find(({ id }) => id === occurrence.id);
    return alarm !== undefined && alarmHolds(alarm, occurrence);
  }
  const timer = timers?.rows.find(({ id }) => id === occurrence.id);
  return timer !== undefined && timerHolds(timer, occurrence);
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

/**
 * Either it has not been seen to be over, or it stands at nothing, or runs on in the step that began then; anything else was done
 * by somebody.
 */
function timerHolds(timer: Timer, { dueAt, begins }: TimerOccurrence): boolean {
  if (timer.endsAt === null) return timer.remainingMs === 0 && begins === undefined;
  const endsAt = Date.parse(timer.endsAt);
  const runsOn = begins?.index === timer.step && endsAt - timer.runSeconds * 1000 === dueAt;
  return endsAt === dueAt || runsOn;
}

/** What the rows arm, what was snoozed here as long as the server does not know of it, and what is unknown yet. */
function armedAnew(book: RingBook, lists: Lists, now: number): Occurrence[] {
  const ofRows = [
    ...(lists.alarms?.rows ?? []).map(nextOfAlarm),
    ...(lists.timers?.rows ?? []).flatMap(nextOfTimer),
  ].filter((next) => next !== null);
  const keys = new Set(ofRows.map(({ key }) => key));
  const isUnknown = (occurrence: Occurrence) =>
    (occurrence.kind === 'alarm' ? lists.alarms : lists.timers) === undefined ||
    (occurrence.dueAt <= now && judged(occurrence, lists) === 'unknown');
  const stillArmed = book.armed.filter(
    (occurrence) =>
      !keys.has(occurrence.key) && (isUnknown(occurrence) || isSnoozedOnlyHere(occurrence, lists)),
  );
  return [...ofRows, ...stillArmed].filter((occurrence) => !isSettled(book, occurrence));
}

function isSnoozedOnlyHere(occurrence: Occurrence, lists: Lists): boolean {
  return (
    occurrence.kind === 'alarm' &&
    occurrence.snoozedHere === true &&
    stillMeant(occurrence, lists) &&
    lists.alarms?.rows.find(({ id }) => id === occurrence.id)?.snoozedUntil === null
  );
}
