// Validation of the timer forms.
import type { IntlShape } from 'react-intl';
import { array, number, object, string, type InferType } from 'yup';
import { soundNames } from '../../model/types';
import { labelRule } from '../../components/forms/label-rule';
import { longestSeconds, mostSteps, planLimits } from './plan-limits';

interface Limits {
  readonly min: number;
  readonly max: number;
}

/** The rules of a timer of one length, with their messages in the reader's language. */
export function timerSchema(intl: IntlShape) {
  const lengthMessage = intl.formatMessage({ id: 'timer.lengthRequired' });
  return object({
    totalSeconds: number()
      .typeError(lengthMessage)
      .integer(lengthMessage)
      .min(1, intl.formatMessage({ id: 'timer.tooShort' }))
      .max(longestSeconds, lengthMessage)
      .required(lengthMessage),
    ...shared(intl),
  });
}

export type TimerFields = InferType<ReturnType<typeof timerSchema>>;

/** The rules of an interval timer. */
export function intervalSchema(intl: IntlShape) {
  const step = object({
    /** A key for React. */
    key: number().required(),
    label: labelRule(intl),
    minutes: whole(intl, planLimits.minutes),
    seconds: whole(intl, planLimits.seconds).test(
      'length',
      intl.formatMessage({ id: 'timer.tooShort' }),
      (seconds, { parent }) => {
        const { minutes } = parent as { readonly minutes: number };
        // Invalid minutes have an error of their own.
        return !(minutes >= 0) || minutes * 60 + seconds > 0;
      },
    ),
  });
  return object({
    steps: array(step).min(1).max(mostSteps).required(),
    rounds: whole(intl, planLimits.rounds),
    ...shared(intl),
  });
}

export type IntervalFields = InferType<ReturnType<typeof intervalSchema>>;
export type StepFields = IntervalFields['steps'][number];

/** A whole number; an empty field counts as 0. */
function whole({ formatMessage }: IntlShape, limits: Limits) {
  const message = formatMessage({ id: 'field.wholeNumber' }, { ...limits });
  return number()
    .transform((value: number, typed: unknown) => (typed === '' ? 0 : value))
    .typeError(message)
    .integer(message)
    .min(limits.min, message)
    .max(limits.max, message)
    .default(0);
}

function shared(intl: IntlShape) {
  return { label: labelRule(intl), sound: string().oneOf(soundNames).required() };
}
