// Files that visitors choose: an engine reads them in a worker, with its own decoders and time zones.
import { expect, test } from './fixtures';
import { until } from './wait';

const input = 'dialog[open] input[type="file"]';
const year = new Date().getFullYear() + 1;

test('alarms are added from a calendar file', async ({ visitor }) => {
  const tab = await visitor.open('/alarm/en');
  await tab.click({ button: 'Account' });
  await tab.click({ button: 'Add from a file…' });
  await tab.choose(input, 'lessons.ics', 'text/calendar', lessons);
  await tab.untilText('Canceled in the calendar');
  await tab.click({ button: 'Add selected' });
  await tab.untilText('Frau Schürmann');
  await until('the server has both', async () => (await visitor.alarms()).length === 2);
  expect(
    (await visitor.alarms()).map(({ label, time, days, date, timezone }) =>
      [label, time, days?.join() ?? date, timezone].join(' '),
    ),
  ).toEqual([
    'Training mit Frau Schürmann 09:30 mon,thu Europe/Vienna',
    `Ferry 21:00 ${year}-07-14 Asia/Tokyo`,
  ]);
});

test('days off are added from a file in an encoding of before UTF-8, and taken back', async ({
  visitor,
}) => {
  await visitor.setAlarm({ time: '07:10', label: 'Walk' });
  const tab = await visitor.open('/alarm/en');
  await tab.click({ button: 'Days off' });
  await tab.choose(input, 'holidays.ics', 'text/calendar', holidays);
  await tab.untilText('isn’t in UTF-8');
  await tab.click({ button: '元日 · 祝日shift_jis' });
  await tab.untilText('What’s in holidays.ics');
  await tab.untilText('元日');
  await tab.click({ button: 'Add selected' });
  await tab.untilText('2 entries added from holidays.ics');
  await tab.untilShown({ button: 'Undo' });
  await tab.click({ button: 'Undo' });
  await tab.untilNoText('元日');
});

function calendarOf(lines: readonly string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

/** A zone with a name of the file's own, and a letter that is folded in two. */
const [beforeFold = '', afterFold = ''] = calendarOf([
  ...['BEGIN:VTIMEZONE', 'TZID:School', 'X-LIC-LOCATION:Europe/Vienna'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:19810329T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
  ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'DTSTART:19961027T030000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'],
  ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE'],
  ...['BEGIN:VEVENT', 'UID:1', 'DTSTART;TZID=School:20250106T100000', 'SUMMARY:Training mit Frau '],
  ...['RRULE:FREQ=WEEKLY;BYDAY=MO,TH', 'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT30M'],
  ...['END:VALARM', 'END:VEVENT'],
  ...[
    'BEGIN:VEVENT',
    'UID:2',
    'SUMMARY:Ferry',
    `DTSTART:${String(year)}0714T120000Z`,
    'END:VEVENT',
  ],
  ...['BEGIN:VEVENT', 'UID:3', 'SUMMARY:Choir', `DTSTART:${String(year)}0714T170000Z`],
  ...['STATUS:CANCELLED', 'END:VEVENT'],
]).split(/(?<=Frau )/);
const [firstByte = 0, secondByte = 0] = Buffer.from('ü');
const lessons = Buffer.concat([
  Buffer.from(`${beforeFold}Sch`),
  Buffer.from([firstByte, ...Buffer.from('\r\n '), secondByte]),
  Buffer.from(`rmann${afterFold}`),
]);

/** Shift_JIS: its two bytes of a kanji are other letters in nearly every other encoding. */
const holidays = Buffer.from(
  calendarOf([
    ...['BEGIN:VEVENT', `DTSTART;VALUE=DATE:${String(year)}0101`, 'SUMMARY:\x8c\xb3\x93\xfa'],
    ...['UID:1', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:2', 'RRULE:FREQ=YEARLY;COUNT=1'],
    ...[`DTSTART;VALUE=DATE:${String(year)}0504`, 'SUMMARY:\x8fj\x93\xfa', 'END:VEVENT'],
  ]),
  'latin1',
);
