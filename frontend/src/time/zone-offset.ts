// The offset of a zone from UTC at an instant, and the instant of a zone's local time, from the browser's time zone database.
import { dayMs } from '../model/time-of-day';

/** The offset of a zone from UTC in milliseconds, negative in the west; for an unknown zone the device's own. */
export function zoneOffset(instant: number, timeZone: string): number {
  const day = Math.floor(instant / dayMs);
  const atStart = offsetAtStart(day, timeZone);
  // No zone changes its clocks twice within a day.
  return atStart === offsetAtStart(day + 1, timeZone)
    ? atStart
    : formattedOffset(instant, timeZone);
}

/** The offset at midnight UTC, which is kept: to format an instant takes microseconds, and files have thousands of them. */
function offsetAtStart(day: number, timeZone: string): number {
  let offsets = offsetsOfDays.get(timeZone);
  if (offsets === undefined || offsets.size > mostDays) {
    offsets = new Map();
    offsetsOfDays.set(timeZone, offsets);
  }
  let found = offsets.get(day);
  if (found === undefined) {
    found = formattedOffset(day * dayMs, timeZone);
    offsets.set(day, found);
  }
  return found;
}

const offsetsOfDays = new Map<string, Map<number, number>>();
const mostDays = 20_000;

function formattedOffset(instant: number, timeZone: string): number {
  const wholeSecond = Math.floor(instant / 1000) * 1000;
  // "12/24/2026, 07:30:00", which takes half the time of its parts.
  const shown = formatOf(timeZone).format(wholeSecond).match(/\d+/g) ?? [];
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = shown.map(Number);
  // `Date.UTC` takes the years 0 to 99 for 1900 to 1999; the calendar repeats every 400 years.
  return Date.UTC(year + 400, month - 1, day, hour, minute, second) - calendarCycleMs - wholeSecond;
}

const calendarCycleMs = 146_097 * 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let found = formats.get(timeZone);
  if (found === undefined) {
    found = newFormat(timeZone);
    formats.set(timeZone, found);
  }
  return found;
}

/** The browser's time zone database may be older than the zone. */
function newFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', parts);
  }
}

const parts: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
};

/**
 * The instant of a local time, given as if it were UTC. If the time occurs twice, it is the first one; if it is
 * skipped, it is later by the length of the gap.
 */
export function instantOf(local: number, timeZone: string): number {
  const before = local - zoneOffset(local - dayMs, timeZone);
  const after = local - zoneOffset(local + dayMs, timeZone);
  if (before === after) return before;
  const shown = [before, after].filter(
    (instant) => instant + zoneOffset(instant, timeZone) === local,
  );
  return shown.length > 0 ? Math.min(...shown) : before;
}

/** `07:28:41` in a zone, on a 24-hour clock. */
export function clockText(instant: number, timeZone: string): string {
  return new Date(localTime(instant, timeZone)).toISOString().slice(11, 19);
}

/** `07:28` in a zone, on a 24-hour clock. */
export function minuteText(instant: number, timeZone: string): string {
  return clockText(instant, timeZone).slice(0, 5);
}

/** `2026-11-21` in a zone, the format of form fields and of the API. */
export function isoDay(instant: number, timeZone: string): string {
  return new Date(localTime(instant, timeZone)).toISOString().slice(0, 10);
}

/** The instant at which clocks of UTC show the zone's present time, so that one format is enough for all zones. */
function localTime(instant: number, timeZone: string): number {
  return instant + zoneOffset(instant, timeZone);
}
