// What an alarm that was read from a line means as a rule.
import { isKnownRepeat } from '../../model/rows';
import type { Alarm, AlarmRule } from '../../model/types';
import type { TypedAlarm } from '../../i18n/typed-alarm';
import type { TypedRule } from '../../i18n/typed-rule';
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
  if (alarm.rule === null && changed !== null && hasOtherRhythm(changed)) {
    const { repeat, rule, from, daysOff } = changed;
    return { time, repeat, rule, from, timezone, pausedUntil, daysOff };
  }
  const { repeat, days, date } = ruleOfLine(alarm);
  return {
    time,
    repeat,
    days: repeat === 'days' ? days : null,
    date,
    timezone,
    pausedUntil,
    daysOff: changed?.daysOff ?? 'silent',
  };
}

/** Whether an alarm repeats in a way that a line cannot say: it stays as it is. */
export function hasOtherRhythm({ repeat }: Alarm): boolean {
  return repeat === 'rule' || !isKnownRepeat(repeat);
}

export function isBare({ repeat, date }: TypedRule): boolean {
  return repeat === 'once' && date === null;
}
