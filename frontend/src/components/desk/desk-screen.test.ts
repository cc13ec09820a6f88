// The desk clock moves every minute, and not far.
import { expect, test } from 'vitest';
import { standAt } from './desk-screen';

test('the desk clock has 77 positions before one is repeated', () => {
  const stands = Array.from({ length: 77 }, (_, minute) => standAt(minute * 60_000));
  const places = new Set(stands.map(({ across, along }) => `${across} ${along}`));
  expect(places.size).toBe(77);
  for (const { across, along } of stands) {
    expect(Math.abs(across)).toBeLessThanOrEqual(1);
    expect(Math.abs(along)).toBeLessThanOrEqual(1);
  }
  expect(standAt(77 * 60_000)).toEqual(standAt(0));
});
