// When alarms ring, as computed by the page: the same clock changes as in the server's tests, and the days of
// recurrence rules as another implementation computes them.
import { expect, test } from 'vitest';
import ICAL from 'ical.js';
import type { DayRange } from '../model/days-off';
import { nextTriggerOf, type RingRule, nextRuleDay, disputedZones } from './next-trigger';
import { weekdays } from '../model/types';
import { dayNumber, dayOfNumber } from '../model/calendar-day';
import { places, recurrenceOf, ruleOfRecurrence } from '../model/recurrence';
import { randomOf } from '../testing/random';
import { anAlarm } from '../testing/rows';

function rule(text: string, more: Partial<RingRule> = {}): RingRule {
  const [time = '', repeat = '', timezone = ''] = text.split(' ');
  return { time, repeat, timezone, ...more };
}

function ring(of: RingRule, after: string, daysOff: readonly DayRange[] = []): string | null {
  const next = nextTriggerOf(of, Date.parse(after), daysOff);
  return next === null ? null : new Date(next).toISOString().replace(':00.000Z', 'Z');
}

test.each([
  // A Saturday morning in Tokyo.
  ['07:30 daily Asia/Tokyo', '2026-11-20T22:00:00Z', '2026-11-20T22:30Z'],
  ['07:30 daily Asia/Tokyo', '2026-11-20T22:30:00Z', '2026-11-21T22:30Z'],
  ['07:30 weekday Asia/Tokyo', '2026-11-20T22:00:00Z', '2026-11-22T22:30Z'],
  ['07:30 weekend Asia/Tokyo', '2026-11-20T22:30:00Z', '2026-11-21T22:30Z'],
  ['07:30 weekend Asia/Tokyo', '2026-11-22T00:00:00Z', '2026-11-27T22:30Z'],
  ['07:30 once Asia/Tokyo', '2026-11-20T23:00:00Z', '2026-11-21T22:30Z'],
  ['00:00 daily America/New_York', '2026-11-20T04:59:59Z', '2026-11-20T05:00Z'],
  // Clocks go forward in Berlin: 02:30 is skipped and rings an hour later.
  ['02:30 daily Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:30Z'],
  ['02:30 daily Europe/Berlin', '2026-03-29T01:30:00Z', '2026-03-30T00:30Z'],
  // Clocks go back: 02:30 occurs twice and rings the first time only.
  ['02:30 daily Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30Z'],
  ['02:30 daily Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30Z'],
  // Half an hour in Lord Howe, and a whole day that Samoa skipped.
  ['02:15 daily Australia/Lord_Howe', '2026-10-03T12:00:00Z', '2026-10-03T15:45Z'],
])('%s after %s', (text, after, expected) => {
  expect(ring(rule(text), after)).toBe(expected);
});

test('chosen days, a date and a pause are respected', () => {
  const after = '2026-11-20T22:00:00Z';
  const days = rule('07:30 days Asia/Tokyo', { days: ['tue', 'thu'] });
  expect(ring(days, after)).toBe('2026-11-23T22:30Z');
  expect(ring({ ...days, days: [] }, after)).toBeNull();
  const once = rule('07:30 once Asia/Tokyo', { date: '2026-12-24' });
  expect(ring(once, after)).toBe('2026-12-23T22:30Z');
  expect(ring({ ...once, date: '2026-11-01' }, after)).toBeNull();
  const paused = rule('07:30 daily Asia/Tokyo', { pausedUntil: '2027-01-05' });
  expect(ring(paused, after)).toBe('2027-01-04T22:30Z');
  expect(ring({ ...paused, pausedUntil: '2020-01-01' }, after)).toBe('2026-11-20T22:30Z');
});

test('a recurrence rule counts from its first day', () => {
  const everyOtherWeek = rule('07:30 rule Asia/Tokyo', {
    rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
    from: '2026-11-16',
  });
  expect(ring(everyOtherWeek, '2026-11-20T22:00:00Z')).toBe('2026-11-29T22:30Z');
  expect(ring({ ...everyOtherWeek, rule: 'FREQ=SOMETIMES' }, '2026-11-20T22:00:00Z')).toBeNull();
  const ended = { ...everyOtherWeek, rule: 'FREQ=DAILY;UNTIL=20261120' };
  expect(ring(ended, '2026-11-20T22:00:00Z')).toBeNull();
});

test('days off are those of the zone; a date, and an alarm that ignores them, ring on them', () => {
  const after = '2026-11-20T22:00:00Z';
  const daysOff = [
    { from: '2026-11-21', to: '2026-11-23', label: '' },
    { from: '2026-11-24', to: '2026-11-24', label: 'holiday' },
  ];
  const daily = rule('07:30 daily Asia/Tokyo');
  expect(ring(daily, after, daysOff)).toBe('2026-11-24T22:30Z');
  // In Los Angeles it is still the 20th.
  expect(ring(rule('23:00 daily America/Los_Angeles'), after, daysOff)).toBe('2026-11-21T07:00Z');
  expect(ring({ ...daily, daysOff: 'ring' }, after, daysOff)).toBe('2026-11-20T22:30Z');
  const once = rule('07:30 once Asia/Tokyo');
  expect(ring({ ...once, date: '2026-11-22' }, after, daysOff)).toBe('2026-11-21T22:30Z');
  expect(ring(once, after, daysOff)).toBe('2026-11-24T22:30Z');
  const thirds = rule('07:30 rule Asia/Tokyo', {
    rule: 'FREQ=DAILY;INTERVAL=3',
    from: '2026-11-21',
  });
  expect(ring(thirds, after, daysOff)).toBe('2026-11-26T22:30Z');
});

test('there is no ring for a rule or a zone that this page does not know', () => {
  expect(ring(rule('07:30 fortnightly Asia/Tokyo'), '2026-11-20T22:00:00Z')).toBeNull();
  expect(ring(rule('07:30 daily Mars/Olympus'), '2026-11-20T22:00:00Z')).toBeNull();
  expect(ring(rule('later daily UTC'), '2026-11-20T22:00:00Z')).toBeNull();
});

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

test('a zone whose rules the server has otherwise is named, once', () => {
  const at = (time: string, timezone: string, nextTrigger: string | null) =>
    anAlarm({ time, timezone, nextTrigger, snoozedUntil: null });
  const agreed = [
    at('07:00', 'Asia/Tokyo', '2026-11-20T22:00:00Z'),
    // In a gap, and past midnight.
    at('02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'),
    at('23:30', 'America/Nuuk', '2026-03-29T01:30:00Z'),
    at('07:00', 'Asia/Seoul', null),
    anAlarm({ snoozedUntil: '2026-11-20T22:15:00Z', nextTrigger: '2026-11-20T22:15:00Z' }),
  ];
  expect(disputedZones(agreed)).toEqual([]);
  // For a server, British Columbia stays on summer time.
  const early = at('07:00', 'America/Vancouver', '2026-11-20T14:00:00Z');
  expect(disputedZones([...agreed, early, early])).toEqual(['America/Vancouver']);
});
