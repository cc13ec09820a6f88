// Laps as text and as CSV.
import { expect, test } from 'vitest';
import { lapsAsCsv, lapsAsText } from './saved-runs';

const laps = [
  { number: 1, lapTime: 74_760, totalTime: 74_760, name: '' },
  { number: 2, lapTime: 6_000_010, totalTime: 6_074_770, name: '' },
];
const columns = { lap: 'Lap', name: 'Name', lapTime: 'Lap time', total: 'Total' };
const inMilliseconds = { lapTime: 'Lap time (ms)', total: 'Total (ms)' };

test('text is tab-separated for spreadsheets', () => {
  expect(lapsAsText(laps, columns)).toBe(
    'Lap\tLap time\tTotal\n1\t01:14.76\t01:14.76\n2\t1:40:00.01\t1:41:14.77',
  );
});

test('CSV has the line ends of the standard', () => {
  expect(lapsAsCsv(laps, columns, inMilliseconds)).toBe(
    '\uFEFFLap,Lap time,Total,Lap time (ms),Total (ms)\r\n' +
      '1,01:14.76,01:14.76,74760,74760\r\n' +
      '2,1:40:00.01,1:41:14.77,6000010,6074770\r\n',
  );
});

test('a header with commas and quotes is quoted', () => {
  const odd = { ...columns, lap: 'Lap, "round"' };
  expect(lapsAsCsv([], odd, inMilliseconds)).toBe(
    '\uFEFF"Lap, ""round""",Lap time,Total,Lap time (ms),Total (ms)\r\n',
  );
});

test('there is a column of names if a lap has one', () => {
  const named = laps.map((lap, index) => ({ ...lap, name: index === 0 ? 'Bridge, "up"' : '' }));
  expect(lapsAsText(named, columns)).toBe(
    'Lap\tName\tLap time\tTotal\n' +
      '1\tBridge, "up"\t01:14.76\t01:14.76\n2\t\t1:40:00.01\t1:41:14.77',
  );
  expect(lapsAsCsv(named, columns, inMilliseconds)).toBe(
    '\uFEFFLap,Name,Lap time,Total,Lap time (ms),Total (ms)\r\n' +
      '1,"Bridge, ""up""",01:14.76,01:14.76,74760,74760\r\n' +
      '2,,1:40:00.01,1:41:14.77,6000010,6074770\r\n',
  );
});

test.each(['=HYPERLINK("x")', '+1', '-2+3', '@SUM(1)', '\t=1'])(
  'a name that a spreadsheet would compute is marked as text: %s',
  (name) => {
    const [lap] = laps.map((one) => ({ ...one, name }));
    const rows = lap === undefined ? [] : [lap];
    expect(lapsAsText(rows, columns).split('\n')[1]).toContain(`\t'${name}\t`);
    expect(lapsAsCsv(rows, columns, inMilliseconds)).toMatch(/\r\n1,"?'/);
  },
);
