// What an alarm that was read from a line means as a rule, and how the line writes that.
import type { IntlShape } from 'react-intl';
import { lineStart } from '../../i18n/long-date-text';
import { ruleText } from '../../i18n/rule-text';
import { eachWeekdayText } from '../../i18n/date-text';
import { isKnownRepeat } from '../../model/rows';
import type { Alarm, AlarmDraft, AlarmRule } from '../../model/types';
import type { WeekStart } from '../../settings/choices';
import type { ReaderClock, TypedAlarm, TypedReader, TypedRule } from '../../typed/reader';
import { visitorZone } from '../../time/visitor-zone';

/** A bare time means once. */
const onceRule: TypedRule = { repeat: 'once', days: [], date: null };

export function ruleOfLine({ rule }: TypedAlarm): TypedRule {
  return rule ?? onceRule;
}

/** The rule as a request and the preview take it. */
export function alarmRule(alarm: TypedAlarm, changed: Alarm | null): AlarmRule {
  const { time } = alarm;
  const timezone = changed?.timezone ?? visitorZone();
  const pausedUntil = changed?.pausedUntil ?? null;
  const daysOff = changed?.daysOff ?? 'silent';
  if (alarm.rule === null && changed !== null && hasOtherRhythm(changed)) {
    const { repeat, rule, from } = changed;
    return { time, repeat, rule, from, timezone, pausedUntil, daysOff };
  }
  const { repeat, days, date, rule, from } = ruleOfLine(alarm);
  return {
    time,
    repeat,
    days: repeat === 'days' ? days : null,
    date,
    ...(repeat === 'rule' && { rule, from }),
    timezone,
    pausedUntil,
    daysOff,
  };
}

/** The fields of a rule that a request contains. */
export function ruleFields(rule: TypedRule): Pick<AlarmDraft, 'repeat'> & Partial<AlarmDraft> {
  const { repeat, days, date, rule: recurrence, from } = rule;
  if (repeat === 'rule') return { repeat, rule: recurrence, from };
  return repeat === 'days' ? { repeat, days } : { repeat, ...(date !== null && { date }) };
}

/** Whether an alarm repeats in a way that a line cannot say: it stays as it is. */
export function hasOtherRhythm({ repeat }: Alarm): boolean {
  return repeat === 'rule' || !isKnownRepeat(repeat);
}

function isWithoutDays({ repeat, date }: TypedRule): boolean {
  return repeat === 'once' && date === null;
}

/**
 * The text of an alarm on the line, which the reader reads back: a name that would be read as something else is in
 * quotation marks.
 */
export function lineText(
  parts: readonly [time: string, rule: string],
  name: string,
  reader: TypedReader | null,
  clock: ReaderClock,
): string {
  const text = (written: string) => [...parts, written].filter((part) => part !== '').join(' ');
  const plain = text(name);
  if (name === '' || reader === null) return plain;
  const { row, unclear } = reader.alarm(plain, clock);
  const isReadBack =
    row?.name === name && unclear.length === 0 && sameWhen(row, reader.alarm(text(''), clock).row);
  return isReadBack || /["“”„«»「」『』]/.test(name) ? plain : text(`"${name}"`);
}

function sameWhen(one: TypedAlarm, other: TypedAlarm | null): boolean {
  return one.time === other?.time && JSON.stringify(one.rule) === JSON.stringify(other.rule);
}

/** The words of a rule on the line: none for an alarm that rings once, and `every week` for a day alone. */
export function lineRuleText(
  intl: IntlShape,
  alarm: TypedAlarm,
  changed: Alarm | null,
  now: number,
  weekStart: WeekStart,
): string {
  const rule = ruleOfLine(alarm);
  if (isWithoutDays(rule)) return '';
  const [day, ...others] = rule.days;
  if (rule.repeat === 'days' && day !== undefined && others.length === 0) {
    const text = intl.formatMessage(
      { id: 'rule.weeks' },
      { interval: 1, days: eachWeekdayText(intl, day) },
    );
    return lineStart(text, intl.locale);
  }
  return ruleText(intl, alarmRule(alarm, changed), now, weekStart);
}
