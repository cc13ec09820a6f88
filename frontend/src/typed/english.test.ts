// English on pages in other languages: its long words are understood, its short ones are words of those languages.
import { expect, test } from 'vitest';
import { alarmText } from '../testing/row-text';
import { readerIn } from '../testing/typed-reader';

const clock = { hour12: false, now: 19 * 60 + 24, today: '2026-11-23' };

test.each([
  ['de', '7:30 Sport am Park', '07:30 "Sport am Park"'],
  ['fr', '7h30 mon café', '07:30 "mon café"'],
  ['ja', 'mon-fri 7 gym', '07:00 weekday "gym"'],
  ['ko', 'tomorrow 7am gym', '07:00 2026-11-24 "gym"'],
  ['ru', 'every monday 7:30', '07:30 mon'],
  ['tr', '7 half past', null],
] as const)('in %s "%s" is %s', async (language, text, expected) => {
  const reader = await readerIn(language);
  const { row, unclear } = reader.alarm(text, clock);
  expect(row === null || unclear.length > 0 ? null : alarmText(row)).toBe(expected);
});
