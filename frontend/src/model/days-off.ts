// Days off: ranges of days on which alarms do not ring. Pure.
import type { Schemas, Day } from './types';
import { dayNumber, dayOfNumber } from './calendar-day';

/** From the first to the last day. */
export interface DayRange extends Omit<Schemas['DayRange'], 'label'> {
  /** The visitor's name for it; empty if it has none. */
  readonly label: string;
}

/** The server's limits. */
export const mostRanges = 400;
export const mostDaysOfRange = 400;
export const longestRangeLabel = 60;

/** The range that contains a day; null if the day is not off. */
export function rangeOn(ranges: readonly DayRange[], day: Day): DayRange | null {
  return ranges.find(({ from, to }) => from <= day && day <= to) ?? null;
}

/** A list with another range, which replaces what others have of its days. */
export function withRange(ranges: readonly DayRange[], added: DayRange): readonly DayRange[] {
  return joined([...withoutDays(ranges, added), added]);
}

/** A list without some days; ranges are shortened or divided. */
export function withoutDays(
  ranges: readonly DayRange[],
  { from, to }: Pick<DayRange, 'from' | 'to'>,
): readonly DayRange[] {
  return ranges.flatMap((range): readonly DayRange[] => {
    if (!isAnyOff([range], { from, to })) return [range];
    const before = { ...range, to: dayLater(from, -1) };
    const after = { ...range, from: dayLater(to, 1) };
    return [before, after].filter((part) => part.from <= part.to);
  });
}

/** Sorted, and ranges that follow each other with one name as one. */
export function joined(ranges: readonly DayRange[]): readonly DayRange[] {
  const sorted = ranges.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return sorted.reduce<readonly DayRange[]>((list, range) => {
    const last = list.at(-1);
    const isNext =
      last?.label === range.label &&
      range.from <= dayLater(last.to, 1) &&
      lengthOf({ ...last, to: range.to }) <= mostDaysOfRange;
    if (last === undefined || !isNext) return [...list, range];
    return [...list.slice(0, -1), { ...last, to: last.to < range.to ? range.to : last.to }];
  }, []);
}

/** Whether any of some days is off. */
export function isAnyOff(
  ranges: readonly DayRange[],
  { from, to }: Pick<DayRange, 'from' | 'to'>,
): boolean {
  return ranges.some((range) => range.from <= to && from <= range.to);
}

/** A list without the days of others. With what an import has added, it takes back exactly that. */
function withoutRanges(
  ranges: readonly DayRange[],
  removed: readonly DayRange[],
): readonly DayRange[] {
  return removed.reduce<readonly DayRange[]>(withoutDays, ranges);
}

/** The first list, and the days that only the second one has. */
export function unionOfRanges(
  first: readonly DayRange[],
  second: readonly DayRange[],
): readonly DayRange[] {
  return joined([...first, ...withoutRanges(second, first)]);
}

/**
 * Merges the changes of a list since `base` into another version of it: days that were added, removed or named here are
 * so there, too.
 */
export function mergedRanges(
  base: readonly DayRange[],
  own: readonly DayRange[],
  other: readonly DayRange[],
): readonly DayRange[] {
  const removed = withoutRanges(base, own);
  const added = own.flatMap((range) =>
    withoutRanges(
      [range],
      base.filter(({ label }) => label === range.label),
    ),
  );
  return added.reduce(withRange, joined(withoutRanges(other, removed)));
}

export function lengthOf({ from, to }: Pick<DayRange, 'from' | 'to'>): number {
  return (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0) + 1;
}

export function dayLater(day: Day, days: number): Day {
  return dayOfNumber((dayNumber(day) ?? 0) + days);
}

/** Parses a list; ranges that are none are left out. Null for something else. */
export function rangesOf(list: unknown): readonly DayRange[] | null {
  if (!Array.isArray(list)) return null;
  return list.flatMap((one: unknown): readonly DayRange[] => {
    if (typeof one !== 'object' || one === null) return [];
    const { from, to, label } = one as Readonly<Record<string, unknown>>;
    if (typeof from !== 'string' || typeof to !== 'string' || from > to) return [];
    if (dayNumber(from) === null || dayNumber(to) === null) return [];
    return [{ from, to, label: typeof label === 'string' ? label : '' }];
  });
}
