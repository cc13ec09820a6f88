// Laps as they leave the page.
import { expect, test } from 'vitest';
import { lapsAsCsv, lapsAsText } from './lap-export';

const laps = [
  { number: 1, lapTime: 74_760, totalTime: 74_760 },
  { number: 2, lapTime: 6_000_010, totalTime: 6_074_770 },
];
const columns = { lap: 'Lap', lapTime: 'Lap time', total: 'Total' };
const inMilliseconds = { lap: 'Lap (ms)', lapTime: 'Lap time (ms)', total: 'Total (ms)' };

test('as text for spreadsheets', () => {
  expect(lapsAsText(laps, columns)).toBe(
    'Lap\tLap time\tTotal\n1\t01:14.76\t01:14.76\n2\t100:00.01\t101:14.77',
  );
});

test('as CSV with lines that end as the standard has them', () => {
  expect(lapsAsCsv(laps, columns, inMilliseconds)).toBe(
    '\uFEFFLap,Lap time,Total,Lap time (ms),Total (ms)\r\n' +
      '1,01:14.76,01:14.76,74760,74760\r\n' +
      '2,100:00.01,101:14.77,6000010,6074770\r\n',
  );
});

test('a head with commas and quotes is quoted', () => {
  const odd = { ...columns, lap: 'Lap, "round"' };
  expect(lapsAsCsv([], odd, inMilliseconds)).toBe(
    '\uFEFF"Lap, ""round""",Lap time,Total,Lap time (ms),Total (ms)\r\n',
  );
});
