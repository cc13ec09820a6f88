// What a timer's form may hold.
import type { IntlShape } from 'react-intl';
import { number, object, string, type InferType } from 'yup';
import { soundNames } from '../../api/types';
import { labelRule } from '../../components/forms/label-rule';

export const partLimits = {
  hours: { min: 0, max: 23 },
  minutes: { min: 0, max: 59 },
  seconds: { min: 0, max: 59 },
} as const;

/** The rules, with their messages in the reader's language. */
export function timerSchema(intl: IntlShape) {
  const { formatMessage } = intl;
  const part = (limits: { readonly min: number; readonly max: number }) => {
    const message = formatMessage({ id: 'field.wholeNumber' }, limits);
    return number()
      .transform((value: number, typed: unknown) => (typed === '' ? 0 : value))
      .typeError(message)
      .integer(message)
      .min(limits.min, message)
      .max(limits.max, message)
      .default(0);
  };
  return object({
    hours: part(partLimits.hours),
    minutes: part(partLimits.minutes),
    seconds: part(partLimits.seconds).test(
      'length',
      formatMessage({ id: 'timer.tooShort' }),
      (seconds, { parent }) => totalSecondsOf({ ...(parent as LengthFields), seconds }) > 0,
    ),
    label: labelRule(intl),
    sound: string().oneOf(soundNames).required(),
  });
}

export type TimerFields = InferType<ReturnType<typeof timerSchema>>;

interface LengthFields {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** The length in seconds; an empty field counts as 0. */
export function totalSecondsOf({ hours, minutes, seconds }: LengthFields): number {
  return hours * 3600 + minutes * 60 + seconds;
}
