// The days of recurrence rules, compared with an independent implementation of RFC 5545.
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { weekdays } from '../model/types';
import { dayNumber, dayOfNumber } from '../model/calendar-day';
import { places, recurrenceOf, ruleOfRecurrence } from '../model/recurrence';
import { randomOf } from '../testing/random';
import { nextRuleDay } from './recurrence-days';

function daysOf(rule: string, first: string, from: string, count: number): string[] {
  const recurrence = recurrenceOf(rule);
  const found: string[] = [];
  let day = dayNumber(from) ?? NaN;
  while (recurrence !== null && found.length < count) {
    const next = nextRuleDay(recurrence, dayNumber(first) ?? NaN, day);
    if (next === null) break;
    found.push(dayOfNumber(next));
    day = next + 1;
  }
  return found;
}

test.each([
  // A Thursday.
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE', '2026-11-26', '2026-12-07 2026-12-09 2026-12-21'],
  ['FREQ=WEEKLY;INTERVAL=2', '2026-11-26', '2026-11-26 2026-12-10 2026-12-24'],
  ['FREQ=DAILY;INTERVAL=3', '2026-11-26', '2026-11-26 2026-11-29 2026-12-02'],
  ['FREQ=MONTHLY;BYDAY=1MO', '2026-11-26', '2026-12-07 2027-01-04 2027-02-01'],
  ['FREQ=MONTHLY;BYDAY=-1FR', '2026-11-26', '2026-11-27 2026-12-25 2027-01-29'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-26', '2026-11-30 2026-12-31 2027-01-31'],
  ['FREQ=MONTHLY', '2026-10-31', '2026-12-31 2027-01-31 2027-03-31'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15,-1', '2026-11-26', '2026-11-30 2026-12-01 2026-12-15'],
  ['FREQ=YEARLY', '2024-02-29', '2028-02-29 2032-02-29 2036-02-29'],
  ['FREQ=DAILY;UNTIL=20261128', '2026-11-26', '2026-11-26 2026-11-27 2026-11-28'],
  ['FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30', '2027-02-01', ''],
])('%s from %s', (rule, first, expected) => {
  expect(daysOf(rule, first, '2026-11-26', 3).join(' ')).toBe(expected);
});

test('rules have a normal form, and what is no rule of an alarm is none here', () => {
  const normal = (rule: string) => {
    const recurrence = recurrenceOf(rule);
    return recurrence && ruleOfRecurrence(recurrence);
  };
  expect(normal('freq=weekly;byday=we,mo;interval=1')).toBe('FREQ=WEEKLY;BYDAY=MO,WE');
  expect(normal('FREQ=MONTHLY;BYMONTHDAY=-1,15,1')).toBe('FREQ=MONTHLY;BYMONTHDAY=1,15,-1');
  for (const rule of [
    '',
    'FREQ=HOURLY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=367',
    'FREQ=DAILY;BYDAY=MO',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=MONTHLY;BYDAY=MO',
    'FREQ=MONTHLY;BYDAY=5MO',
    'FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=DAILY;COUNT=3',
    'FREQ=DAILY;UNTIL=20270230',
    'FREQ=DAILY;FREQ=DAILY',
  ]) {
    expect(recurrenceOf(rule), rule).toBeNull();
  }
});

test('random rules have the days that ical.js computes', () => {
  const { below, one } = randomOf(20_261_126);
  const some = <Item>(items: readonly Item[], most: number) =>
    Array.from({ length: 1 + below(most) }, () => one(items));
  const codes = weekdays.map((day) => day.slice(0, 2).toUpperCase());
  const parts: readonly (() => string)[] = [
    () => 'FREQ=DAILY',
    () => 'FREQ=WEEKLY',
    () => `FREQ=WEEKLY;BYDAY=${[...new Set(some(codes, 5))].join()}`,
    () => 'FREQ=MONTHLY',
    () =>
      `FREQ=MONTHLY;BYDAY=${some(places, 2)
        .map((nth) => `${String(nth)}${one(codes)}`)
        .join()}`,
    () => `FREQ=MONTHLY;BYMONTHDAY=${String(1 + below(31))},-${String(1 + below(28))}`,
    () => 'FREQ=YEARLY',
  ];
  for (let nth = 0; nth < 500; nth += 1) {
    const part = one(parts)();
    const interval = part.startsWith('FREQ=YEARLY') ? 1 + below(4) : 1 + below(9);
    const rule = `${part};INTERVAL=${String(interval)}`;
    const first = dayOfNumber(20_400 + below(800));
    const start = ICAL.Time.fromDateString(first);
    const iterator = ICAL.Recur.fromString(`${rule};WKST=MO`).iterator(start);
    const expected: string[] = [];
    while (expected.length < 6) expected.push(iterator.next().toString());
    expect(daysOf(rule, first, first, 6), `${rule} from ${first}`).toEqual(expected);
  }
});
