// Removes lines from a calendar that the library cannot parse, because it would refuse the whole file.
import ICAL from 'ical.js';
import { tellsWhen, unreadableLine } from './calendar-fault';
import type { Property } from '../../../components/calendar/ical-types';

const isStart = /^DTSTART[;:]/i;

/**
 * If a line that determines when an event rings is unreadable, the event's beginning is removed, too, so that the event
 * is listed as unreadable; the line is kept under another name.
 */
export function readableText(text: string): string {
  const kept: string[] = [];
  let event = 0;
  let broken: string | undefined;
  // A line continues if the next one begins with a space.
  for (const line of text.split(/\r?\n(?![ \t])/)) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) {
      event = kept.length;
      broken = undefined;
    }
    if (isReadable(line)) kept.push(line);
    else if (tellsWhen(line)) broken ??= line.replaceAll(/\r?\n[ \t]/g, '');
    if (broken !== undefined && /^END:VEVENT\s*$/i.test(line)) {
      const rest = kept.splice(event).filter((one) => !isStart.test(one));
      kept.push(...rest.slice(0, -1), `${unreadableLine}:${broken}`, ...rest.slice(-1));
    }
  }
  return kept.join('\r\n');
}

/** Finds a line of the file by the library's output, which marks unreadable parts. */
export function linesOf(text: string): (written: string) => string {
  let lines: ReadonlyMap<string, string> | undefined;
  return (written) => {
    lines ??= new Map(
      unfolded(text)
        .filter((line) => tellsWhen(line))
        .flatMap((line): [string, string][] => {
          const property = propertyOf(line);
          return property === null ? [] : [[property.toICALString(), line]];
        }),
    );
    return lines.get(written) ?? written;
  };
}

function unfolded(text: string): readonly string[] {
  return text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
}

function propertyOf(line: string): Property | null {
  try {
    const event = new ICAL.Component(ICAL.parse(`BEGIN:VEVENT\r\n${line}\r\nEND:VEVENT`) as never);
    return event.getAllProperties()[0] ?? null;
  } catch {
    return null;
  }
}

function isReadable(line: string): boolean {
  if (/^(?:BEGIN|END):/i.test(line)) return true;
  return propertyOf(line) !== null;
}
