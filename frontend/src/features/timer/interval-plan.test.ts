// Plans as they are typed, and as the server takes them.
import { expect, test } from 'vitest';
import { aTimer } from '../../testing/rows';
import { isSamePlan, planOf, totalOf, typedPlan, type TypedPlan } from './interval-plan';

const steps = [
  { seconds: 1500, label: 'Focus' },
  { seconds: 305, label: null },
];
const typed = typedPlan(steps, 4);
const withStep = (changes: object): TypedPlan => ({
  ...typed,
  steps: typed.steps.map((step, at) => (at === 1 ? { ...step, ...changes } : step)),
});

test('a plan comes back from its fields as it was', () => {
  expect(typed.steps[1]).toMatchObject({ label: '', minutes: '5', seconds: '5' });
  expect(planOf(typed)).toEqual({ steps, rounds: 4 });
  expect(totalOf(typed)).toBe(4 * 1805);
});

test('an empty field counts as none, and names lose their outer spaces', () => {
  const plan = planOf(withStep({ minutes: '', seconds: '9', label: ' Rest ' }));
  expect(plan?.steps?.[1]).toEqual({ seconds: 9, label: 'Rest' });
});

test.each([
  { minutes: '0', seconds: '0' },
  { minutes: '1440' },
  { seconds: '60' },
  { seconds: '-1' },
  { minutes: '1.5' },
  { minutes: 'x' },
])('a step of %o is none', (changes) => {
  expect(planOf(withStep(changes))).toBeNull();
  expect(totalOf(withStep(changes))).toBeNull();
});

test.each(['', '0', '100', '2.5'])('"%s" rounds are none', (rounds) => {
  expect(planOf({ ...typed, rounds })).toBeNull();
});

test('a timer knows its own plan', () => {
  const timer = aTimer({ steps, rounds: 4, step: 0 });
  expect(isSamePlan(timer, { steps, rounds: 4 })).toBe(true);
  expect(isSamePlan(timer, { steps, rounds: 3 })).toBe(false);
  expect(isSamePlan(timer, { steps: steps.slice(1), rounds: 4 })).toBe(false);
  expect(isSamePlan(timer, { steps: [...steps].reverse(), rounds: 4 })).toBe(false);
});
