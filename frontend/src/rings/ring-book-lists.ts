// Applies fetched lists to the ring book: what is armed, what still counts, what was cancelled.
import type { FetchedRows } from '../model/fetched-rows';
import type { Alarm, Timer } from '../model/types';
import type { AlarmOccurrence, Occurrence, TimerOccurrence } from './occurrence';
import { isOnlyHere, isPassedOver, nextOfAlarm, nextOfTimer, scheduleOf } from './occurrence';
import { type RingBook, type BookUpdate, allDue, isSettled, withHandled } from './ring-book';

/** The lists as last fetched; undefined if never fetched. */
export interface Lists {
  readonly alarms: FetchedRows<Alarm> | undefined;
  readonly timers: FetchedRows<Timer> | undefined;
}

/**
 * The book after the lists were fetched: overdue occurrences that the lists confirm ring, changed ones are cancelled.
 * If a row has moved to its next occurrence, the list does not tell whether it rang; the server's list of rings does.
 */
export function withLists(book: RingBook, lists: Lists, now: number): BookUpdate {
  const overdue = (one: RingBook) => one.armed.filter(({ dueAt }) => dueAt <= now);
  const calledOff = [...overdue(book), ...book.ringing].filter(
    (occurrence) => judged(occurrence, lists) === 'called off',
  );
  const answered = withHandled(book, calledOff, now);
  const update = allDue(
    answered,
    overdue(answered).filter((occurrence) => judged(occurrence, lists) === 'holds'),
    now,
  );
  return { ...update, book: { ...update.book, armed: armedAnew(update.book, lists, now) } };
}

type Verdict = 'holds' | 'called off' | 'unknown';

/** Whether an occurrence that is due or rings still counts; an older list cannot tell. */
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

/** A row that existed only here gets another id once the server has it; its rings continue. */
function stillMeant(occurrence: Occurrence, { alarms, timers }: Lists): boolean {
  if (occurrence.kind === 'alarm') {
    const alarm = alarms?.rows.find(({ id }) => id === occurrence.id);
    return alarm === undefined ? isOnlyHere(occurrence) : alarmHolds(alarm, occurrence);
  }
  const timer = timers?.rows.find(({ id }) => id === occurrence.id);
  return timer === undefined ? isOnlyHere(occurrence) : timerHolds(timer, occurrence);
}

/**
 * A `once` alarm is switched off by its ring; any other alarm that is off was switched off by somebody. An alarm that
 * is snoozed past this ring, skips it or is paused was changed on another device.
 */
function alarmHolds(alarm: Alarm, { schedule, dueAt }: AlarmOccurrence): boolean {
  const snoozedPast = alarm.snoozedUntil !== null && Date.parse(alarm.snoozedUntil) > dueAt;
  const off = alarm.enabled === 0 && alarm.repeat !== 'once';
  return scheduleOf(alarm) === schedule && !off && !snoozedPast && !isPassedOver(alarm, dueAt);
}

/**
 * Either it is not over yet according to the list, or it is complete, or it runs in the step that began then; anything
 * else was a change by somebody.
 */
function timerHolds(timer: Timer, { dueAt, begins }: TimerOccurrence): boolean {
  if (timer.endsAt === null) return timer.remainingMs === 0 && begins === undefined;
  const endsAt = Date.parse(timer.endsAt);
  const runsOn = begins?.index === timer.step && endsAt - timer.runSeconds * 1000 === dueAt;
  return endsAt === dueAt || runsOn;
}

/**
 * The armed occurrences: those of the rows, snoozes that the server does not know, and those of lists that are unknown.
 */
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
    (lists.alarms?.rows.find(({ id }) => id === occurrence.id)?.snoozedUntil ?? null) === null
  );
}
