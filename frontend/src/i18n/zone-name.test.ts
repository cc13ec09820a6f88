// Readable names of time zones in several languages.
import { expect, test } from 'vitest';
import type { LanguageCode } from './languages';
import { zoneId, zoneName } from './zone-name';

const winter = Date.parse('2026-11-22T00:00Z');
const summer = Date.parse('2026-07-22T00:00Z');

test.each<[string, LanguageCode, string]>([
  ['Asia/Tokyo', 'en', 'Japan Standard Time'],
  ['Asia/Tokyo', 'ja', '日本標準時'],
  ['Asia/Kathmandu', 'en', 'Nepal Time'],
  ['Europe/Berlin', 'de', 'Mitteleuropäische Zeit'],
  ['Asia/Tokyo', 'es', 'Hora estándar de Japón'],
  ['America/New_York', 'en', 'Eastern Time'],
  ['UTC', 'en', 'Coordinated Universal Time'],
  ['UTC', 'ar', 'التوقيت العالمي المنسق'],
  ['Mars/Olympus_Mons', 'en', 'Mars/Olympus Mons'],
])('%s in %s', (zone, language, name) => {
  expect(zoneName(zone, language, winter)).toBe(name);
  expect(zoneName(zone, language, summer)).toBe(name);
});

test('an IANA name is shown with spaces', () => {
  expect(zoneId('America/New_York')).toBe('America/New York');
});
