// Pointers on a dial: the inverse of where marks are drawn, and the shorter way between two places.
import { expect, test } from 'vitest';
import { placeAt, placeOfPointer, shorterWay, wrapped } from './dials';

const box = { left: 40, top: 300, width: 400, height: 400 };

test('a pointer on a mark is at the place of the mark', () => {
  for (let minute = 0; minute < 60; minute++) {
    for (const distance of [62, 92, 140]) {
      const { x, y } = placeAt(minute, distance);
      const pointer = { clientX: 240 + 2 * x, clientY: 500 + 2 * y };
      const { turn, far } = placeOfPointer(box, pointer);
      expect(Math.abs(shorterWay(turn, minute / 60))).toBeLessThan(0.0005);
      expect(far).toBeCloseTo(distance / 100, 3);
    }
  }
});

test('the shorter way goes over the top if that is nearer', () => {
  expect(shorterWay(0.9, 0.1)).toBeCloseTo(0.2);
  expect(shorterWay(0.1, 0.9)).toBeCloseTo(-0.2);
  expect(shorterWay(0.25, 0.75)).toBe(-0.5);
  expect(shorterWay(0.3, 0.3)).toBe(0);
});

test('whole turns do not count', () => {
  expect(wrapped(-0.25)).toBe(0.75);
  expect(wrapped(2.5)).toBe(0.5);
});
