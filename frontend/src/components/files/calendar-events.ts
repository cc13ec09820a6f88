// The events of a calendar file as they are at last: without superseded versions, with their series as starts.
import ICAL from 'ical.js';
import { dayMs } from '../../model/time-of-day';
import { instantOf, zoneOffset } from '../../time/zone-offset';
import {
  calendarsIn,
  parameterOf,
  readable,
  textOf,
  type CalendarParts,
  type Part,
  type Component,
  type Duration,
  type Property,
  type Recur,
  type Time,
  calendarZones,
  ianaZone,
} from './calendar-parts';
import type { Doubt, FileContents, LeftOut, Reason } from './contents';
import { daysOfRule, isRuleOfDays } from './recurrence-set';

/** A local time in a zone, in milliseconds as if it were UTC. */
export interface Local {
  readonly at: number;
  readonly zone: string;
}

export interface CalendarEvent {
  readonly name: string;
  readonly component: Component;
  readonly start: Local;
  readonly isAllDay: boolean;
  /** The local time at which it ends, which may be in another zone. */
  readonly end: Local;
  readonly rules: readonly Recur[];
  readonly isSeries: boolean;
  readonly doubt: Doubt | null;
  /** The first starts from a local time on and before another one, in order. */
  readonly starts: (from: number, before: number, most: number) => readonly number[];
  /** The last start that was added, cancelled or moved, as an instant. */
  readonly lastException: number;
}

type CalendarEvents = Pick<FileContents, 'leftOut' | 'unknownZones' | 'zoneTaken'> & {
  readonly events: readonly CalendarEvent[];
};

/** The events of all calendars in a text. Times without a zone are in the calendar's, or else in the visitor's. */
export function calendarEvents(text: string, now: number, visitorZone: string): CalendarEvents {
  const unknownZones = new Set<string>();
  const leftOut: LeftOut[] = [];
  let zoneTaken = visitorZone;
  const events = calendarsIn(text).flatMap((calendar) => {
    const reader = readerOf(calendar, now, visitorZone, unknownZones);
    zoneTaken = reader.zone;
    const read = eventsOf(calendar, reader);
    leftOut.push(...read.flatMap((one) => ('reason' in one ? [one] : [])));
    return read.flatMap((one) => ('reason' in one ? [] : [one]));
  });
  return { events, leftOut, unknownZones: [...unknownZones], zoneTaken };
}

type Reader = ReturnType<typeof readerOf>;

/** The zone of times without one, who owns the calendar, whether it cancels its events, and how to read its times. */
function readerOf(
  { head, parts }: CalendarParts,
  now: number,
  visitorZone: string,
  unknownZones: Set<string>,
) {
  const definitions = partsOf(parts, 'vtimezone').map(({ component }) => component);
  const zoneOf = calendarZones(definitions, now, visitorZone);
  const zone = ianaZone(textOf(head, 'x-wr-timezone')) ?? visitorZone;
  return {
    zone,
    owner: textOf(head, 'x-wr-calname').toLowerCase(),
    isCancelled: textOf(head, 'method').toUpperCase() === 'CANCEL',
    local: (time: Time, property: Property): Local & { readonly doubt?: Reason | Doubt } => {
      const { year, month, day, hour, minute, second } = time;
      const at = Date.UTC(year, month - 1, day, hour, minute, second);
      // As it is written: a zone that is called GMT may be another one.
      if (!time.isDate && /Z(?:,|$)/.test(String(property.jCal.slice(3))))
        return { at, zone: 'UTC' };
      const tzid = parameterOf(property, 'tzid');
      if (tzid === '' || time.isDate) return { at, zone };
      const found = zoneOf(tzid);
      if (found.zone !== null) {
        return { at, zone: found.zone, ...(found.isDoubtful && { doubt: 'zone' }) };
      }
      if (!definitions.some((one) => textOf(one, 'tzid') === tzid)) unknownZones.add(tzid);
      return { at, zone, doubt: 'zone' };
    },
  };
}

function eventsOf({ parts }: CalendarParts, reader: Reader): readonly (CalendarEvent | LeftOut)[] {
  return [
    ...latestVersions(partsOf(parts, 'vevent'), reader).map(
      ({ part, exceptions }): CalendarEvent | LeftOut => {
        const { component, fault } = part;
        const name = textOf(component, 'summary');
        if (fault !== null) return { name, ...fault };
        if (component.getFirstProperty('dtstart') === null) return { name, reason: 'noStart' };
        const event = readable(() => eventOf(component, name, exceptions, reader)) ?? 'badTime';
        return typeof event === 'string' ? { name, reason: event } : event;
      },
    ),
    ...partsOf(parts, 'vtodo').map(({ component }): LeftOut => {
      return { name: textOf(component, 'summary'), reason: 'task' };
    }),
  ];
}

function partsOf(parts: readonly Part[], name: string): readonly Part[] {
  return parts.filter(({ component }) => component.name === name);
}

interface Version {
  readonly part: Part;
  /** The changed occurrences of the same series: the properties that name them. */
  readonly exceptions: readonly Property[];
}

/** The highest version of each event, and of each changed occurrence, which is an event of its own. */
function latestVersions(parts: readonly Part[], reader: Reader): readonly Version[] {
  const latest = new Map<string, Part>();
  const exceptions = new Map<string, Property[]>();
  for (const [index, part] of parts.entries()) {
    const uid = textOf(part.component, 'uid') || `no uid ${index}`;
    const exception = part.component.getFirstProperty('recurrence-id');
    const time = readable(() => exception?.getFirstValue());
    const instant =
      exception !== null && time instanceof ICAL.Time ? reader.local(time, exception) : null;
    const key = JSON.stringify([uid, exception === null ? null : (instant ?? index)]);
    const known = latest.get(key);
    if (known === undefined || versionOf(known) <= versionOf(part)) latest.set(key, part);
    if (exception !== null) exceptions.set(uid, [...(exceptions.get(uid) ?? []), exception]);
  }
  return [...latest.values()].map((part) => ({
    part,
    exceptions: part.component.hasProperty('recurrence-id')
      ? []
      : (exceptions.get(textOf(part.component, 'uid')) ?? []),
  }));
}

/** Comparable as a text: first by the number of the revision, then by when it was written. */
function versionOf({ component }: Part): string {
  const sequence: unknown = component.getFirstPropertyValue('sequence');
  const stamp = readable(() => component.getFirstPropertyValue('dtstamp'));
  return `${String(Number(sequence) || 0).padStart(9, '0')} ${String(stamp)}`;
}

function eventOf(
  component: Component,
  name: string,
  exceptions: readonly Property[],
  reader: Reader,
): CalendarEvent | Reason {
  if (reader.isCancelled || textOf(component, 'status').toUpperCase() === 'CANCELLED') {
    return 'cancelled';
  }
  const begin = component.getFirstProperty('dtstart');
  const time = begin?.getFirstValue();
  if (begin === null || !(time instanceof ICAL.Time)) return 'badTime';
  const start = reader.local(time, begin);
  const isSeries = component.hasProperty('rrule') || component.hasProperty('rdate');
  const rules = component.getAllProperties('rrule').map((one) => one.getFirstValue() as Recur);
  if (!rules.every(isRuleOfDays) || component.hasProperty('exrule')) return 'rhythm';
  if (exceptions.some((one) => parameterOf(one, 'range') !== '')) return 'exceptions';
  const excluded = new Set<number>();
  const excludedDays = new Set<number>();
  for (const property of [...component.getAllProperties('exdate'), ...exceptions]) {
    for (const value of readable(() => property.getValues() as unknown[]) ?? []) {
      if (!(value instanceof ICAL.Time)) return 'exceptions';
      const local = reader.local(value, property);
      if (value.isDate || time.isDate) excludedDays.add(Math.floor(local.at / dayMs));
      else excluded.add(instantOf(local.at, local.zone));
    }
    if (readable(() => property.getFirstValue()) === null) return 'exceptions';
  }
  const dates = component.getAllProperties('rdate').flatMap((property) =>
    (property.getValues() as unknown[]).map((value) => {
      const local = reader.local(
        (value instanceof ICAL.Period ? value.start : value) as Time,
        property,
      );
      return inZone(local, start.zone);
    }),
  );
  const isIncluded = (at: number) =>
    !excludedDays.has(Math.floor(at / dayMs)) &&
    (excluded.size === 0 || !excluded.has(instantOf(at, start.zone)));
  const end = endOf(component, start, time.isDate, reader);
  const length = inZone(end, start.zone) - start.at;
  return {
    name,
    component,
    start,
    end,
    // Some programs write whole days from midnight to midnight.
    isAllDay:
      time.isDate ||
      (start.zone !== 'UTC' && start.at % dayMs === 0 && length > 0 && length % dayMs === 0),
    rules,
    isSeries,
    doubt: start.doubt === undefined ? declined(component, reader) : 'zone',
    starts: (from, before, most) => {
      const fits = (at: number) => at >= from && at < before && isIncluded(at);
      const ofRules = rules.flatMap((rule) =>
        firstOf(startsOfRule(rule, start, time.isDate, from, before), most, fits),
      );
      const single = rules.length === 0 ? [start.at] : [];
      const all = new Set([...single, ...dates, ...ofRules]);
      return [...all]
        .filter(fits)
        .sort((one, other) => one - other)
        .slice(0, most);
    },
    lastException: Math.max(
      -Infinity,
      ...excluded,
      ...dates.map((at) => instantOf(at, start.zone)),
      ...[...excludedDays].map((day) => instantOf(day * dayMs, start.zone)),
    ),
  };
}

function firstOf(
  values: Iterable<number>,
  most: number,
  fits: (value: number) => boolean,
): readonly number[] {
  const found: number[] = [];
  for (const value of values) {
    if (fits(value) && found.push(value) >= most) break;
  }
  return found;
}

/** A rule may have no day at all. */
const farthest = Date.UTC(2500, 0, 1);

function* startsOfRule(
  rule: Recur,
  start: Local,
  isDate: boolean,
  from: number,
  before: number,
): Generator<number> {
  const [first, time] = [Math.floor(start.at / dayMs), start.at % dayMs];
  const last = Math.min(before, untilOf(rule, start, isDate), farthest);
  for (const day of daysOfRule(rule, first, Math.floor(from / dayMs), Math.floor(last / dayMs))) {
    if (day * dayMs + time <= last) yield day * dayMs + time;
  }
}

/** The last local time at which a series may begin. A day means all of it. */
function untilOf({ until }: Recur, start: Local, isDate: boolean): number {
  if (!until) return Infinity;
  const { year, month, day, hour, minute, second } = until;
  if (until.isDate || isDate) return Date.UTC(year, month - 1, day + 1) - 1;
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  const isUtc = until.zone === ICAL.Timezone.utcTimezone;
  return isUtc ? at + zoneOffset(at, start.zone) : at;
}

/** The end that an event says, or its start; a whole day if it is one. */
function endOf(component: Component, start: Local, isDate: boolean, reader: Reader): Local {
  const property = component.getFirstProperty('dtend');
  const time = property?.getFirstValue();
  if (property && time instanceof ICAL.Time) return reader.local(time, property);
  const duration = component.getFirstPropertyValue('duration');
  if (duration instanceof ICAL.Duration) {
    const instant = instantLater(start, duration, isDate);
    return { at: instant + zoneOffset(instant, start.zone), zone: start.zone };
  }
  return { ...start, at: start.at + (isDate ? dayMs : 0) };
}

/**
 * The instant of a local time moved by a duration. Its days are days of the calendar, its hours are exact, even when the
 * clocks change (RFC 5545, 3.3.6); for whole days, which have no zone, all of it is on the clock.
 */
export function instantLater({ at, zone }: Local, duration: Duration, isDate: boolean): number {
  const { weeks, days, isNegative } = duration;
  const whole = (weeks * 7 + days) * dayMs * (isNegative ? -1 : 1);
  const rest = duration.toSeconds() * 1000 - whole;
  return isDate ? instantOf(at + whole + rest, zone) : instantOf(at + whole, zone) + rest;
}

function inZone(local: Local, zone: string): number {
  if (local.zone === zone) return local.at;
  const instant = instantOf(local.at, local.zone);
  return instant + zoneOffset(instant, zone);
}

/** Whether the owner of the calendar, or the only guest, has declined. */
function declined(component: Component, { owner }: Reader): Doubt | null {
  const guests = component.getAllProperties('attendee');
  const isOwn = (guest: Property) =>
    guests.length === 1 || String(guest.getFirstValue()).toLowerCase() === `mailto:${owner}`;
  const hasDeclined = guests.some(
    (guest) => isOwn(guest) && parameterOf(guest, 'partstat').toUpperCase() === 'DECLINED',
  );
  return hasDeclined ? 'declined' : null;
}
