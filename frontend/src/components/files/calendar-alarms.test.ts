// Events of calendars that become alarms, events that cannot, and calendars of holidays.
import { expect, test } from 'vitest';
import { calendarDays } from './calendar-alarms';
import { ianaZone } from './calendar-parts';
import { mostDates, mostItems } from './contents';
import { answerFor } from './read-file';

/** A Saturday, 13:00 in Tokyo. */
const now = Date.parse('2026-11-21T04:00:00Z');
const berlin = 'DTSTART;TZID=Europe/Berlin:20261001T070000';

function answerOf(text: string) {
  const bytes = new TextEncoder().encode(text).buffer;
  return answerFor({ bytes, as: 'alarms', now, zone: 'Asia/Tokyo', encoding: null });
}

function read(events: readonly string[], head = '') {
  const text = events.map((lines) => `BEGIN:VEVENT\n${lines}\nEND:VEVENT`).join('\n');
  const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', head, text, 'END:VCALENDAR'];
  const answer = answerOf(calendar.filter(Boolean).join('\n'));
  if ('fault' in answer) throw new Error(answer.fault);
  return answer.contents;
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
  ['FREQ=HOURLY', 'rhythm'],
  ['FREQ=DAILY;BYHOUR=7,19', 'rhythm'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', 'rhythm'],
  ['FREQ=DAILY\nEXRULE:FREQ=WEEKLY', 'rhythm'],
  ['FREQ=DAILY;COUNT=10', 'over'],
  ['FREQ=DAILY;COUNT=1', 'over'],
  ['FREQ=DAILY;UNTIL=20261120', 'over'],
  ['FREQ=WEEKLY;UNTIL=20261120T235959Z', 'over'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'over'],
  ['FREQ=DAILY\nSTATUS:CANCELLED', 'cancelled'],
])('%s is left out: %s', (rule, reason) => {
  expect(one(`${berlin}\nRRULE:${rule}`)).toBe(reason);
});

test.each([
  ['FREQ=DAILY;INTERVAL=400', '2027-11-05'],
  // In weeks from Sunday the Sunday comes before the Tuesday.
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU', '2026-11-22'],
  ['FREQ=MONTHLY;BYDAY=5FR', '2027-01-29'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', '2026-12-01'],
  ['FREQ=WEEKLY;BYDAY=MO;BYMONTH=12', '2026-12-07'],
  ['FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=1', '2027-03-01'],
])('%s is offered as its next dates', (rule, first) => {
  const { alarms } = read([`${berlin}\nRRULE:${rule}`]);
  const known = { repeat: 'once', time: '07:00', timezone: 'Europe/Berlin' };
  expect(alarms).toHaveLength(mostDates);
  expect(alarms[0]).toMatchObject({ draft: { ...known, date: first }, doubt: 'more', dates: 20 });
});

test('after its skipped and additional days a series has a rule again', () => {
  const exceptions = [
    'EXDATE;TZID=Europe/Berlin:20261124T070000',
    'EXDATE;VALUE=DATE:20261123',
    'EXDATE:20261127T060000Z',
  ];
  const { alarms } = read([`${berlin}\nRRULE:FREQ=DAILY\n${exceptions.join('\n')}`]);
  expect(alarms.map(({ draft }) => draft.date ?? draft.pausedUntil)).toEqual([
    '2026-11-21',
    '2026-11-22',
    '2026-11-25',
    '2026-11-26',
    '2026-11-28',
  ]);
  expect(alarms.map(({ draft, dates }) => [draft.repeat, dates]).at(-1)).toEqual([
    'daily',
    undefined,
  ]);
});

test('added dates of a series without a rule are single alarms', () => {
  const dates = 'RDATE;TZID=Europe/Berlin:20261224T080000,20261201T090000';
  const periods = 'RDATE;VALUE=PERIOD:20261226T060000Z/PT1H';
  const { alarms } = read([`${berlin}\n${dates}\n${periods}`]);
  expect(alarms.map(({ draft, doubt }) => [draft.date, draft.time, doubt])).toEqual([
    ['2026-12-01', '09:00', undefined],
    ['2026-12-24', '08:00', undefined],
    ['2026-12-26', '07:00', undefined],
  ]);
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

test('a moved day of a series is an alarm of its own, and a cancelled one is none', () => {
  const series =
    'UID:1\nSUMMARY:Choir\nDTSTART;TZID=Europe/Berlin:20261123T190000\nRRULE:FREQ=WEEKLY;COUNT=4';
  const changed = (day: string, change: string) =>
    `UID:1\nSUMMARY:Moved\nRECURRENCE-ID;TZID=Europe/Berlin:${day}T190000\n${change}`;
  const { alarms, leftOut } = read([
    series,
    changed('20261130', 'DTSTART;TZID=Europe/Berlin:20261201T200000'),
    changed('20261207', 'STATUS:CANCELLED\nDTSTART;TZID=Europe/Berlin:20261207T190000'),
  ]);
  expect(alarms.map(({ draft }) => `${String(draft.label)} ${String(draft.date)}`)).toEqual([
    'Choir 2026-11-23',
    'Choir 2026-12-14',
    'Moved 2026-12-01',
  ]);
  expect(leftOut).toEqual([{ name: 'Moved', reason: 'cancelled' }]);
  const future = 'UID:1\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261130T190000';
  expect(read([series, `${future}\n${berlin}`]).leftOut).toContainEqual({
    name: 'Choir',
    reason: 'exceptions',
  });
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
  // In the zone of the visitor.
  expect(one(`DTSTART:20261224T183000\n${others}`)).toMatchObject({
    date: '2026-12-01',
    time: '09:00',
  });
});

test('a date that is added to a series is not lost, however far it is', () => {
  const extra = 'RDATE;TZID=Europe/Berlin:20270115T220000';
  const { alarms } = read([`${berlin}\nRRULE:FREQ=WEEKLY\n${extra}`]);
  expect(alarms.map(({ draft }) => `${String(draft.date ?? draft.days)} ${draft.time}`)).toEqual([
    ...['2026-11-26 07:00', '2026-12-03 07:00', '2026-12-10 07:00', '2026-12-17 07:00'],
    ...['2026-12-24 07:00', '2026-12-31 07:00', '2027-01-07 07:00', '2027-01-14 07:00'],
    ...['2027-01-15 22:00', 'thu 07:00'],
  ]);
});

test('a series that ends in another zone has a rule only if the clocks of both agree all year', () => {
  const flight = (from: string, to: string) =>
    read([
      `DTSTART;TZID=${from}:20261006T090000\nDTEND;TZID=${to}:20261006T120000\nRRULE:FREQ=WEEKLY\n${reminder(';RELATED=END:-PT5M')}`,
    ]).alarms;
  // For some weeks of March only America has summer time.
  expect(flight('Europe/Berlin', 'America/New_York')).toHaveLength(mostDates);
  expect(flight('Europe/Berlin', 'Europe/London').map(({ draft }) => draft)).toEqual([
    { label: null, time: '11:55', repeat: 'days', days: ['tue'], timezone: 'Europe/London' },
  ]);
});

test('a series at midnight ends with the instant of its rule, one of whole days with its date', () => {
  const daily = 'RRULE:FREQ=DAILY;UNTIL=20270821T220000Z';
  expect(one(`DTSTART;TZID=Europe/Berlin:20261008T000000\n${daily}`)).toMatchObject({
    rule: 'FREQ=DAILY;UNTIL=20270822',
  });
  const wholeDays = `DTSTART;VALUE=DATE:20261008\n${daily}\n${reminder(':PT9H')}`;
  expect(one(wholeDays)).toMatchObject({ rule: 'FREQ=DAILY;UNTIL=20270821' });
});

test('a reminder whose hours count through the change of the clocks has no rule', () => {
  const sundays = (time: string, trigger: string) =>
    read([`DTSTART;TZID=Europe/Berlin:20261004T${time}\nRRULE:FREQ=WEEKLY\n${reminder(trigger)}`])
      .alarms;
  expect(sundays('080000', ':-PT6H')).toHaveLength(mostDates);
  expect(sundays('080000', ':-PT3H')).toHaveLength(1);
  // Days are those of the calendar.
  expect(sundays('080000', ':-P1D')).toHaveLength(1);
});

test('a reminder that is repeated rings each time', () => {
  const repeated = reminder(':-PT75M', 'ACTION:DISPLAY\nREPEAT:2\nDURATION:PT15M');
  const train = read([`DTSTART;TZID=Europe/Berlin:20261211T061800\n${repeated}`]);
  expect(train.alarms.map(({ draft }) => draft.time)).toEqual(['05:03', '05:18', '05:33']);
  // Without a pause in between it is not.
  const once = reminder(':-PT75M', 'ACTION:DISPLAY\nREPEAT:2');
  expect(read([`DTSTART:20261211T061800\n${once}`]).alarms).toHaveLength(1);
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

test('a day is no longer one of its series even if the event that moves it is unreadable', () => {
  const series = 'SUMMARY:Series\nUID:1\nDTSTART:20261224T183000\nRRULE:FREQ=DAILY;COUNT=2';
  const moved = 'UID:1\nRECURRENCE-ID:20261224T183000\nRRULE:FREQ=NEVER\nDTSTART:20261230T183000';
  const { alarms, leftOut } = read([series, moved]);
  expect(alarms.map(({ draft }) => draft.date)).toEqual(['2026-12-25']);
  expect(leftOut).toEqual([{ name: '', reason: 'badRule', line: 'RRULE:FREQ=NEVER' }]);
});

test('a rule without a day does not keep the added dates of its series from being found', () => {
  const rule = 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2\nRDATE:20261224T183000';
  const { alarms } = read([`DTSTART:20261124T183000\n${rule}`]);
  expect(alarms.map(({ draft }) => draft.date)).toEqual(['2026-12-24']);
});

test('an event in many years is an alarm', () => {
  expect(one('DTSTART:20990303T090000')).toMatchObject({ date: '2099-03-03' });
  expect(one('DTSTART:20990303T090000\nRRULE:FREQ=DAILY;INTERVAL=3')).toMatchObject({
    rule: 'FREQ=DAILY;INTERVAL=3',
    from: '2099-03-03',
  });
});

test('tasks are listed', () => {
  const task = 'BEGIN:VTODO\nSUMMARY:Buy milk\nDUE:20261224T183000\nEND:VTODO';
  expect(read(['SUMMARY:Carols\nDTSTART:20261224T183000'], task).leftOut).toEqual([
    { name: 'Buy milk', reason: 'task' },
  ]);
});

test('the old format of phones is refused', () => {
  expect(answerOf('BEGIN:VCALENDAR\nVERSION:1.0\nEND:VCALENDAR')).toMatchObject({
    fault: 'oldCalendar',
  });
});

test('a file that only begins like a calendar is reported as unreadable', () => {
  for (const text of [
    'BEGIN:VCALENDAR',
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR',
    'BEGIN:VCALENDAR\nno colon',
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nRRULE:FREQ=NEVER\nEND:VEVENT',
  ]) {
    expect(answerOf(text)).toMatchObject({ fault: 'calendar' });
  }
});

test.each([
  ['events', Array.from({ length: mostItems + 1 }, () => berlin.replace('2026', '2030'))],
  [
    'reminders of one event',
    [
      `${berlin}\nRRULE:FREQ=DAILY\n${Array.from(
        { length: mostItems + 1 },
        (_, minutes) => `BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT${String(minutes)}M\nEND:VALARM`,
      ).join('\n')}`,
    ],
  ],
])('a calendar with too many %s is refused', (_, events) => {
  expect(() => read(events)).toThrow('tooMany');
});

/** A Thursday, 09:00 in Tokyo. */
const thursday = Date.parse('2026-11-26T00:00:00Z');

function holidays(...events: readonly string[]) {
  const text = events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT\n`).join('');
  const { daysOff } = calendarDays(
    `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//\n${text}END:VCALENDAR\n`.replaceAll(
      '\n',
      '\r\n',
    ),
    thursday,
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
