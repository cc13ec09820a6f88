// Alarms that the server rings by other rules of their zone than those of the browser.
import { expect, test } from 'vitest';
import { anAlarm } from '../testing/rows';
import { disputedZones } from './disputed-zones';

test('a zone whose rules the server has otherwise is named, once', () => {
  const at = (time: string, timezone: string, nextTrigger: string | null) =>
    anAlarm({ time, timezone, nextTrigger, snoozedUntil: null });
  const agreed = [
    at('07:00', 'Asia/Tokyo', '2026-11-20T22:00:00Z'),
    // In a gap, and past midnight.
    at('02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'),
    at('23:30', 'America/Nuuk', '2026-03-29T01:30:00Z'),
    at('07:00', 'Asia/Seoul', null),
    anAlarm({ snoozedUntil: '2026-11-20T22:15:00Z', nextTrigger: '2026-11-20T22:15:00Z' }),
  ];
  expect(disputedZones(agreed)).toEqual([]);
  // For a server, British Columbia stays on summer time.
  const early = at('07:00', 'America/Vancouver', '2026-11-20T14:00:00Z');
  expect(disputedZones([...agreed, early, early])).toEqual(['America/Vancouver']);
});
