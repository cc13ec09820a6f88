// The weeks of a month, as rows of days. Pure.
import type { MonthNumber } from '../../../model/calendar-day';
import { firstOfMonth, monthLength, monthsLater, weekdayIndex } from '../../../model/calendar-day';

/** Days are numbers; null where a week has days of another month. `firstWeekday` is 0 for Monday. */
export function weeksOf(
  month: MonthNumber,
  firstWeekday: number,
): readonly (readonly (number | null)[])[] {
  const first = firstOfMonth(month);
  const length = monthLength(month);
  const before = (weekdayIndex(first) - firstWeekday + 7) % 7;
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, column) => {
      const date = week * 7 + column - before;
      return date < 0 || date >= length ? null : first + date;
    }),
  );
}

/** The day to which a key moves; null for keys that move nowhere. */
export function dayMovedTo(
  key: string,
  day: number,
  firstWeekday: number,
  isRightToLeft: boolean,
): number | null {
  const column = (weekdayIndex(day) - firstWeekday + 7) % 7;
  const forward = isRightToLeft ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return day + forward;
    case 'ArrowLeft':
      return day - forward;
    case 'ArrowDown':
      return day + 7;
    case 'ArrowUp':
      return day - 7;
    case 'Home':
      return day - column;
    case 'End':
      return day + 6 - column;
    case 'PageDown':
      return monthsLater(day, 1);
    case 'PageUp':
      return monthsLater(day, -1);
    default:
      return null;
  }
}
