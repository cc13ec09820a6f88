// Plans of interval timers in the form and in requests, and their validation.
import { createIntl } from 'react-intl';
import { beforeAll, expect, test } from 'vitest';
import { loadMessages } from '../../i18n/messages';
import { aTimer } from '../../testing/rows';
import { anotherStep, isSamePlan, planFields, planOf, totalOf } from './interval-dialog';
import { intervalSchema, type IntervalFields } from './timer-dialog';

let schema: ReturnType<typeof intervalSchema>;

beforeAll(async () => {
  schema = intervalSchema(
    createIntl({ locale: 'en', messages: await loadMessages('en', 'timer') }),
  );
});

const steps = [
  { seconds: 1500, label: 'Focus' },
  { seconds: 305, label: null },
];
const fields: IntervalFields = { ...planFields(steps, 4), label: '', sound: 'default' };
/** The fields with changes in the second step. */
const withStep = (changes: object) => ({
  ...fields,
  steps: fields.steps.map((step, at) => (at === 1 ? { ...step, ...changes } : step)),
});

function errorsOf(typed: object): readonly string[] {
  try {
    schema.validateSync(typed, { abortEarly: false });
    return [];
  } catch (error) {
    return (error as { readonly errors: readonly string[] }).errors;
  }
}

test('a plan is unchanged after a conversion to fields and back', () => {
  expect(fields.steps[1]).toEqual({ key: 1, label: '', minutes: 5, seconds: 5 });
  expect(planOf(fields)).toEqual({ steps, rounds: 4 });
  expect(totalOf(fields)).toBe(4 * 1805);
});

test('an empty field counts as zero, and names are trimmed', () => {
  const typed = withStep({ minutes: '', seconds: 9, label: ' Rest ' });
  expect(totalOf(schema.cast(typed))).toBe(4 * 1509);
  expect(planOf(schema.cast(typed)).steps?.[1]).toEqual({ seconds: 9, label: 'Rest' });
});

test.each([
  [{ minutes: 0, seconds: 0 }, 'Set at least one second.'],
  [{ minutes: 1440 }, 'Enter a whole number from 0 to 1439.'],
  [{ seconds: 60 }, 'Enter a whole number from 0 to 59.'],
  [{ minutes: -1, seconds: 0 }, 'Enter a whole number from 0 to 1439.'],
  [{ minutes: 1.5 }, 'Enter a whole number from 0 to 1439.'],
  [{ minutes: 'x' }, 'Enter a whole number from 0 to 1439.'],
  [{ label: 'a'.repeat(101) }, 'Use 100 characters or fewer.'],
])('a step of %o has an error', (changes, message) => {
  expect(errorsOf(withStep(changes))).toEqual([message]);
});

test.each(['', 0, 100, 2.5])('"%s" rounds are invalid', (rounds) => {
  expect(errorsOf({ ...fields, rounds })).toEqual(['Enter a whole number from 1 to 99.']);
});

test('a new step gets an unused key, even after others were removed', () => {
  const [, second] = fields.steps;
  expect(anotherStep(second === undefined ? [] : [second])).toEqual({
    key: 2,
    label: '',
    minutes: 1,
    seconds: 0,
  });
  expect(anotherStep([]).key).toBe(0);
});

test('a timer is recognised as having a plan', () => {
  const timer = aTimer({ steps, rounds: 4, step: 0 });
  expect(isSamePlan(timer, { steps, rounds: 4 })).toBe(true);
  expect(isSamePlan(timer, { steps, rounds: 3 })).toBe(false);
  expect(isSamePlan(timer, { steps: steps.slice(1), rounds: 4 })).toBe(false);
  expect(isSamePlan(timer, { steps: [...steps].reverse(), rounds: 4 })).toBe(false);
});
