// How far a zone's clocks are from UTC at an instant, and when they show a local time: from the browser's own table of zones.

const dayMs = 86_400_000;

/** Milliseconds that clocks in a zone are ahead of UTC, negative west of it; of a zone unknown here, what the device's are. */
export function zoneOffset(instant: number, timeZone: string): number {
  const wholeSecond = Math.floor(instant / 1000) * 1000;
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(wholeSecond)) {
    shown[type] = Number(value);
  }
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecond;
}

/**
 * The instant at which clocks of a zone show a local time, given as if it were UTC. Of two it is the first; a time that
 * the clocks skip comes later by what they skip.
 */
export function instantOf(local: number, timeZone: string): number {
  const before = local - zoneOffset(local - dayMs, timeZone);
  const after = local - zoneOffset(local + dayMs, timeZone);
  const shown = [before, after].filter(
    (instant) => instant + zoneOffset(instant, timeZone) === local,
  );
  return shown.length > 0 ? Math.min(...shown) : before;
}

/** Whether this browser's table of zones has a zone. */
export function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let found = formats.get(timeZone);
  if (found === undefined) {
    found = newFormat(timeZone);
    formats.set(timeZone, found);
  }
  return found;
}

/** The browser's table of zones may be older than the zone. */
function newFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', isKnownZone(timeZone) ? { ...parts, timeZone } : parts);
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
