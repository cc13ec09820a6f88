// Sunrise and sunset compared with published tables, to within two minutes.
import { describe, expect, test } from 'vitest';
import { clockText } from '../../time/zone-offset';
import { daylightOf, type Light, localDay } from './daylight';
import { sunAltitude } from '../../components/world/sun';

const places = {
  tokyo: { zone: 'Asia/Tokyo', latitude: 35.69, longitude: 139.69 },
  london: { zone: 'Europe/London', latitude: 51.51, longitude: -0.13 },
  newYork: { zone: 'America/New_York', latitude: 40.71, longitude: -74.01 },
  sydney: { zone: 'Australia/Sydney', latitude: -33.87, longitude: 151.21 },
  quito: { zone: 'America/Guayaquil', latitude: -0.18, longitude: -78.47 },
  reykjavik: { zone: 'Atlantic/Reykjavik', latitude: 64.15, longitude: -21.94 },
  tromso: { zone: 'Europe/Oslo', latitude: 69.65, longitude: 18.96 },
  longyearbyen: { zone: 'Arctic/Longyearbyen', latitude: 78.22, longitude: 15.65 },
  apia: { zone: 'Pacific/Apia', latitude: -13.83, longitude: -171.77 },
};
type PlaceName = keyof typeof places;

function daylightAt(name: PlaceName, date: string) {
  const place = places[name];
  const day = localDay(Date.parse(`${date}T12:00:00Z`), place.zone);
  return daylightOf(place, day.from, day.until);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 60 + minutes + seconds / 60;
}

test.each<[PlaceName, string, string, string]>([
  ['tokyo', '2024-06-21', '04:26', '19:00'],
  ['tokyo', '2024-12-21', '06:47', '16:32'],
  ['london', '2024-06-20', '04:43', '21:21'],
  ['london', '2024-12-21', '08:04', '15:53'],
  ['newYork', '2024-06-20', '05:25', '20:31'],
  ['newYork', '2024-12-21', '07:17', '16:32'],
  ['sydney', '2024-12-21', '05:41', '20:05'],
  ['quito', '2024-03-20', '06:18', '18:24'],
  ['reykjavik', '2024-12-21', '11:22', '15:30'],
  // Shortly after midnight the sun of the previous day sets, and later it rises again.
  ['reykjavik', '2024-06-21', '02:55', '00:03'],
])('%s on %s: %s to %s', (name, date, rise, set) => {
  const { sunrise, sunset } = daylightAt(name, date);
  const { zone } = places[name];
  expect(Math.abs(minutesOf(clockText(sunrise ?? NaN, zone)) - minutesOf(rise))).toBeLessThan(2);
  expect(Math.abs(minutesOf(clockText(sunset ?? NaN, zone)) - minutesOf(set))).toBeLessThan(2);
});

test('civil twilight in London at midsummer lasts about 48 minutes', () => {
  const { spans } = daylightAt('london', '2024-06-20');
  const [dawn, dusk] = spans.filter(({ light }) => light === 'twilight');
  for (const twilight of [dawn, dusk]) {
    const minutes = ((twilight?.until ?? 0) - (twilight?.from ?? 0)) / 60_000;
    expect(minutes).toBeGreaterThan(46);
    expect(minutes).toBeLessThan(50);
  }
});

test.each<[string, PlaceName, string, Light[]]>([
  ['a usual day', 'tokyo', '2024-03-20', ['night', 'twilight', 'day', 'twilight', 'night']],
  [
    'a day across the date line',
    'apia',
    '2024-03-20',
    ['night', 'twilight', 'day', 'twilight', 'night'],
  ],
  ['the midnight sun', 'tromso', '2024-06-21', ['day']],
  ['a polar night with twilight at noon', 'tromso', '2024-12-21', ['night', 'twilight', 'night']],
  ['a polar night', 'longyearbyen', '2024-12-21', ['night']],
  ['a night without darkness', 'reykjavik', '2024-06-21', ['day', 'twilight', 'day']],
])('%s', (_, name, date, lights) => {
  const { spans } = daylightAt(name, date);
  expect(spans.map(({ light }) => light)).toEqual(lights);
});

describe('the spans of a day', () => {
  test.each<[PlaceName, string, number]>([
    ['london', '2024-03-31', 23],
    ['london', '2024-10-27', 25],
    ['tokyo', '2024-10-27', 24],
  ])('in %s on %s have no gaps for %d hours', (name, date, hours) => {
    const { spans } = daylightAt(name, date);
    spans.slice(1).forEach((span, index) => {
      expect(span.from).toBe(spans[index]?.until);
    });
    const length = (spans.at(-1)?.until ?? 0) - (spans[0]?.from ?? 0);
    expect(length).toBe(hours * 3_600_000);
  });
});

test('at noon of an equinox the sun is at the zenith of the equator', () => {
  const noon = Date.parse('2024-03-20T12:07:20Z');
  expect(sunAltitude(noon, { latitude: 0, longitude: 0 })).toBeGreaterThan(89.7);
  expect(sunAltitude(noon, { latitude: 0, longitude: 180 })).toBeLessThan(-89.7);
});
