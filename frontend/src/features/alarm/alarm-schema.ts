// Validation of the alarm form.
import type { IntlShape } from 'react-intl';
import { array, number, object, string, type InferType } from 'yup';
import { repeats, soundNames, weekdays } from '../../model/types';
import { labelRule } from '../../components/forms/label-rule';

export const snoozeLimits = { min: 1, max: 60 } as const;
/** The default snooze in minutes, also for an empty field. */
export const usualSnooze = 5;

/** The rules, with messages in the reader's language. */
export function alarmSchema(intl: IntlShape) {
  const { formatMessage } = intl;
  const snoozeMessage = formatMessage({ id: 'field.wholeNumber' }, snoozeLimits);
  return object({
    time: string()
      .matches(/^([01]\d|2[0-3]):[0-5]\d$/, formatMessage({ id: 'alarm.timeRequired' }))
      .required(formatMessage({ id: 'alarm.timeRequired' })),
    repeat: string().oneOf(repeats).required(),
    days: array(string().oneOf(weekdays).required()).required(),
    date: string().default(''),
    label: labelRule(intl),
    sound: string().oneOf(soundNames).required(),
    snoozeInterval: number()
      .transform((minutes: number) => (Number.isNaN(minutes) ? usualSnooze : minutes))
      .integer(snoozeMessage)
      .min(snoozeLimits.min, snoozeMessage)
      .max(snoozeLimits.max, snoozeMessage)
      .default(usualSnooze),
    timezone: string().required(),
    pausedUntil: string().default(''),
  });
}

export type AlarmFields = InferType<ReturnType<typeof alarmSchema>>;
