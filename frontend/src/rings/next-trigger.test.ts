// When alarms ring, as computed by the page: the same clock changes as in the server's tests.
import { expect, test } from 'vitest';
import type { DayRange } from '../model/days-off';
import { nextTriggerOf, type RingRule } from './next-trigger';

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
