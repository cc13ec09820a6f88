// Validation of the alarm form.
import type { IntlShape } from 'react-intl';
import { array, number, object, string, type InferType } from 'yup';
import { repeats, soundNames, weekdays } from '../../model/types';
import { labelRule } from '../../components/forms/label-rule';
import { recurrenceOf } from '../../model/recurrence';
import { nextTriggerIgnoring, type RingRule } from '../../rings/next-trigger';
import { synchronisedNow } from '../../time/synchronised-time';

export const snoozeLimits = { min: 1, max: 60 } as const;
/** The default snooze in minutes, also for an empty field. */
export const defaultSnooze = 5;

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
    rule: string()
      .default('')
      .test('rings', formatMessage({ id: 'rule.never' }), (rule, { parent }) => {
        const alarm = parent as Pick<RingRule, 'time' | 'timezone' | 'repeat' | 'from'>;
        const isKnown = alarm.repeat === 'rule' && recurrenceOf(rule) !== null;
        return !isKnown || nextTriggerIgnoring({ ...alarm, rule }, synchronisedNow()) !== null;
      }),
    from: string().default(''),
    daysOff: string().oneOf(['silent', 'ring']).required(),
    label: labelRule(intl),
    sound: string().oneOf(soundNames).required(),
    snoozeInterval: number()
      .transform((minutes: number) => (Number.isNaN(minutes) ? defaultSnooze : minutes))
      .integer(snoozeMessage)
      .min(snoozeLimits.min, snoozeMessage)
      .max(snoozeLimits.max, snoozeMessage)
      .default(defaultSnooze),
    timezone: string().required(),
    pausedUntil: string().default(''),
  });
}

export type AlarmFields = InferType<ReturnType<typeof alarmSchema>>;
