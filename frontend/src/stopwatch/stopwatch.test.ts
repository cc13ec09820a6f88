// The state of a stopwatch after each button.
import { describe, expect, test } from 'vitest';
import {
  afterLap,
  afterNaming,
  afterStart,
  afterStop,
  extremesOf,
  finishedLaps,
  lapsOf,
  parseStopwatch,
  shown,
  zeroStopwatch,
  type Stopwatch,
} from './stopwatch';

const moment = { wall: 1_000, behindMs: null };
const running = afterStart(zeroStopwatch, moment);

function withLaps(...totals: number[]): Stopwatch {
  return totals.reduce(afterLap, running);
}

test('a stopwatch starts and stops', () => {
  expect(running).toEqual({ banked: 0, started: moment, lapTotals: [], lapNames: [] });
  const stopped = afterStop(running, 2_345.6);
  expect(stopped).toEqual({ banked: 2_345.6, started: null, lapTotals: [], lapNames: [] });
  expect(afterStart(stopped, { wall: 9_000, behindMs: 3 })).toEqual({
    banked: 2_345.6,
    started: { wall: 9_000, behindMs: 3 },
    lapTotals: [],
    lapNames: [],
  });
});

test('a lap of a tab that is slightly behind the one of the last lap is no earlier than that', () => {
  const { lapTotals } = withLaps(10_000, 9_950);
  expect(lapTotals).toEqual([10_000, 10_000]);
});

test('a running stopwatch is not started again, and a stopped one not stopped', () => {
  expect(afterStart(running, { wall: 5, behindMs: null })).toBe(running);
  expect(afterStop(zeroStopwatch, 10)).toBe(zeroStopwatch);
});

test('laps are taken only while it runs', () => {
  expect(afterLap(zeroStopwatch, 10)).toBe(zeroStopwatch);
  expect(afterLap(running, 10).lapTotals).toEqual([10]);
});

test('lap times add up to the totals shown', () => {
  const laps = lapsOf(withLaps(1_239.9, 2_475.1, 9_999.99));
  expect(laps).toEqual([
    { number: 1, lapTime: 1_230, totalTime: 1_230, name: '' },
    { number: 2, lapTime: 1_240, totalTime: 2_470, name: '' },
    { number: 3, lapTime: 7_520, totalTime: 9_990, name: '' },
  ]);
});

test('names belong to their laps', () => {
  const named = afterNaming(withLaps(1_000, 3_000), 2, 'up the bridge');
  expect(lapsOf(named).map(({ name }) => name)).toEqual(['', 'up the bridge']);
  expect(lapsOf(afterLap(named, 4_000)).map(({ name }) => name)).toEqual(['', 'up the bridge', '']);
  expect(afterNaming(named, 2, '').lapNames).toEqual(['', '']);
});

test.each([
  [0, 0],
  [9.99, 0],
  [10, 10],
  [59_999.9, 59_990],
])('%d ms are shown as %d', (elapsed, expected) => {
  expect(shown(elapsed)).toBe(expected);
});

test.each([
  ['no lap', [], null],
  ['one lap', [500], null],
  ['two laps', [500, 900], { fastest: 2, slowest: 1 }],
  ['equal laps', [500, 1_000, 1_500], null],
  ['ties: the earlier counts', [500, 1_000, 1_900, 2_800], { fastest: 1, slowest: 3 }],
])('the fastest and slowest of %s', (_, totals, expected) => {
  expect(extremesOf(lapsOf(withLaps(...totals)))).toEqual(expected);
});

describe('a stored stopwatch', () => {
  test.each([zeroStopwatch, running, withLaps(500, 900), afterStop(withLaps(500), 777.7)])(
    'is restored unchanged: %j',
    (stopwatch) => {
      expect(parseStopwatch(JSON.parse(JSON.stringify(stopwatch)))).toEqual(stopwatch);
    },
  );

  test.each([
    null,
    [],
    'running',
    { banked: -1, started: null, lapTotals: [], lapNames: [] },
    { banked: 0, started: 5, lapTotals: [], lapNames: [] },
    { banked: 0, started: { wall: 5 }, lapTotals: [], lapNames: [] },
    { banked: 0, started: null },
    { banked: 0, started: null, lapTotals: [3, 2] },
    { banked: 0, started: null, lapTotals: ['3'] },
  ])('is ignored if it is %j', (stored) => {
    expect(parseStopwatch(stored)).toBeNull();
  });
});

test('a stop ends the last lap, which counts, can be named, and goes on at the next start', () => {
  const running = afterLap(afterStart(zeroStopwatch, moment), 1_000);
  expect(finishedLaps(running)).toHaveLength(1);
  const stopped = afterNaming(afterStop(running, 2_505.5), 2, 'home');
  expect(finishedLaps(stopped)).toEqual([
    { number: 1, lapTime: 1_000, totalTime: 1_000, name: '' },
    { number: 2, lapTime: 1_500, totalTime: 2_500, name: 'home' },
  ]);
  const on = afterStart(stopped, moment);
  expect(finishedLaps(on)).toHaveLength(1);
  expect(lapsOf(afterLap(on, 4_000))[1]).toMatchObject({ lapTime: 3_000, name: 'home' });
  // Without a lap there is only the time.
  expect(finishedLaps(afterStop(afterStart(zeroStopwatch, moment), 900))).toEqual([]);
});
