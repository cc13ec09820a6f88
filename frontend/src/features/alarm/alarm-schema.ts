// What an alarm's form may hold.
import type { IntlShape } from 'react-intl';
import { number, object, string, type InferType } from 'yup';
import { repeats, soundNames } from '../../api/types';
import { labelLimit } from '../../components/label-field';

export const snoozeLimits = { min: 1, max: 60 } as const;

/** The rules, with their messages in the reader's language. */
export function alarmSchema({ formatMessage }: IntlShape) {
  const snoozeMessage = formatMessage({ id: 'field.wholeNumber' }, snoozeLimits);
  return object({
    time: string()
      .matches(/^([01]\d|2[0-3]):[0-5]\d$/, formatMessage({ id: 'alarm.timeRequired' }))
      .required(formatMessage({ id: 'alarm.timeRequired' })),
    repeat: string().oneOf(repeats).required(),
    label: string()
      .trim()
      .max(labelLimit, formatMessage({ id: 'field.labelTooLong' }, { max: labelLimit }))
      .default(''),
    sound: string().oneOf(soundNames).required(),
    snoozeInterval: number()
      .typeError(snoozeMessage)
      .integer(snoozeMessage)
      .min(snoozeLimits.min, snoozeMessage)
      .max(snoozeLimits.max, snoozeMessage)
      .required(snoozeMessage),
    timezone: string().required(),
  });
}

export type AlarmFields = InferType<ReturnType<typeof alarmSchema>>;
