// Reads a calendar (iCalendar, RFC 5545): events that happen once in the future, daily, or on days of the week.
//
// Each reminder of an event becomes an alarm; without one, the alarm rings when the event begins.
import ICAL from 'ical.js';
import { labelLimit } from '../../../components/forms/label-rule';
import { isoDay } from '../../../i18n/time-text';
import { zoneOffset } from '../../../time/zone-offset';
import { nextTriggerIgnoring } from '../../../rings/next-trigger';
import { faultOf, isOfCalendar } from './calendar-fault';
import {
  alarmRule,
  lastDayOf,
  recurrenceOfEvent,
  shifted,
} from '../../../components/calendar/calendar-rule';
import { linesOf, readableText } from './calendar-text';
import { ianaZone } from './calendar-zones';
import type { FileContents, FoundAlarm, LeftOut, Reason } from './contents';
import { FileError, mostItems } from './contents';
import type {
  Component,
  Duration,
  Property,
  Recur,
  Time,
} from '../../../components/calendar/ical-types';
import { dayMs } from '../../../model/time-of-day';

interface Calendar {
  /** In milliseconds since the epoch. */
  readonly now: number;
  /** The zone of times without one. */
  readonly zone: string;
  /** The zones that the file defines, by name. */
  readonly zones: ReadonlyMap<string, string>;
  readonly onUnknownZone: (name: string) => void;
  /** Series with a future day that was moved or changed. */
  readonly changed: ReadonlySet<string>;
}

/** A local time in a zone, in milliseconds as if it were UTC. */
interface Local {
  readonly at: number;
  readonly zone: string;
}

/** The contents of all calendars in a file as of `now`; `visitorZone` is used for times without a zone. */
export function calendarContents(text: string, now: number, visitorZone: string): FileContents {
  const alarms: FoundAlarm[] = [];
  const leftOut: LeftOut[] = [];
  const unknownZones = new Set<string>();
  let zoneTaken = visitorZone;
  const lineOf = linesOf(text);
  for (const root of parsed(text)) {
    const calendar = calendarOf(root, now, visitorZone, (name) => {
      unknownZones.add(name);
      zoneTaken = calendar.zone;
    });
    for (const event of root.getAllSubcomponents('vevent')) {
      const name = textOf(event, 'summary');
      const found = readable(() => alarmsOf(event, name, calendar));
      if (found === null) leftOut.push({ name, ...faultOf(event, lineOf) });
      else if (typeof found === 'string') leftOut.push({ name, reason: found });
      else alarms.push(...found);
      if (alarms.length > mostItems) throw new FileError('tooMany');
    }
  }
  return {
    alarms,
    timers: [],
    cities: [],
    daysOff: [],
    runs: [],
    leftOut,
    unknownZones: [...unknownZones],
    zoneTaken,
  };
}

/** The result of `read`; null if the library finds an invalid value. */
function readable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof FileError) throw failure;
    return null;
  }
}

function parsed(text: string): readonly Component[] {
  const roots = readable(() => rootsOf(text)) ?? readable(() => rootsOf(readableText(text)));
  if (roots === null) throw new FileError('calendar');
  return roots;
}

function rootsOf(text: string): readonly Component[] {
  const read = ICAL.parse(text) as unknown[];
  const roots = Array.isArray(read[0]) ? read : [read];
  return roots.map((root) => new ICAL.Component(root as never));
}

function calendarOf(
  root: Component,
  now: number,
  visitorZone: string,
  onUnknownZone: (name: string) => void,
): Calendar {
  const zones = root.getAllSubcomponents('vtimezone').flatMap((zone): [string, string][] => {
    const iana = ianaZone(textOf(zone, 'x-lic-location'));
    return iana === null ? [] : [[textOf(zone, 'tzid'), iana]];
  });
  const calendar = {
    now,
    zone: ianaZone(textOf(root, 'x-wr-timezone')) ?? visitorZone,
    zones: new Map(zones),
    onUnknownZone,
    changed: new Set<string>(),
  };
  for (const event of root.getAllSubcomponents('vevent')) {
    const changed = event.getFirstProperty('recurrence-id');
    if (changed === null) continue;
    const start = event.getFirstProperty('dtstart') ?? changed;
    if ([changed, start].some((property) => isToCome(localOf(property, calendar), now))) {
      calendar.changed.add(textOf(event, 'uid'));
    }
  }
  return calendar;
}

/** The alarms of an event; none for a day of a series that was changed and has passed. Null where it has no beginning. */
function alarmsOf(
  event: Component,
  name: string,
  calendar: Calendar,
): readonly FoundAlarm[] | Reason | null {
  const property = event.getFirstProperty('dtstart');
  const start = localOf(property, calendar);
  if (property === null || start === null) return null;
  if (event.getFirstProperty('recurrence-id') !== null) {
    return isToCome(start, calendar.now) ? 'exceptions' : [];
  }
  if (textOf(event, 'status').toUpperCase() === 'CANCELLED') return 'cancelled';
  const time = property.getFirstValue() as Time;
  const reminders = remindersOf(event, start, calendar);
  if (reminders.length === 0 && time.isDate) return 'allDay';
  const rings = reminders.length === 0 ? [start] : reminders;
  const rule = event.getFirstPropertyValue('rrule') as Recur | null;
  const found = rings.map((ring) =>
    rule === null
      ? onceAt(ring, name, event, calendar)
      : recurring(ring, { start, time, rule }, name, event, calendar),
  );
  const alarms = found.filter((one) => typeof one !== 'string');
  return alarms.length > 0 ? alarms : (found.find((one) => typeof one === 'string') ?? []);
}

function onceAt(
  ring: Local,
  name: string,
  event: Component,
  { now, zone }: Calendar,
): FoundAlarm | Reason {
  if (event.getAllProperties('rdate').length > 0) return 'rhythm';
  // A UTC time becomes a local time of the visitor's zone.
  const local = ring.zone === 'UTC' ? { at: ring.at + zoneOffset(ring.at, zone), zone } : ring;
  const rule = {
    time: timeOf(local.at),
    repeat: 'once' as const,
    date: dayOf(local.at),
    timezone: local.zone,
  };
  if (nextTriggerIgnoring(rule, now) === null) return 'over';
  return { draft: { ...rule, label: labelOf(name) }, skipped: null };
}

interface Series {
  readonly start: Local;
  readonly time: Time;
  readonly rule: Recur;
}

function recurring(
  ring: Local,
  { start, time, rule }: Series,
  name: string,
  event: Component,
  calendar: Calendar,
): FoundAlarm | Reason {
  const { now } = calendar;
  const recurrence = recurrenceOfEvent(rule, time);
  if (recurrence === null || event.getAllProperties('rrule').length > 1) return 'rhythm';
  if (event.getAllProperties('rdate').length > 0) return 'rhythm';
  const firstDay = Math.floor(ring.at / dayMs);
  const shift = firstDay - Math.floor(start.at / dayMs);
  const ofRing = shifted(recurrence, shift);
  if (ofRing === null) return 'rhythm';
  const last = lastDayOf(rule, recurrence, time, lastStart(rule.until, start));
  const days = alarmRule(ofRing, firstDay, last === null ? null : last + shift);
  const today = isoDay(now, ring.zone);
  const first = dayOf(ring.at);
  const alarm = {
    time: timeOf(ring.at),
    ...days,
    timezone: ring.zone,
    ...(days.repeat !== 'rule' && first > today && { pausedUntil: first }),
  };
  if (nextTriggerIgnoring(alarm, now) === null) return 'over';
  const uid = textOf(event, 'uid');
  if (calendar.changed.has(uid) || exceptionsOf(event, calendar)) return 'exceptions';
  return { draft: { ...alarm, label: labelOf(name) }, skipped: null };
}

/** Whether a future day of the series is excluded. */
function exceptionsOf(event: Component, calendar: Calendar): boolean {
  return event
    .getAllProperties('exdate')
    .some((property) =>
      (property.getValues() as Time[]).some((time) =>
        isToCome(localTime(time, property, calendar), calendar.now),
      ),
    );
}

/**
 * When the reminders of an event ring. A reminder at an absolute time is ignored, because it does not recur with the
 * event.
 */
function remindersOf(event: Component, start: Local, calendar: Calendar): readonly Local[] {
  const end = localOf(event.getFirstProperty('dtend'), calendar);
  const length = event.getFirstPropertyValue('duration') as Duration | null;
  const endAt = end?.at ?? start.at + (length?.toSeconds() ?? 0) * 1000;
  const rings = event.getAllSubcomponents('valarm').flatMap((reminder): number[] => {
    const trigger = reminder.getFirstProperty('trigger');
    const value: unknown = trigger?.getFirstValue();
    if (trigger === null || !(value instanceof ICAL.Duration)) return [];
    if (textOf(reminder, 'action').toUpperCase() === 'EMAIL') return [];
    const isOfEnd = parameterOf(trigger, 'related').toUpperCase() === 'END';
    return [(isOfEnd ? endAt : start.at) + value.toSeconds() * 1000];
  });
  const instants = [...new Set(rings)];
  if (instants.length > mostItems) throw new FileError('tooMany');
  return instants.map((at) => ({ at, zone: start.zone }));
}

function localOf(property: Property | null, calendar: Calendar): Local | null {
  const time = readable(() => property?.getFirstValue());
  if (property === null || !(time instanceof ICAL.Time)) return null;
  if (!isOfCalendar(time, property)) return null;
  return localTime(time, property, calendar);
}

function localTime(time: Time, property: Property, calendar: Calendar): Local {
  const at = wallOf(time);
  if (time.zone.tzid === 'UTC') return { at, zone: 'UTC' };
  const name = parameterOf(property, 'tzid');
  if (name === '') return { at, zone: calendar.zone };
  const zone = ianaZone(name) ?? calendar.zones.get(name);
  if (zone !== undefined) return { at, zone };
  calendar.onUnknownZone(name);
  return { at, zone: calendar.zone };
}

/** The last day on which a series can begin that ends at an instant; null if it has no end. */
function lastStart(until: Time | null | undefined, start: Local): number | null {
  if (!until) return null;
  const wall = wallOf(until);
  const isUtc = until.zone.tzid === 'UTC' && start.zone !== 'UTC';
  const at = isUtc ? wall + zoneOffset(wall, start.zone) : wall;
  const isBefore = !until.isDate && at % dayMs < start.at % dayMs;
  return Math.floor(at / dayMs) - (isBefore ? 1 : 0);
}

function isToCome(local: Local | null, now: number): boolean {
  return local !== null && local.at > now + zoneOffset(now, local.zone);
}

function wallOf({ year, month, day, hour, minute }: Time): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}

function dayOf(local: number): string {
  return new Date(local).toISOString().slice(0, 10);
}

function timeOf(local: number): string {
  return new Date(local).toISOString().slice(11, 16);
}

function labelOf(name: string): string | null {
  const label = Array.from(name).slice(0, labelLimit).join('').trim();
  return label === '' ? null : label;
}

function textOf(component: Component, property: string): string {
  const value: unknown = component.getFirstPropertyValue(property);
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '';
}

function parameterOf(property: Property, name: string): string {
  const value: unknown = property.getFirstParameter(name);
  return typeof value === 'string' ? value : '';
}
