// Events of calendars that become alarms, and events that cannot.
import ICAL from 'ical.js';
import { expect, test, vi } from 'vitest';
import { calendarContents } from './calendar-file';
import { dayOfNumber } from '../../../model/calendar-day';
import { lastDayOf, recurrenceOfEvent } from '../../../components/calendar/calendar-rule';
import { ianaZone } from './calendar-zones';
import type { FileError } from './contents';

/** A Saturday, 13:00 in Tokyo. */
const now = Date.parse('2026-11-21T04:00:00Z');
const berlin = 'DTSTART;TZID=Europe/Berlin:20261001T070000';

function read(events: readonly string[], head = '') {
  const text = events.map((lines) => `BEGIN:VEVENT\n${lines}\nEND:VEVENT`).join('\n');
  const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', head, text, 'END:VCALENDAR'];
  return calendarContents(calendar.filter(Boolean).join('\n'), now, 'Asia/Tokyo');
}

/** The only alarm of an event, or the reason why there is none. */
function one(event: string, head = '') {
  const { alarms, leftOut } = read([event], head);
  return alarms[0] === undefined ? leftOut[0]?.reason : alarms[0].draft;
}

const inBerlin = { time: '07:00', timezone: 'Europe/Berlin', label: null };

test.each([
  ['FREQ=DAILY', { repeat: 'daily' }],
  ['FREQ=DAILY;INTERVAL=1;WKST=SU', { repeat: 'daily' }],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', { repeat: 'weekday' }],
  ['FREQ=WEEKLY;BYDAY=SU,SA', { repeat: 'weekend' }],
  ['FREQ=WEEKLY;BYDAY=TH,MO', { repeat: 'days', days: ['mon', 'thu'] }],
  // The first of October was a Thursday.
  ['FREQ=WEEKLY', { repeat: 'days', days: ['thu'] }],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', { repeat: 'daily' }],
])('%s becomes the days of an alarm', (rule, expected) => {
  expect(one(`${berlin}\nRRULE:${rule}`)).toEqual({ ...inBerlin, ...expected });
});

test.each([
  // That instant is before 07:00 in Berlin.
  ['FREQ=DAILY;UNTIL=20270101T000000Z', 'FREQ=DAILY;UNTIL=20261231'],
  ['FREQ=DAILY;UNTIL=20270101', 'FREQ=DAILY;UNTIL=20270101'],
  ['FREQ=DAILY;COUNT=60', 'FREQ=DAILY;UNTIL=20261129'],
  ['FREQ=WEEKLY;BYDAY=TH,MO;COUNT=20', 'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20261207'],
  ['FREQ=DAILY;INTERVAL=2', 'FREQ=DAILY;INTERVAL=2'],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU'],
  ['FREQ=MONTHLY', 'FREQ=MONTHLY;BYMONTHDAY=1'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,-1', 'FREQ=MONTHLY;BYMONTHDAY=15,-1'],
  ['FREQ=MONTHLY;BYDAY=2FR', 'FREQ=MONTHLY;BYDAY=2FR'],
  ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['FREQ=YEARLY', 'FREQ=YEARLY'],
  ['FREQ=YEARLY;BYMONTH=10;BYDAY=2MO', 'FREQ=MONTHLY;INTERVAL=12;BYDAY=2MO'],
])('%s becomes the rule %s', (rule, expected) => {
  const from = '2026-10-01';
  expect(one(`${berlin}\nRRULE:${rule}`)).toEqual({
    ...inBerlin,
    repeat: 'rule',
    rule: expected,
    from,
  });
});

test.each([
  ['FREQ=DAILY;INTERVAL=400', 'rhythm'],
  // In weeks from Sunday the Sunday comes before the Tuesday.
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU', 'rhythm'],
  ['FREQ=MONTHLY;BYDAY=FR', 'rhythm'],
  ['FREQ=MONTHLY;BYDAY=5FR', 'rhythm'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', 'rhythm'],
  ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', 'rhythm'],
  ['FREQ=HOURLY', 'rhythm'],
  ['FREQ=WEEKLY;BYDAY=MO;BYMONTH=12', 'rhythm'],
  ['FREQ=DAILY;COUNT=10', 'over'],
  ['FREQ=DAILY;COUNT=1', 'over'],
  ['FREQ=DAILY;UNTIL=20261120', 'over'],
  ['FREQ=WEEKLY;UNTIL=20261120T235959Z', 'over'],
  ['FREQ=DAILY\nRDATE;TZID=Europe/Berlin:20261224T070000', 'rhythm'],
  ['FREQ=DAILY\nEXDATE;TZID=Europe/Berlin:20261224T070000', 'exceptions'],
  ['FREQ=DAILY\nSTATUS:CANCELLED', 'cancelled'],
])('%s is left out: %s', (rule, reason) => {
  expect(one(`${berlin}\nRRULE:${rule}`)).toBe(reason);
});

test('excluded days in the past do not exclude a series', () => {
  const rule = 'RRULE:FREQ=DAILY\nEXDATE;TZID=Europe/Berlin:20261102T070000';
  expect(one(`${berlin}\n${rule}`)).toMatchObject({ repeat: 'daily' });
});

test('a series that begins in the future is paused until then', () => {
  const start = 'DTSTART;TZID=Europe/Berlin:20261207T070000';
  expect(one(`${start}\nRRULE:FREQ=WEEKLY`)).toEqual({
    ...inBerlin,
    repeat: 'days',
    days: ['mon'],
    pausedUntil: '2026-12-07',
  });
});

test('a series with a moved day is left out if that day is in the future', () => {
  const series = `UID:1\n${berlin}\nRRULE:FREQ=DAILY`;
  const moved = (from: string, to: string) =>
    `UID:1\nSUMMARY:Moved\nRECURRENCE-ID;TZID=Europe/Berlin:${from}\nDTSTART;TZID=Europe/Berlin:${to}`;
  const later = read([series, moved('20261201T070000', '20261201T090000')]);
  expect([later.alarms.length, later.leftOut.map(({ reason }) => reason)]).toEqual([
    0,
    ['exceptions', 'exceptions'],
  ]);
  const before = read([series, moved('20261101T070000', '20261101T090000')]);
  expect([before.alarms.length, before.leftOut]).toEqual([1, []]);
});

test.each([
  ['DTSTART;TZID=America/New_York:20261224T183000', '18:30', '2026-12-24', 'America/New_York'],
  // For a visitor in Tokyo.
  ['DTSTART:20261224T183000Z', '03:30', '2026-12-25', 'Asia/Tokyo'],
  ['DTSTART:20261224T183000', '18:30', '2026-12-24', 'Asia/Tokyo'],
])('%s rings once', (start, time, date, timezone) => {
  expect(one(`${start}\nSUMMARY:  Dinner\\, at eight `)).toEqual({
    time,
    repeat: 'once',
    date,
    timezone,
    label: 'Dinner, at eight',
  });
});

test('events in the past, all-day events and events without a beginning are left out', () => {
  expect(one('DTSTART:20261121T120000')).toBe('over');
  expect(one('DTSTART;VALUE=DATE:20261224')).toBe('allDay');
  expect(one('SUMMARY:Never')).toBe('noStart');
});

const reminder = (trigger: string, more = 'ACTION:DISPLAY') =>
  `BEGIN:VALARM\n${more}\nTRIGGER${trigger}\nEND:VALARM`;

test('each reminder of an event becomes an alarm', () => {
  const event =
    'DTSTART;TZID=Europe/Berlin:20261224T001000\nDTEND;TZID=Europe/Berlin:20261224T021000';
  const both = read([`${event}\n${reminder(':-PT15M')}\n${reminder(';RELATED=END:-PT5M')}`]);
  expect(both.alarms.map(({ draft }) => `${String(draft.date)} ${draft.time}`)).toEqual([
    '2026-12-23 23:55',
    '2026-12-24 02:05',
  ]);
  // The days of a series move with the reminder.
  const weekly = `DTSTART:20261005T001000\nRRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261228\n${reminder(':-PT1H')}`;
  expect(one(weekly)).toMatchObject({
    time: '23:10',
    rule: 'FREQ=WEEKLY;BYDAY=SU;UNTIL=20261227',
    from: '2026-10-04',
  });
  expect(one(`DTSTART;VALUE=DATE:20261224\n${reminder(':PT9H')}`)).toMatchObject({
    time: '09:00',
    date: '2026-12-24',
  });
  const others = `${reminder(':-P1D', 'ACTION:EMAIL')}\n${reminder(';VALUE=DATE-TIME:20261201T000000Z')}`;
  expect(one(`DTSTART:20261224T183000\n${others}`)).toMatchObject({ time: '18:30' });
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['/mozilla.org/20070129_1/Europe/Berlin', 'Europe/Berlin'],
  ['/citadel.org/20260101_1/America/Argentina/Ushuaia', 'America/Argentina/Ushuaia'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['Tokyo Standard Time', 'Asia/Tokyo'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['+05:30', null],
  ['Customized Time Zone', null],
  ['', null],
])('the zone %j is %s', (tzid, zone) => {
  expect(ianaZone(tzid)).toBe(zone);
});

test('times without a zone, or in an unknown one, are in the zone of the calendar', () => {
  const event = 'DTSTART:20261224T183000';
  expect(one(event, 'X-WR-TIMEZONE:Europe/Paris')).toMatchObject({ timezone: 'Europe/Paris' });
  const unknown = read(
    ['DTSTART;TZID=Customized Time Zone:20261224T183000'],
    'X-WR-TIMEZONE:Europe/Paris',
  );
  expect(unknown.alarms[0]?.draft).toMatchObject({ time: '18:30', timezone: 'Europe/Paris' });
  expect([unknown.unknownZones, unknown.zoneTaken]).toEqual([
    ['Customized Time Zone'],
    'Europe/Paris',
  ]);
  const defined = 'BEGIN:VTIMEZONE\nTZID:Office\nX-LIC-LOCATION:America/Lima\nEND:VTIMEZONE';
  expect(one('DTSTART;TZID=Office:20261224T183000', defined)).toMatchObject({
    timezone: 'America/Lima',
  });
});

test('an unreadable event does not block the others, and is listed', () => {
  const christmas = 'SUMMARY:Carols\nDTSTART:20261224T183000';
  const broken = [
    `SUMMARY:Swim\\, then\n  tea\n${berlin}\nRRULE:FREQ=NEVER`,
    `${berlin}\nRRULE:FREQ=WEEKLY;\n BYDAY=XX\nSUMMARY:Choir`,
    `SUMMARY:Bus\n${berlin}\nBEGIN:VALARM\nTRIGGER;VALUE=PERIOD:2\nEND:VALARM`,
  ];
  const { alarms, leftOut } = read([christmas, ...broken, christmas]);
  expect(alarms.map(({ draft }) => draft.label)).toEqual(['Carols', 'Carols']);
  expect(leftOut).toEqual([
    { name: 'Swim, then tea', reason: 'badRule', line: 'RRULE:FREQ=NEVER' },
    { name: 'Choir', reason: 'badRule', line: 'RRULE:FREQ=WEEKLY;BYDAY=XX' },
    { name: 'Bus', reason: 'badReminder', line: 'TRIGGER;VALUE=PERIOD:2' },
  ]);
});

test.each([
  ['DTSTART:soon', 'badTime', 'DTSTART:soon'],
  ['DTSTART:20261324T183000', 'badTime', 'DTSTART:20261324T183000'],
  ['DTSTART;VALUE=DATE:20270231', 'badTime', 'DTSTART;VALUE=DATE:20270231'],
  [`${berlin}\nRRULE:FREQ=DAILY;\n UNTIL=never`, 'badRule', 'RRULE:FREQ=DAILY;UNTIL=never'],
  [`${berlin}\nRRULE:FREQ=DAILY\nEXDATE:some day`, 'badRule', 'EXDATE:some day'],
  [
    `${berlin}\nRRULE:FREQ=DAILY\nBEGIN:VALARM\nTRIGGER:early\nEND:VALARM`,
    'badReminder',
    'TRIGGER:early',
  ],
])('the error of %j is reported with its line', (event, reason, line) => {
  expect(read([`SUMMARY:Swim\n${event}`]).leftOut).toEqual([{ name: 'Swim', reason, line }]);
});

test('an invalid line that does not affect the time is ignored', () => {
  const notes = 'SUMMARY:Carols\nDESCRIPTION:Bring\nmulled wine\nATTENDEE;CN="Ann:ann@example.org';
  expect(one(`${notes}\nDTSTART:20261224T183000`)).toMatchObject({ label: 'Carols' });
});

test('a series is left out even if the event that moves one of its days is unreadable', () => {
  const series = `SUMMARY:Series\nUID:1\n${berlin}\nRRULE:FREQ=DAILY`;
  const moved = 'UID:1\nRECURRENCE-ID;TZID=Europe/Berlin:20261224T070000\nRRULE:FREQ=NEVER';
  expect(read([series, `${moved}\n${berlin}`]).leftOut).toEqual([
    { name: 'Series', reason: 'exceptions' },
    { name: '', reason: 'badRule', line: 'RRULE:FREQ=NEVER' },
  ]);
});

test('a file that only begins like a calendar is reported as unreadable', () => {
  for (const text of [
    'BEGIN:VCALENDAR',
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR',
    'BEGIN:VCALENDAR\nno colon',
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nRRULE:FREQ=NEVER\nEND:VEVENT',
  ]) {
    const fault = () => calendarContents(text, now, 'UTC');
    expect(fault).toThrow();
    try {
      fault();
    } catch (failure) {
      expect((failure as FileError).fault).toBe('calendar');
    }
  }
});

test('the last day of a long series is computed, as the library would find it one by one', () => {
  for (const rule of [
    'FREQ=DAILY',
    'FREQ=WEEKLY',
    'FREQ=WEEKLY;BYDAY=SU,TU,WE',
    'FREQ=DAILY;BYDAY=TH,FR',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=YEARLY;INTERVAL=2;BYMONTH=10;BYDAY=3TU',
  ]) {
    for (const count of [1, 2, 3, 7, 8, 20, 200]) {
      const recur = ICAL.Recur.fromString(`${rule};COUNT=${String(count)}`);
      const start = ICAL.Time.fromString('2026-10-01T07:00:00', null);
      const oneByOne = recur.iterator(start);
      const found = Array.from({ length: count }, () => String(oneByOne.next()).slice(0, 10));
      const recurrence = recurrenceOfEvent(recur, start);
      const last = recurrence && lastDayOf(recur, recurrence, start, null);
      expect([rule, count, last && dayOfNumber(last)]).toEqual([rule, count, found.at(-1)]);
    }
  }
  const iterator = vi.spyOn(ICAL.Recur.prototype, 'iterator');
  const long = `${berlin}\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=5000`;
  expect(read([long, long]).alarms).toHaveLength(2);
  expect(iterator).not.toHaveBeenCalled();
});

test.each([
  ['events', Array.from({ length: 3_001 }, () => berlin.replace('2026', '2030'))],
  [
    'reminders of one event',
    [
      `${berlin}\nRRULE:FREQ=DAILY\n${Array.from(
        { length: 3_001 },
        (_, minutes) => `BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT${String(minutes)}M\nEND:VALARM`,
      ).join('\n')}`,
    ],
  ],
])('a calendar with too many %s is refused', (_, events) => {
  expect(() => read(events)).toThrow('tooMany');
});
