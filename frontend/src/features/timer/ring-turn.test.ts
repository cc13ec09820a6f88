// Winding the ring of sixty: presses, turns and whole turns.
import { expect, test } from 'vitest';
import { boundedTurn, grasped, turnedBy, wound, woundLength, type Winding } from './ring-turn';

const near = (tick: number) => ({ turn: (((tick % 60) + 60) % 60) / 60, far: 1 });
const away = (tick: number) => ({ ...near(tick), far: 1.6 });

/** Moves the pointer over some ticks, one after the other. */
function turned(start: Winding, from: number, to: number): Winding {
  const way = Math.sign(to - from);
  return Array.from({ length: Math.abs(to - from) }, (_, index) => from + way * (index + 1)).reduce(
    (winding, tick) => wound(winding, near(tick)),
    start,
  );
}

test('a press sets the nearest tick, and the uppermost means an hour', () => {
  expect(woundLength(grasped(near(25.4), 0), near(25.4))).toBe(25 * 60);
  expect(woundLength(grasped(near(0.3), 600), near(0.3))).toBe(3600);
  expect(woundLength(grasped(near(59.7), 600), near(59.7))).toBe(3600);
});

test.each([-0.7, -0.3, 0, 0.5])(
  'from its resting place, taken at tick %f, the hand is pulled to where the pointer is',
  (tick) => {
    const start = grasped(near(tick), 0);
    expect(woundLength(start, near(tick))).toBe(0);
    const quarter = [5, 10, 15].reduce((winding, to) => wound(winding, near(to)), start);
    expect(woundLength(quarter, near(15))).toBe(15 * 60);
    expect(woundLength(turned(quarter, 15, 60), near(60))).toBe(3600);
    expect(woundLength(turned(start, 0, -10), near(-10))).toBe(0);
  },
);

test('a press on the hand keeps the length, also after whole turns', () => {
  const present = 85 * 60;
  expect(woundLength(grasped(near(26), present), near(26))).toBe(present);
  expect(woundLength(grasped(near(40), present), near(40))).toBe(40 * 60);
  const taken = grasped(near(26), present);
  expect(woundLength(wound(taken, near(26.3)), near(26.3))).toBe(present);
  expect(woundLength(wound(taken, near(27)), near(27))).toBe(87 * 60);
});

test('clockwise a tick is a minute, past a full turn it goes on', () => {
  const start = grasped(near(50), 0);
  expect(woundLength(turned(start, 50, 75), near(75))).toBe(75 * 60);
  expect(woundLength(turned(turned(start, 50, 75), 75, 70), near(70))).toBe(70 * 60);
});

test('it ends at zero and at 23:59', () => {
  const start = grasped(near(5), 0);
  const least = turned(start, 5, -20);
  expect(woundLength(least, near(-20))).toBe(0);
  // From the end it counts from there.
  expect(woundLength(turned(least, -20, -18), near(-18))).toBe(120);
  const most = turned(start, 5, 1600);
  expect(woundLength(most, near(1600))).toBe(23 * 3600 + 59 * 60);
  expect(woundLength(most, away(1600))).toBe(23 * 3600 + 59 * 60 + 55);
});

test('far from the ring the steps are finer', () => {
  const start = grasped(near(10), 0);
  expect(woundLength(wound(start, near(10.2)), away(10.2))).toBe(10 * 60 + 10);
  expect(woundLength(wound(start, near(10.2)), near(10.2))).toBe(600);
});

test('a running ring is turned by minutes from what is left, and never to its end', () => {
  const left = 204;
  const grip: Winding = { seconds: left, turn: 0.5 };
  expect(turnedBy(grip, left, near(30))).toBe(0);
  expect(turnedBy(turned(grip, 30, 32), left, near(32))).toBe(120);
  expect(turnedBy(turned(grip, 30, 29), left, near(29))).toBe(-60);
  expect(turnedBy(turned(grip, 30, 20), left, near(20))).toBe(-180);
  expect(turnedBy(wound(grip, near(30.2)), left, away(30.2))).toBe(10);
  expect(boundedTurn(86_399, left)).toBe(86_399 - left);
  expect(boundedTurn(-60, 1)).toBe(0);
  expect(boundedTurn(-60, 0)).toBe(0);
});
