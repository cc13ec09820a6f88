// Where times of day are on the dial, and which time a pointer means.
import { expect, test } from 'vitest';
import { partOfTime, timeAt, turnOf } from './dial-places';
import { timeOf } from '../../model/time-of-day';

test('noon is at the top, and six in the evening at the right', () => {
  expect(turnOf(partOfTime('12:00'))).toBe(0);
  expect(turnOf(partOfTime('18:00'))).toBe(0.25);
  expect(turnOf(partOfTime('00:00'))).toBe(0.5);
});

test('a pointer on the dial means the nearest five minutes, and far from it the nearest minute', () => {
  for (let minute = 0; minute < 1440; minute++) {
    const time = timeOf(minute);
    const turn = turnOf(partOfTime(time));
    expect(timeAt({ turn, far: 1.4 })).toBe(time);
    expect(timeAt({ turn, far: 1 })).toBe(timeOf(Math.round(minute / 5) * 5));
  }
});
