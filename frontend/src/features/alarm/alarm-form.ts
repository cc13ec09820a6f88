// The fields of the alarm form: their rules, how an alarm fills them, and what is written of them.
import type { IntlShape } from 'react-intl';
import { array, number, object, string, type InferType } from 'yup';
import { labelRule } from '../../components/forms/label-rule';
import { daysOf } from '../../i18n/weekdays';
import { minuteText } from '../../time/zone-offset';
import { dayNumber, weekdayIndex } from '../../model/calendar-day';
import { recurrenceOf, ruleOfRecurrence } from '../../model/recurrence';
import { isKnownRepeat } from '../../model/rows';
import { hourMs } from '../../model/time-of-day';
import { repeats, soundNames, weekdays, type AlarmDraft, type Day } from '../../model/types';
import { nextTriggerIgnoring, type RingRule } from '../../rings/next-trigger';
import { alarmDefaults, type NewAlarm } from '../../rows/alarms';
import { listOf } from '../../rows/store';
import { ringSettings } from '../../sound/ring-settings';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { isSameZone } from '../../time/zone-identity';

export const snoozeLimits = { min: 1, max: 60 } as const;
/** Also for an empty field, in minutes. */
const defaultSnooze = alarmDefaults.snoozeInterval;

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

/** What says when an alarm repeats. */
type Repetition = 'repeat' | 'days' | 'date' | 'rule' | 'from';
export type RuleFields = Pick<AlarmFields, 'rule' | 'from'>;

/** A new alarm begins with the next full hour in the visitor's zone, and repeats as the newest one does. */
export function newAlarm(): AlarmFields {
  const timezone = visitorZone();
  const [hour] = minuteText(synchronisedNow() + hourMs, timezone).split(':');
  return fieldsOf({
    ...alarmDefaults,
    ...newestRule(),
    time: `${hour ?? '00'}:00`,
    timezone,
    sound: ringSettings.read().newSound,
  });
}

/** The rule of the newest alarm, but no date; every day if there is none, or one that this page does not know. */
function newestRule(): Pick<NewAlarm, 'repeat'> & Partial<Pick<NewAlarm, Repetition>> {
  const [newest] = (listOf('alarms')?.rows ?? []).toSorted((one, other) =>
    one.createdAt < other.createdAt ? 1 : -1,
  );
  if (newest === undefined || !isKnownRepeat(newest.repeat)) return { repeat: 'daily' };
  const { repeat, days, rule, from } = newest;
  return { repeat, days, rule, from };
}

export function fieldsOf(alarm: NewAlarm): AlarmFields {
  const { time, repeat, sound, snoozeInterval, timezone } = alarm;
  return {
    time,
    // A way to repeat that only a newer version knows is shown as one, and stays.
    repeat: isKnownRepeat(repeat) ? repeat : 'rule',
    days: [...(alarm.days ?? [])],
    date: alarm.date ?? '',
    rule: alarm.rule ?? '',
    from: alarm.from ?? '',
    daysOff: alarm.daysOff,
    label: alarm.label ?? '',
    sound,
    snoozeInterval,
    timezone,
    pausedUntil: alarm.pausedUntil ?? '',
  };
}

export function hasCustomSettings({
  snoozeInterval,
  timezone,
  pausedUntil,
  daysOff,
}: AlarmFields): boolean {
  return (
    snoozeInterval !== defaultSnooze ||
    !isSameZone(timezone, visitorZone()) ||
    pausedUntil !== '' ||
    daysOff !== alarmDefaults.daysOff
  );
}

/** All that the form writes besides the repetition: the compiler names a field that is missing. */
type Written = Required<Omit<AlarmDraft, Repetition | 'enabled'>>;

/** What to write of the fields; of a change, only what differs is sent. */
export function draftOf(fields: AlarmFields): Written & Partial<Pick<AlarmDraft, Repetition>> {
  const { time, label, sound, snoozeInterval, timezone, pausedUntil, daysOff } = fields;
  return {
    time,
    ...ruleOfFields(fields),
    label: label === '' ? null : label,
    sound,
    snoozeInterval,
    timezone,
    pausedUntil: dayOrNull(pausedUntil),
    daysOff,
  };
}

export function ruleOfFields(fields: AlarmFields): Partial<Pick<AlarmDraft, Repetition>> {
  const { repeat, days, date, rule, from } = fields;
  if (isUnknownRule(fields)) return {};
  if (repeat === 'rule') return { repeat, rule, from };
  if (repeat === 'days') return { repeat, days };
  return repeat === 'once' ? { repeat, date: dayOrNull(date) } : { repeat };
}

/** A rule that this page does not know stays as it is. */
export function isUnknownRule({ repeat, rule }: AlarmFields): boolean {
  return repeat === 'rule' && recurrenceOf(rule) === null;
}

export function dayOrNull(day: string): Day | null {
  return day === '' ? null : day;
}

/** Every second week on the days that were chosen before, or if those were all or none, on today's. */
export function otherRhythm(
  { repeat, days }: Pick<AlarmFields, 'repeat' | 'days'>,
  today: Day,
): RuleFields {
  const chosen = daysOf(repeat, days);
  const isSome = chosen.length > 0 && chosen.length < weekdays.length;
  const index = weekdayIndex(dayNumber(today) ?? 0);
  return {
    rule: ruleOfRecurrence({
      frequency: 'WEEKLY',
      interval: 2,
      days: isSome ? chosen : weekdays.slice(index, index + 1),
      nthDays: [],
      monthDays: [],
      until: null,
    }),
    from: today,
  };
}
