// Files that are none of ours, in parts, or too many: each is refused with the true reason.
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { anAlarm } from '../../testing/rows';
import { mostItems } from './contents';
import { answerFor, type FileToRead } from './read-file';

const backup = JSON.stringify(
  {
    notice: 'Private',
    asOf: '2026-11-21T04:00:00Z',
    alarms: [anAlarm({ label: 'Käse' })],
    timers: [],
  },
  null,
  2,
);
const calendar =
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Käse\r\nDTSTART:20990303T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const zip = Buffer.concat([
  Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'),
  deflateRawSync(calendar),
]);

function faultOf(content: string | Buffer, as: FileToRead['as'] = 'alarms'): string {
  const bytes = new Uint8Array(Buffer.from(content)).buffer;
  const now = Date.parse('2026-11-21T04:00:00Z');
  const answer = answerFor({ bytes, as, now, zone: 'Asia/Tokyo', encoding: null });
  return 'fault' in answer ? answer.fault : 'none';
}

/** Up to the middle of its "ä". */
function cutWithinLetter(text: string): Buffer {
  return Buffer.from(text).subarray(0, Buffer.from(text).indexOf('ä') + 1);
}

test.each([
  ['a whole backup', backup, 'none', 'noCalendar'],
  ['a backup of an older version', '{"alarms":[],"timers":[]}', 'none', 'noCalendar'],
  ['a backup in windows-1252', Buffer.from(backup, 'latin1'), 'encoding', 'noCalendar'],
  ['a backup that was cut off', backup.slice(0, -20), 'damaged', 'noCalendar'],
  ['a backup that ends within a letter', cutWithinLetter(backup), 'damaged', 'noCalendar'],
  [
    'a backup with a changed letter',
    backup.replace('"timers"', '"timers'),
    'damaged',
    'noCalendar',
  ],
  ['a whole calendar', calendar, 'none', 'none'],
  ['a calendar in windows-1252', Buffer.from(calendar, 'latin1'), 'encoding', 'encoding'],
  ['a calendar that was cut off', calendar.slice(0, -20), 'calendar', 'calendar'],
  ['a calendar that ends within a letter', cutWithinLetter(calendar), 'calendar', 'calendar'],
  ['an empty file', '', 'unknown', 'noCalendar'],
  ['a page to sign in', '<!doctype html><title>Sign in</title>', 'unknown', 'noCalendar'],
  ['the file of another program', '{"version":3,"clocks":[]}', 'unknown', 'noCalendar'],
  ['text that begins with a brace', '{\\rtf1\\ansi Gr\\u252?\\par}', 'unknown', 'noCalendar'],
  ['text in windows-1252', Buffer.from('Grüße', 'latin1'), 'unknown', 'noCalendar'],
  ['a picture', png, 'unknown', 'noCalendar'],
  ['an archive', zip, 'unknown', 'noCalendar'],
  [
    'too many alarms',
    JSON.stringify({ alarms: Array(mostItems + 1).fill(anAlarm()), timers: [] }),
    'tooMany',
    'noCalendar',
  ],
])('%s', (_, content, asAlarms, asDaysOff) => {
  expect([faultOf(content), faultOf(content, 'daysOff')]).toEqual([asAlarms, asDaysOff]);
});
