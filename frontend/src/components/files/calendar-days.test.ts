// Calendar files of holidays.
import { expect, test } from 'vitest';
import { calendarDays } from './calendar-days';

/** A Thursday, 09:00 in Tokyo. */
const now = Date.parse('2026-11-26T00:00:00Z');

function holidays(...events: readonly string[]) {
  const text = events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT\n`).join('');
  const { daysOff } = calendarDays(
    `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//\n${text}END:VCALENDAR\n`.replaceAll(
      '\n',
      '\r\n',
    ),
    now,
    'Asia/Tokyo',
  );
  return daysOff.map(({ from, to, label }) => [from, to, label].join(' '));
}

test.each([
  ['one day', 'DTSTART;VALUE=DATE:20261224', '2026-12-24 2026-12-24'],
  [
    'its end is the day after it',
    'DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227',
    '2026-12-24 2026-12-26',
  ],
  ['a duration', 'DTSTART;VALUE=DATE:20261224\nDURATION:P1W', '2026-12-24 2026-12-30'],
  [
    'one that has begun',
    'DTSTART;VALUE=DATE:20261120\nDTEND;VALUE=DATE:20261127',
    '2026-11-20 2026-11-26',
  ],
])('%s', (_, event, expected) => {
  expect(holidays(`${event}\nSUMMARY:New  Year\\n`)).toEqual([`${expected} New Year`]);
});

test('what is over, cancelled, or has a time is no holiday', () => {
  expect(
    holidays(
      'DTSTART;VALUE=DATE:20261125',
      'DTSTART;VALUE=DATE:20261224\nSTATUS:CANCELLED',
      'DTSTART:20261224T090000Z',
      'SUMMARY:No start',
    ),
  ).toEqual([]);
});

test('a yearly holiday comes each year within two years', () => {
  expect(holidays('DTSTART;VALUE=DATE:20200101\nRRULE:FREQ=YEARLY\nSUMMARY:New Year')).toEqual([
    '2027-01-01 2027-01-01 New Year',
    '2028-01-01 2028-01-01 New Year',
  ]);
  expect(
    holidays('DTSTART;VALUE=DATE:20200101\nRRULE:FREQ=YEARLY;UNTIL=20270101\nSUMMARY:New Year'),
  ).toEqual(['2027-01-01 2027-01-01 New Year']);
});

test('a name is shortened by whole characters', () => {
  expect(holidays(`DTSTART;VALUE=DATE:20261224\nSUMMARY:${'🎄'.repeat(61)}`)).toEqual([
    `2026-12-24 2026-12-24 ${'🎄'.repeat(60)}`,
  ]);
});
