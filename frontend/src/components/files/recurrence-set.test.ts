// The days of recurrence rules are those that python-dateutil has computed.
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { dayNumber, dayOfNumber } from '../../model/calendar-day';
import cases from './recurrence-sets.json';
import { daysOfRule, isRuleOfDays } from './recurrence-set';

/** The year 2060. */
const last = dayNumber('2060-12-31') ?? 0;

test.each(cases)('%s', (written) => {
  const [head = '', days = ''] = written.split(': ');
  const [text = '', start = ''] = head.split(' ');
  const expected = days.split(' ').filter(Boolean);
  const rule = ICAL.Recur.fromString(text);
  const first = dayNumber(start) ?? 0;
  const daysFrom = (from: number, until = last) =>
    [...daysOfRule(rule, first, from, until)].map(dayOfNumber);
  expect(isRuleOfDays(rule)).toBe(true);
  expect(daysFrom(first).slice(0, expected.length)).toEqual(expected);
  // Begun in the middle, the search finds the same days.
  const half = expected.slice(Math.floor(expected.length / 2));
  expect(daysFrom(dayNumber(half[0]) ?? last).slice(0, half.length)).toEqual(half);
  const counted = ICAL.Recur.fromString(`${text};COUNT=3`);
  const three = [...daysOfRule(counted, first, first, last)].map(dayOfNumber);
  expect(three).toEqual(expected.slice(0, 3));
});

test.each(['FREQ=HOURLY', 'FREQ=DAILY;BYHOUR=7,19', 'FREQ=YEARLY;BYWEEKNO=20'])(
  '%s is no rule of days',
  (text) => {
    expect(isRuleOfDays(ICAL.Recur.fromString(text))).toBe(false);
  },
);
