// Converts a recurrence rule of a calendar (RFC 5545) to the rule of an alarm, which knows a part of them. Days are in
// the rule's own zone, and numbers.
import { weekdays, type AlarmDraft, type Weekday } from '../../model/types';
import { ruleOf } from '../../i18n/weekdays';
import {
  dateOfDay,
  dayOfNumber,
  firstOfMonth,
  monthOfDay,
  weekdayIndex,
} from '../../model/calendar-day';
import { recurrenceOf, ruleOfRecurrence, type Recurrence } from '../../model/recurrence';
import { nextRuleDay } from '../../rings/recurrence-days';
import type { Recur, Time } from './ical-types';

/** A series of more recurrences, which are a dozen years of daily ones, counts as one without an end. */
const countedAtMost = 5_000;

type Parts = Readonly<Partial<Record<string, readonly unknown[]>>>;

/** The rule without its end; null if no alarm can represent it. */
export function recurrenceOfEvent(rule: Recur, start: Time): Recurrence | null {
  const first = dayOfTime(start);
  const converted = converts(rule, first);
  return converted !== null && isOfMondays(rule, converted, first) ? converted : null;
}

/** With weeks that begin on Monday. */
function converts(rule: Recur, first: number): Recurrence | null {
  const { BYDAY: byDay, BYMONTHDAY: byMonthDay, BYMONTH, BYSETPOS, ...rest } = rule.parts as Parts;
  if (Object.keys(rest).length > 0) return null;
  const isOfMonth = BYMONTH?.length === 1 && BYMONTH[0] === (monthOfDay(first) % 12) + 1;
  if (BYMONTH !== undefined && !(isOfMonth && rule.freq === 'YEARLY')) return null;
  // A place within the days of a month, as some programs write it.
  const place = BYSETPOS?.length === 1 && byDay?.length === 1 ? String(BYSETPOS[0]) : '';
  if (BYSETPOS !== undefined && place === '') return null;
  const days = byDay?.map((day) => `${place}${String(day)}`);
  const { freq, interval } = rule;
  const of = (frequency: string, every: number, part: string) =>
    recurrenceOf(`FREQ=${frequency};INTERVAL=${every}${part}`);
  const inMonth =
    days === undefined
      ? `;BYMONTHDAY=${(byMonthDay ?? [dateOfDay(first)]).join()}`
      : `;BYDAY=${days.join()}`;
  if (days !== undefined && byMonthDay !== undefined) return null;
  switch (freq) {
    case 'DAILY':
      if (byMonthDay !== undefined) return null;
      if (days === undefined) return of(freq, interval, '');
      return interval === 1 ? of('WEEKLY', 1, `;BYDAY=${days.join()}`) : null;
    case 'WEEKLY':
      if (byMonthDay !== undefined) return null;
      return of(freq, interval, `;BYDAY=${(days ?? [codeOf(weekdayIndex(first))]).join()}`);
    case 'MONTHLY':
      return of(freq, interval, inMonth);
    case 'YEARLY':
      if (days === undefined && byMonthDay === undefined) return of(freq, interval, '');
      return isOfMonth ? of('MONTHLY', interval * 12, inMonth) : null;
    default:
      return null;
  }
}

/** Whether a week that begins on another day than Monday makes no difference. */
function isOfMondays(rule: Recur, { interval, days }: Recurrence, first: number): boolean {
  if (interval === 1) return true;
  // The library counts from Sunday, from 1.
  const begin = (rule.wkst + 5) % 7;
  const isBefore = (index: number) => index < begin;
  const side = isBefore(weekdayIndex(first));
  return days.every((day) => isBefore(weekdays.indexOf(day)) === side);
}

function daysFrom(recurrence: Recurrence, first: number, most: number): readonly number[] {
  const days: number[] = [];
  let day = nextRuleDay(recurrence, first, first);
  while (day !== null && days.length < most) {
    days.push(day);
    day = nextRuleDay(recurrence, first, day + 1);
  }
  return days;
}

/** The last day on which a series recurs; null if it has no end. */
export function lastDayOf(
  rule: Recur,
  recurrence: Recurrence,
  start: Time,
  until: number | null,
): number | null {
  if (until !== null) return until;
  if (!rule.count || rule.count > countedAtMost) return null;
  return daysFrom(recurrence, dayOfTime(start), rule.count).at(-1) ?? null;
}

/** A rule moved by some days, earlier or later; null if no rule is. */
export function shifted(recurrence: Recurrence, by: number): Recurrence | null {
  if (by === 0) return recurrence;
  const { frequency, days } = recurrence;
  if (frequency === 'MONTHLY') return null;
  const moved = days.map((day) => weekdays[(weekdays.indexOf(day) + (by % 7) + 7) % 7]);
  return { ...recurrence, days: weekdays.filter((day) => moved.includes(day)) };
}

type Rule = Pick<AlarmDraft, 'repeat' | 'days' | 'rule' | 'from'>;

/** The rule of an alarm: by its usual name if it has one. */
export function alarmRule(recurrence: Recurrence, first: number, last: number | null): Rule {
  const { frequency, interval, days } = recurrence;
  if (last === null && interval === 1 && (frequency === 'DAILY' || frequency === 'WEEKLY')) {
    const rule = ruleOf(frequency === 'DAILY' ? weekdays : days);
    return rule.repeat === 'days' ? rule : { repeat: rule.repeat };
  }
  const until = last === null ? null : dayOfNumber(last);
  return {
    repeat: 'rule',
    rule: ruleOfRecurrence({ ...recurrence, until }),
    from: dayOfNumber(first),
  };
}

function codeOf(index: number): string {
  return (weekdays[index] satisfies Weekday | undefined)?.slice(0, 2).toUpperCase() ?? '';
}

function dayOfTime({ year, month, day }: Time): number {
  return firstOfMonth(year * 12 + month - 1) + day - 1;
}
