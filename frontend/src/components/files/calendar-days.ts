// Days off from the all-day events of a calendar file.
import { dayNumber, dayOfNumber } from '../../model/calendar-day';
import { longestRangeLabel, mostDaysOfRange, type DayRange } from '../../model/days-off';
import { dayMs } from '../../model/time-of-day';
import { isoDay } from '../../i18n/time-text';
import { calendarEvents, type CalendarEvent } from './calendar-events';
import { FileError, mostItems, type FileContents, type LeftOut } from './contents';

/** How far ahead the days of a series are taken: two years. */
const daysAhead = 731;

/** The ranges of all calendars in a text that end today or later. */
export function calendarDays(text: string, now: number, visitorZone: string): FileContents {
  const { events, leftOut, ...zones } = calendarEvents(text, now, visitorZone);
  const today = dayNumber(isoDay(now, visitorZone)) ?? 0;
  const wholeDays = events.filter(({ isAllDay }) => isAllDay);
  const daysOff: DayRange[] = [];
  const over: LeftOut[] = [];
  for (const event of wholeDays) {
    const ranges = rangesOf(event, today);
    if (ranges.length === 0) over.push({ name: event.name, reason: 'over' });
    daysOff.push(...ranges);
    if (daysOff.length > mostItems) throw new FileError('tooMany');
  }
  const none = { alarms: [], timers: [], cities: [], runs: [] };
  return {
    ...none,
    ...zones,
    daysOff: daysOff.toSorted((one, other) => (one.from < other.from ? -1 : 1)),
    leftOut: [...leftOut.filter(({ reason }) => reason !== 'task'), ...over],
    // A calendar with other events is somebody's own, and its whole days may be birthdays.
    isOfPerson: wholeDays.length < events.length,
    lastDay: events.some(({ isSeries, isAllDay }) => isSeries && isAllDay)
      ? dayOfNumber(today + daysAhead)
      : null,
  };
}

function rangesOf({ name, start, end, starts }: CalendarEvent, today: number): readonly DayRange[] {
  const length = Math.min(Math.max(1, Math.round((end.at - start.at) / dayMs)), mostDaysOfRange);
  const label = Array.from(name).slice(0, longestRangeLabel).join('').trim();
  const from = (today - length + 1) * dayMs;
  return starts(from, (today + daysAhead + 1) * dayMs, daysAhead + mostDaysOfRange).map((at) => {
    const day = Math.floor(at / dayMs);
    return { from: dayOfNumber(day), to: dayOfNumber(day + length - 1), label };
  });
}
