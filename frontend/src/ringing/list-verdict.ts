// What the lists of alarms and timers say about an occurrence. Pure.
import type { FetchedRows, Alarm, Timer } from '../model/types';
import {
  isOnlyHere,
  isPassedOver,
  nextOfAlarm,
  nextOfTimer,
  scheduleOf,
  type AlarmOccurrence,
  type Occurrence,
  type TimerOccurrence,
} from '../rings/occurrence';

/** The lists as last fetched; undefined if never fetched. */
export interface Lists {
  readonly alarms: FetchedRows<Alarm> | undefined;
  readonly timers: FetchedRows<Timer> | undefined;
}

/** The next occurrences of all rows. */
export function occurrencesIn({ alarms, timers }: Lists): Occurrence[] {
  return [
    ...(alarms?.rows ?? []).map(nextOfAlarm),
    ...(timers?.rows ?? []).flatMap(nextOfTimer),
  ].filter((next) => next !== null);
}

/** Whether an occurrence that is due or rings still counts; an older list cannot tell. */
export function verdictOf(
  occurrence: Occurrence,
  lists: Lists,
): 'confirmed' | 'cancelled' | 'unknown' {
  const list = occurrence.kind === 'alarm' ? lists.alarms : lists.timers;
  if (list === undefined || list.asOf < occurrence.dueAt) return 'unknown';
  if (!stillCounts(occurrence, lists)) return 'cancelled';
  return isUnclaimed(occurrence, lists) ? 'confirmed' : 'unknown';
}

/** Whether the server has not rung it yet. */
function isUnclaimed(occurrence: Occurrence, { alarms, timers }: Lists): boolean {
  const isIt = ({ id }: { readonly id: number }) => id === occurrence.id;
  const at =
    occurrence.kind === 'alarm'
      ? alarms?.rows.find(isIt)?.nextTrigger
      : timers?.rows.find(isIt)?.endsAt;
  return typeof at === 'string' && Date.parse(at) === occurrence.dueAt;
}

/** A row that existed only here gets another id once the server has it; its rings continue. */
function stillCounts(occurrence: Occurrence, { alarms, timers }: Lists): boolean {
  if (occurrence.kind === 'alarm') {
    const alarm = alarms?.rows.find(({ id }) => id === occurrence.id);
    return alarm === undefined ? isOnlyHere(occurrence) : isOfAlarm(alarm, occurrence);
  }
  const timer = timers?.rows.find(({ id }) => id === occurrence.id);
  return timer === undefined ? isOnlyHere(occurrence) : isOfTimer(timer, occurrence);
}

/**
 * A `once` alarm is switched off by its ring; any other alarm that is off was switched off by somebody. An alarm that
 * is snoozed past this ring, skips it or is paused was changed on another device.
 */
function isOfAlarm(alarm: Alarm, { schedule, dueAt }: AlarmOccurrence): boolean {
  const snoozedPast = alarm.snoozedUntil !== null && Date.parse(alarm.snoozedUntil) > dueAt;
  const off = alarm.enabled === 0 && alarm.repeat !== 'once';
  return scheduleOf(alarm) === schedule && !off && !snoozedPast && !isPassedOver(alarm, dueAt);
}

/**
 * Either it is not over yet according to the list, or it is complete, or it runs in the step that began then; anything
 * else was a change by somebody.
 */
function isOfTimer(timer: Timer, { dueAt, begins }: TimerOccurrence): boolean {
  if (timer.endsAt === null) return timer.remainingMs === 0 && begins === undefined;
  const end = Date.parse(timer.endsAt);
  const runsOn = begins?.index === timer.step && end - timer.runSeconds * 1000 === dueAt;
  return end === dueAt || runsOn;
}

/** Whether it is a snooze that the server need not know of. */
export function isSnoozedHere(occurrence: Occurrence): boolean {
  return occurrence.kind === 'alarm' && occurrence.snoozedHere === true;
}

/** Whether it is a snooze that the server does not know of, according to the lists. */
export function isSnoozedOnlyHere(occurrence: Occurrence, lists: Lists): boolean {
  const alarm = lists.alarms?.rows.find(({ id }) => id === occurrence.id);
  return isSnoozedHere(occurrence) && stillCounts(occurrence, lists) && !alarm?.snoozedUntil;
}
