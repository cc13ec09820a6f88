// What is wrong with an event of a calendar that cannot be read: the reason, and the line at fault.
import ICAL from 'ical.js';
import type { LeftOut, Reason } from './contents';
import type { Component, Property, Time } from '../../../components/calendar/ical-types';

/** The property that keeps the invalid line of an event, which the library would otherwise refuse. */
export const unreadableLine = 'X-TOKIBAKO-UNREADABLE';

/** The lines that determine when an event rings, and the reason if one is unreadable. */
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

/** Whether a line says when an event rings: without it, that would be a guess. */
export function tellsWhen(line: string): boolean {
  return reasonOf(line) !== undefined;
}

/** Why an event of which no alarm could be read cannot be added; `lineOf` finds what the file has for a property. */
export function faultOf(
  event: Component,
  lineOf: (property: string) => string,
): Pick<LeftOut, 'reason' | 'line'> {
  const kept: unknown = event.getFirstPropertyValue(unreadableLine.toLowerCase());
  if (typeof kept === 'string') return { reason: reasonOf(kept) ?? 'badTime', line: kept };
  if (event.getFirstProperty('dtstart') === null) return { reason: 'noStart' };
  const reminders = event.getAllSubcomponents('valarm');
  const broken = [event, ...reminders]
    .flatMap((component) => component.getAllProperties())
    .find((property) => reasonOf(`${property.name}:`) !== undefined && !isReadable(property));
  const repeats = event.getFirstProperty('rrule');
  if (broken === undefined && repeats === null) return { reason: 'badTime' };
  // If every line is readable but there is no recurrence, no day matches the rule.
  const line = lineOf((broken ?? repeats)?.toICALString() ?? '');
  return { reason: reasonOf(line) ?? 'badRule', line };
}

function reasonOf(line: string): Reason | undefined {
  const [name = ''] = /^[\w-]+(?=[;:])/.exec(line) ?? [];
  return faults[name.toUpperCase()];
}

function isReadable(property: Property): boolean {
  try {
    const [value] = property.getValues() as readonly unknown[];
    return !(value instanceof ICAL.Time) || isOfCalendar(value, property);
  } catch {
    return false;
  }
}

/** Whether the calendar has the day of a property: the library takes the 31st of June for the first of July. */
export function isOfCalendar(time: Time, property: Property): boolean {
  return String(property.jCal[3]).slice(0, dayLength) === time.toString().slice(0, dayLength);
}

const dayLength = '2026-12-24'.length;
