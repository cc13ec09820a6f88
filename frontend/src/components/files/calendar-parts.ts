// The components of a calendar file (iCalendar, RFC 5545), read by ical.js, and its time zones. A line that cannot be
// read costs its own component at most, and only if it says when something happens.
import ICAL from 'ical.js';
import { FileError, type LeftOut, type Reason } from './contents';
import { dayMs } from '../../model/time-of-day';
import { zoneOffset } from '../../time/zone-offset';
import { canonicalZone, isKnownZone } from '../../time/zone-identity';
import windowsZones from './windows-zones.json';

/** A component, and its line that says when it happens but cannot be read. */
export interface Part {
  readonly component: Component;
  readonly fault: Pick<LeftOut, 'reason' | 'line'> | null;
}

export interface CalendarParts {
  /** The properties of the calendar itself. */
  readonly head: Component;
  readonly parts: readonly Part[];
}

/** All calendars of a text whose lines are unfolded; fails if it is cut off. */
export function calendarsIn(text: string): readonly CalendarParts[] {
  const calendars: CalendarParts[] = [];
  let head: string[] = [];
  let parts: Part[] = [];
  let open: string[] = [];
  let lines: string[] = [];
  for (const written of text.split(/\r\n|\n|\r/)) {
    const line = written.trimEnd();
    const [, edge = '', name = ''] = /^(BEGIN|END):(.+)$/i.exec(line) ?? [];
    const kind = name.toUpperCase();
    if (edge.toUpperCase() === 'BEGIN') open = [...open, kind];
    if (open.length > 1) lines.push(line);
    else if (open.length === 1 && edge === '' && line !== '') head.push(line);
    if (edge.toUpperCase() !== 'END') continue;
    if (open.at(-1) !== kind) throw new FileError('calendar');
    open = open.slice(0, -1);
    if (open.length === 1) {
      parts.push(partOf(lines));
      lines = [];
    }
    if (open.length > 0) continue;
    const calendar = partOf(['BEGIN:VCALENDAR', ...head, 'END:VCALENDAR']).component;
    if (calendar.getFirstPropertyValue('version') === '1.0') throw new FileError('oldCalendar');
    calendars.push({ head: calendar, parts });
    [head, parts] = [[], []];
  }
  if (open.length > 0 || calendars.length === 0) throw new FileError('calendar');
  return calendars;
}

function partOf(written: readonly string[]): Part {
  const lines = written.map(mended);
  const broken = lines.findIndex((line) => reasonOf(line) !== null && !isReadable(line));
  const line = written[broken];
  const reason = reasonOf(line ?? '');
  const fault = reason === null ? null : { reason, line };
  const whole = parsed(lines);
  // Lines of no importance, such as a description that was not folded, are left out.
  const component = whole ?? parsed(lines.filter((one) => isEdge(one) || propertyOf(one) !== null));
  if (component === null) throw new FileError('calendar');
  return { component, fault };
}

function parsed(lines: readonly string[]): Component | null {
  return readable(() => new ICAL.Component(ICAL.parse(lines.join('\r\n')) as never));
}

/** What programs write against the standard, but with one meaning only, as the standard has it. */
function mended(line: string): string {
  return line
    .replace(/^(TRIGGER[^:]*|DURATION):([+-]?P)T?$/i, '$1:PT0S')
    .replace(/^TRIGGER:(\d{8}T\d{6}Z)$/i, 'TRIGGER;VALUE=DATE-TIME:$1')
    .replace(
      /^(DTSTART|DTEND|RECURRENCE-ID)[^:]*:(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)([+-]\d\d)(\d\d)$/i,
      (whole, name: string, ...parts: readonly string[]) => {
        const [year, month, hour, minute, second, hours, minutes] = parts;
        const at = Date.parse(`${year}-${month}-${hour}:${minute}:${second}${hours}:${minutes}`);
        if (Number.isNaN(at)) return whole;
        return `${name}:${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
      },
    );
}

/** The properties that say when something happens, and the reason if one cannot be read. */
const faults: Readonly<Record<string, Reason>> = {
  DTSTART: 'badTime',
  DTEND: 'badTime',
  DURATION: 'badTime',
  'RECURRENCE-ID': 'badTime',
  RRULE: 'badRule',
  RDATE: 'badRule',
  EXDATE: 'badRule',
  TRIGGER: 'badReminder',
};

function reasonOf(line: string): Reason | null {
  const [name = ''] = /^[\w-]+(?=[;:])/.exec(line) ?? [];
  return faults[name.toUpperCase()] ?? null;
}

function isEdge(line: string): boolean {
  return /^(?:BEGIN|END):/i.test(line);
}

function propertyOf(line: string): Property | null {
  return readable(() => ICAL.Property.fromString(line));
}

/** Whether the values have the form of their property, and the calendar has their days: ical.js takes the 31st of June. */
function isReadable(line: string): boolean {
  const property = propertyOf(line);
  const written = (property?.jCal ?? []).slice(3);
  const values = readable(() => property?.getValues() as unknown[]) ?? [null];
  return values.every((value, index) => {
    if (value instanceof ICAL.Recur) return frequencies.includes(value.freq);
    if (value instanceof ICAL.Duration || value instanceof ICAL.Period) return true;
    if (!(value instanceof ICAL.Time)) return false;
    return value.toString().slice(0, wholeMinute) === String(written[index]).slice(0, wholeMinute);
  });
}

const wholeMinute = '2026-12-24T07:00'.length;
const frequencies = 'SECONDLY MINUTELY HOURLY DAILY WEEKLY MONTHLY YEARLY'.split(' ');

export function textOf(component: Component, property: string): string {
  const value: unknown = component.getFirstPropertyValue(property);
  return typeof value === 'string' ? value.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() : '';
}

export function parameterOf(property: Property, name: string): string {
  const value: unknown = property.getFirstParameter(name);
  return typeof value === 'string' ? value : '';
}

/** The result of `read`; null if ical.js finds an invalid value. */
export function readable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof FileError) throw failure;
    return null;
  }
}

/** The library exports its classes in one object. */
export type Component = InstanceType<(typeof ICAL)['Component']>;
export type Duration = InstanceType<(typeof ICAL)['Duration']>;
export type Property = InstanceType<(typeof ICAL)['Property']>;
export type Recur = InstanceType<(typeof ICAL)['Recur']>;
export type Time = InstanceType<(typeof ICAL)['Time']>;

const byWindows: Readonly<Partial<Record<string, string>>> = windowsZones;

/** A definition is compared with a known zone on so many days, which are two years with their clock changes. */
const comparedDays = 800;

interface CalendarZone {
  /** An IANA zone; null if none is known for the name, or none has the clock of the definition. */
  readonly zone: string | null;
  /** Whether the file defines it otherwise than its name says. */
  readonly isDoubtful: boolean;
}

/** Finds the zone of a `TZID`. What the file defines counts, whatever its name says. */
export function calendarZones(
  definitions: readonly Component[],
  now: number,
  visitorZone: string,
): (tzid: string) => CalendarZone {
  const defined = new Map(definitions.map((zone) => [textOf(zone, 'tzid'), zone]));
  const found = new Map<string, CalendarZone>();
  return (tzid) => {
    const known = found.get(tzid) ?? zoneOf(tzid, defined.get(tzid), now, visitorZone);
    found.set(tzid, known);
    return known;
  };
}

function zoneOf(
  tzid: string,
  definition: Component | undefined,
  now: number,
  visitorZone: string,
): CalendarZone {
  const named = ianaZone(tzid);
  if (definition === undefined || definition.getAllSubcomponents().length === 0) {
    const place = definition === undefined ? null : ianaZone(textOf(definition, 'x-lic-location'));
    return { zone: named ?? place, isDoubtful: false };
  }
  const place = ianaZone(textOf(definition, 'x-lic-location'));
  const noons = offsetsOf(definition, now, 12);
  // Zones may differ only in the hour at which their clocks change.
  const nights = offsetsOf(definition, now, 0.5);
  const others = [visitorZone, ...Object.values(byWindows)];
  const zone =
    [named, place].find((one) => one !== null && has(one, noons)) ??
    others.find((one) => one !== undefined && has(one, noons) && has(one, nights)) ??
    null;
  return { zone, isDoubtful: named?.includes('/') === true && zone !== named };
}

type Offsets = readonly (readonly [instant: number, offset: number])[];

function has(zone: string, offsets: Offsets): boolean {
  return offsets.every(([instant, offset]) => zoneOffset(instant, zone) === offset);
}

/** The offsets of a definition from now on, at an hour of each day. */
function offsetsOf(definition: Component, now: number, hour: number): Offsets {
  const zone = new ICAL.Timezone({ component: definition, tzid: textOf(definition, 'tzid') });
  const today = Math.floor(now / dayMs) * dayMs;
  return Array.from({ length: comparedDays }, (_, day) => {
    const local = today + (day + hour / 24) * dayMs;
    const date = new Date(local);
    const time = ICAL.Time.fromData({
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
    });
    const offset = zone.utcOffset(time) * 1000;
    return [local - offset, offset];
  });
}

/**
 * The IANA zone of a `TZID`; null if it is unknown. Programs write the IANA name, a name with a prefix of their own
 * (`/mozilla.org/20070129_1/Europe/Berlin`), or Windows's name.
 */
export function ianaZone(tzid: string): string | null {
  const name = tzid.trim().replace(/^"|"$/g, '');
  const windows = byWindows[name];
  if (windows !== undefined) return windows;
  const parts = name.split('/').filter(Boolean);
  const tails = [3, 2, 1].map((count) => parts.slice(-count).join('/'));
  const zone = tails.find((tail) => isNamedZone(tail));
  return zone === undefined ? null : inItsCase(zone);
}

/** Browsers also accept offsets such as `+05:30` as zones; the server does not. */
function isNamedZone(name: string): boolean {
  return /^[a-z]/i.test(name) && isKnownZone(name);
}

function inItsCase(zone: string): string {
  const canonical = canonicalZone(zone);
  return canonical.toLowerCase() === zone.toLowerCase() ? canonical : zone;
}
