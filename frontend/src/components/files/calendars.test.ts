// Calendar files as programs write them, right or wrong: their alarms, days off and what is left out.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nextTriggerIgnoring } from '../../rings/next-trigger';
import { answerFor, type FileToRead } from './read-file';

/** A Friday, 19:30 in Berlin. */
const now = Date.parse('2026-11-27T18:30:00Z');

function answerOf(name: string, as: FileToRead['as'], zone: string, encoding: string | null) {
  const file = readFileSync(new URL(`../../testing/calendars/${name}.ics`, import.meta.url));
  const bytes = new Uint8Array(file).buffer;
  return answerFor({ bytes, as, now, zone, encoding });
}

function contentsOf(
  name: string,
  as: FileToRead['as'],
  zone = 'Europe/Berlin',
  encoding: string | null = null,
) {
  const answer = answerOf(name, as, zone, encoding);
  if ('fault' in answer) throw new Error(answer.fault);
  return answer.contents;
}

/** The first ring of each alarm, with its name, its rule if it has one, and its doubt. */
function alarmsIn(name: string, zone?: string, encoding?: string) {
  const { alarms } = contentsOf(name, 'alarms', zone, encoding);
  return alarms.map(({ draft, doubt }) => {
    const ring = new Date(nextTriggerIgnoring(draft, now) ?? 0).toISOString().slice(0, 16);
    const rule = draft.rule ?? draft.days?.join() ?? (draft.repeat === 'once' ? '' : draft.repeat);
    return [`${ring}Z ${String(draft.label)}`, rule, doubt ?? ''].filter(Boolean).join(' | ');
  });
}

function daysIn(name: string, zone?: string) {
  const { daysOff } = contentsOf(name, 'daysOff', zone);
  return daysOff.map(({ from, to }) => (from === to ? from : `${from}–${to}`));
}

function leftOutOf(name: string, as: FileToRead['as'] = 'alarms', zone?: string) {
  return contentsOf(name, as, zone).leftOut.map((one) => `${one.reason} ${one.name}`);
}

test('a calendar of Google', () => {
  expect(alarmsIn('01-google', 'Asia/Tokyo')).toEqual([
    '2027-01-12T07:50Z Zahnarzt',
    '2026-11-30T17:00Z Chorprobe | FREQ=WEEKLY;BYDAY=MO;UNTIL=20270201',
    // The evening before the first of March, in leap years too.
    '2027-02-28T08:00Z Oma hat Geburtstag | FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=-1',
    '2026-11-30T08:15Z Standup | weekday',
    '2026-11-30T09:00Z Miete überweisen | FREQ=MONTHLY;BYMONTHDAY=-1',
  ]);
  expect(leftOutOf('01-google')).toEqual(['allDay Steuertermin', 'over Altes Treffen']);
  // Its whole days are no holidays, and are not selected by themselves.
  expect(contentsOf('01-google', 'daysOff').isOfPerson).toBe(true);
});

test('a calendar of Outlook, with zones of Windows and of its own', () => {
  const alarms = alarmsIn('02-outlook', 'Europe/London');
  expect(alarms.filter((one) => !one.includes('Last working day'))).toEqual([
    '2026-12-07T07:45Z Jour fixe | FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
    '2027-03-15T12:15Z Call New York',
    '2026-12-01T01:00Z 東京 weekly | tue',
    '2027-01-05T03:30Z Pune sync',
    '2027-01-20T06:30Z Long zone name',
    '2026-12-08T13:00Z Second Tuesday | FREQ=MONTHLY;BYDAY=2TU',
    '2026-12-20T06:00Z Urlaub',
  ]);
  expect(alarms.filter((one) => one.includes('Last working day')).slice(0, 3)).toEqual([
    '2026-11-30T15:00Z Last working day | more',
    '2026-12-31T15:00Z Last working day | more',
    '2027-01-29T15:00Z Last working day | more',
  ]);
  expect(leftOutOf('02-outlook')).toEqual(['cancelled Cancelled: Retro']);
  expect(daysIn('02-outlook')).toEqual(['2026-12-21–2027-01-01']);
});

test('a calendar of Apple, with reminders at fixed times and an end in another zone', () => {
  expect(alarmsIn('03-apple', 'Asia/Tokyo')).toEqual([
    '2027-01-13T16:15Z Kiné',
    '2027-01-14T07:00Z Default no alarm',
    '2027-01-16T08:00Z Anniversaire Léa | FREQ=YEARLY',
    '2027-01-18T07:30Z Doctor with reminder at a fixed time',
    '2027-01-19T07:00Z All day with reminder at a fixed time',
    '2027-01-20T08:00Z Two reminders',
    '2027-01-21T06:00Z Two reminders',
    '2027-01-22T06:00Z Floating',
    '2027-01-25T17:00Z Flight to New York, check-out 30 min before landing',
    '2027-03-27T19:30Z Train on the morning after the clocks change',
    '2026-12-01T18:00Z Yoga',
    '2026-12-15T18:00Z Yoga | tue',
  ]);
});

test('a timetable with holidays: single dates until the last of them, then a rule', () => {
  const alarms = alarmsIn('05-timetable');
  const maths = alarms.filter((one) => one.includes('Mathe'));
  expect(maths).toHaveLength(16);
  expect([maths[0], maths[2], maths[3], maths.at(-1)]).toEqual([
    '2026-11-30T07:00Z Mathe R. 204',
    '2026-12-14T07:00Z Mathe R. 204',
    '2027-01-04T07:00Z Mathe R. 204',
    '2027-04-05T06:00Z Mathe R. 204 | FREQ=WEEKLY;BYDAY=MO;UNTIL=20270719',
  ]);
  expect(alarms.filter((one) => /Chor|Nachhilfe/.test(one))).toEqual([
    '2026-12-03T12:30Z Chor (ohne Ausfall) | FREQ=WEEKLY;BYDAY=TH;UNTIL=20270722',
    '2026-12-03T14:00Z Nachhilfe (nur Herbst ausgefallen) | FREQ=WEEKLY;BYDAY=TH;UNTIL=20270722',
  ]);
  expect(leftOutOf('05-timetable')).toEqual([]);
});

test('a roster of listed dates', () => {
  expect(alarmsIn('06-shifts')).toEqual([
    '2026-11-30T03:30Z Frühschicht',
    '2026-12-01T03:30Z Frühschicht',
    '2026-12-04T03:30Z Frühschicht',
    '2026-12-08T03:30Z Frühschicht',
    '2026-12-02T12:30Z Spätschicht',
    '2026-12-10T12:30Z Spätschicht',
    '2026-12-05T20:30Z Nachtschicht',
    '2026-12-06T20:30Z Nachtschicht',
    '2026-12-12T06:00Z Bereitschaft (einzeln)',
  ]);
  expect(daysIn('06-shifts')).toEqual(['2026-12-03', '2026-12-07', '2026-12-11']);
});

test('holidays by rules, within two years', () => {
  expect(daysIn('13-holidays-us-rules', 'America/New_York')).toEqual([
    ...['2026-11-27', '2026-12-25', '2027-01-01', '2027-01-18', '2027-05-31', '2027-07-04'],
    ...['2027-09-06', '2027-11-25', '2027-11-26', '2027-12-25', '2028-01-01', '2028-01-17'],
    ...['2028-05-29', '2028-07-04', '2028-09-04', '2028-11-23', '2028-11-24'],
  ]);
  const fridays = contentsOf('14-fridays-off', 'daysOff');
  expect(fridays.daysOff).toHaveLength(104);
  expect([fridays.daysOff.at(-1)?.from, fridays.lastDay]).toEqual(['2028-11-24', '2028-11-27']);
});

test('a zone is the one that the file defines, whatever its name', () => {
  expect(alarmsIn('custom-zone', 'Asia/Tokyo')).toEqual([
    '2027-01-15T06:30Z Winter lesson',
    '2027-07-15T05:30Z Summer lesson',
    '2027-01-31T23:00Z Ferry',
    '2027-01-15T06:30Z Localised zone',
  ]);
  expect(alarmsIn('redefined-zone', 'Asia/Tokyo')).toEqual([
    '2027-07-15T08:00Z Talk in summer',
    '2027-01-15T09:00Z Talk in winter',
    '2027-07-15T23:00Z Game in summer',
  ]);
});

test('letters that were folded in two', () => {
  expect(alarmsIn('fold-inside-a-letter')).toEqual([
    '2027-01-15T06:30Z Training mit Frau Schürmann',
    '2027-01-16T06:30Z 朝の散歩 🍞',
  ]);
});

test.each([
  ['gb18030', 'gb18030', '早操', ['2027-01-14T22:30Z 早操']],
  // Letters that this encoding of Windows shares with its neighbours.
  [
    'windows-1252',
    'windows-1250',
    'Frühschicht – Käse holen',
    ['2027-01-15T04:30Z Frühschicht – Käse holen'],
  ],
])('%s is refused with encodings to choose from', (name, encoding, sample, alarms) => {
  const answer = answerOf(name, 'alarms', 'Europe/Berlin', null);
  expect(answer).toMatchObject({ fault: 'encoding' });
  expect('fault' in answer && answer.encodings).toContainEqual({ encoding, sample });
  expect(alarmsIn(name, 'Europe/Berlin', encoding)).toEqual(alarms);
});

test('holidays in Shift_JIS', () => {
  const answer = answerOf('08b-holidays-jp-sjis', 'daysOff', 'Asia/Tokyo', null);
  expect('fault' in answer && answer.encodings[0]).toEqual({
    encoding: 'shift_jis',
    sample: '元日 · 成人の日 · 建国記念の日',
  });
  const { daysOff } = contentsOf('08b-holidays-jp-sjis', 'daysOff', 'Asia/Tokyo', 'shift_jis');
  expect(daysOff).toHaveLength(17);
  expect(JSON.stringify(daysOff)).not.toContain('\uFFFD');
});

test('UTF-16 with and without a byte order mark', () => {
  expect(alarmsIn('utf16le')).toEqual(['2027-01-15T04:30Z Frühschicht – Käse holen']);
  const text =
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Käse\nDTSTART:20270115T043000Z\nEND:VEVENT\nEND:VCALENDAR';
  const little = Uint8Array.from(Array.from(text).flatMap((letter) => [letter.charCodeAt(0), 0]));
  const big = Uint8Array.from(Array.from(text).flatMap((letter) => [0, letter.charCodeAt(0)]));
  for (const { buffer } of [little, big]) {
    const answer = answerFor({ bytes: buffer, as: 'alarms', now, zone: 'UTC', encoding: null });
    expect('contents' in answer && answer.contents.alarms[0]?.draft.label).toBe('Käse');
  }
});

test('holidays with a count, with excluded and moved days, from midnight to midnight', () => {
  expect(daysIn('holidays-count')).toEqual([
    ...['2026-12-21', '2026-12-22', '2026-12-23', '2026-12-24', '2026-12-25'],
    ...['2027-02-04', '2027-02-05', '2027-02-08', '2027-05-09', '2028-05-14'],
  ]);
  expect(daysIn('holidays-exdate')).toEqual([
    ...['2026-12-28', '2026-12-29', '2026-12-30', '2027-01-02', '2027-01-03'],
    ...['2027-03-08', '2027-03-17', '2027-03-22', '2027-03-29', '2027-04-05'],
    ...['2027-05-04', '2027-05-11'],
  ]);
  for (const zone of ['Europe/Berlin', 'America/Los_Angeles']) {
    expect(daysIn('holidays-midnight', zone)).toEqual([
      '2027-04-01–2027-04-02',
      '2027-04-05',
      '2027-04-07',
    ]);
  }
});

test('a broken line does not lose the days of a file', () => {
  expect(daysIn('holidays-broken-line')).toEqual(['2027-03-01', '2027-03-02', '2027-03-03']);
});

test('starts against the standard with one meaning are read, others are listed', () => {
  expect(alarmsIn('odd-starts', 'Asia/Tokyo')).toEqual([
    '2027-02-24T20:40Z Flight',
    '2027-07-25T12:15Z Broadcast',
    '2027-07-25T12:15Z Broadcast 2',
    '2027-02-27T15:40Z Control',
  ]);
  expect(contentsOf('odd-starts', 'alarms').leftOut).toEqual([
    {
      name: 'Call from Pune',
      reason: 'badTime',
      line: 'DTSTART;TZID=GMT+05:30:20270204T020000',
    },
    { name: 'No seconds', reason: 'badTime', line: 'DTSTART:20270226T1540' },
  ]);
});

test('reminders without a length, at fixed times, from the end, and of what was declined', () => {
  expect(alarmsIn('trigger-empty', 'Asia/Tokyo')).toEqual([
    '2027-01-15T06:30Z Stretching',
    '2027-01-16T06:30Z Watering',
    '2027-01-17T06:30Z Control',
  ]);
  expect(alarmsIn('reminders')).toEqual([
    '2027-01-15T06:00Z Absolute without VALUE',
    '2027-03-05T17:00Z End of an all-day event',
    '2027-01-18T06:30Z Days behind a T',
    '2027-01-21T06:30Z Declined | declined',
  ]);
});

test('only the last version of an event counts', () => {
  expect(alarmsIn('versions')).toEqual(['2027-01-15T19:00Z Choir']);
  expect(leftOutOf('versions')).toEqual(['cancelled Dentist']);
});

test('ends of rules in all forms', () => {
  expect(alarmsIn('rules')).toEqual([
    '2026-12-04T08:45Z V: Lecture | FREQ=WEEKLY;BYDAY=FR;UNTIL=20270122',
    '2026-12-04T08:45Z Lecture 2 | FREQ=WEEKLY;BYDAY=FR;UNTIL=20270122',
    '2026-12-04T05:45Z Trash | weekday',
    '2026-12-09T19:00Z Odd first day | FREQ=WEEKLY;BYDAY=WE;UNTIL=20261223',
  ]);
});

test('a ring of today that is cancelled is not one', () => {
  const text = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Run\nDTSTART;TZID=Europe/Berlin:20261101T230000
RRULE:FREQ=DAILY\nEXDATE;VALUE=DATE:20261127\nEND:VEVENT\nEND:VCALENDAR`;
  const bytes = new TextEncoder().encode(text).buffer;
  const answer = answerFor({ bytes, as: 'alarms', now, zone: 'Europe/Berlin', encoding: null });
  expect('contents' in answer && answer.contents.alarms.map(({ draft }) => draft)).toEqual([
    {
      label: 'Run',
      time: '23:00',
      repeat: 'daily',
      timezone: 'Europe/Berlin',
      pausedUntil: '2026-11-28',
    },
  ]);
});

test('a birthday on the first of March, with a reminder on the evening before', () => {
  const birthday = (year: number) => `BEGIN:VEVENT\nSUMMARY:${year}\nUID:${year}
DTSTART;VALUE=DATE:${year}0301\nRRULE:FREQ=YEARLY\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT6H
END:VALARM\nEND:VEVENT\n`;
  const text = `BEGIN:VCALENDAR\n${birthday(1991)}${birthday(1992)}END:VCALENDAR`;
  const bytes = new TextEncoder().encode(text).buffer;
  const answer = answerFor({ bytes, as: 'alarms', now, zone: 'Europe/Berlin', encoding: null });
  const drafts = 'contents' in answer ? answer.contents.alarms.map(({ draft }) => draft) : [];
  expect(drafts).toHaveLength(2);
  for (const draft of drafts) {
    const next = nextTriggerIgnoring(draft, now) ?? 0;
    expect(new Date(next).toISOString()).toBe('2027-02-28T17:00:00.000Z');
    const leap = nextTriggerIgnoring(draft, next) ?? 0;
    expect(new Date(leap).toISOString()).toBe('2028-02-29T17:00:00.000Z');
  }
});
