// Alarms and days off for the events of a calendar file. Each reminder of an event becomes an alarm; without one, the
// alarm rings when the event begins. A series becomes one alarm if a rule of ours rings at exactly its times, otherwise
// its next dates. The days of the events become days off.
import ICAL from 'ical.js';
import { ruleOf } from '../../i18n/weekdays';
import {
  dateOfDay,
  dayOfNumber,
  monthLength,
  monthOfDay,
  weekdayIndex,
  dayNumber,
} from '../../model/calendar-day';
import { recurrenceOf, ruleOfRecurrence } from '../../model/recurrence';
import { dayMs, minuteMs, timeOf } from '../../model/time-of-day';
import { weekdays } from '../../model/types';
import { triggersOf } from '../../rings/next-trigger';
import { instantOf, zoneOffset, isoDay } from '../../time/zone-offset';
import { labelLimit } from '../forms/label-rule';
import { calendarEvents, instantLater, type CalendarEvent, type Local } from './calendar-events';
import {
  parameterOf,
  readable,
  textOf,
  type Component,
  type Duration,
  type Recur,
} from './calendar-parts';
import {
  FileError,
  mostDates,
  mostItems,
  type FileContents,
  type FoundAlarm,
  type LeftOut,
  type Reason,
} from './contents';
import { longestRangeLabel, mostDaysOfRange, type DayRange } from '../../model/days-off';

/** A series is searched so far ahead; one that goes on then counts as one without an end. */
const searchedDays = 5_000;

/** The pattern of a yearly series takes long to show. */
const searchedYears = 60 * 366;

/** So many rings show the whole pattern of a rule: three weeks, the months with a leap year, or certain days of them. */
const patterns = { weeks: 21, months: 60, days: 400 };

/** Clocks change so long after midnight at the latest. */
const nightMs = 4 * 60 * minuteMs;

type Draft = FoundAlarm['draft'];
type Rule = Omit<Draft, 'label'>;

/** An instant, or a time before or after the start or end of each occurrence, and how much later it is repeated. */
type Reminder =
  | number
  | { readonly duration: Duration | null; readonly isOfEnd: boolean; readonly delay: number };

/** The alarms of all calendars in a file as of `now`; `visitorZone` is used for times without a zone. */
export function calendarAlarms(text: string, now: number, visitorZone: string): FileContents {
  const { events, leftOut, ...zones } = calendarEvents(text, now, visitorZone);
  const alarms: FoundAlarm[] = [];
  const others: LeftOut[] = [];
  for (const event of events) {
    const found = readable(() => alarmsOf(event, now, zones.zoneTaken)) ?? 'badTime';
    if (typeof found === 'string') others.push({ name: event.name, reason: found });
    else alarms.push(...found);
    if (alarms.length > mostItems) throw new FileError('tooMany');
  }
  const none = { timers: [], cities: [], daysOff: [], runs: [] };
  return { ...none, ...zones, alarms, leftOut: [...leftOut, ...others] };
}

function alarmsOf(event: CalendarEvent, now: number, zone: string): readonly FoundAlarm[] | Reason {
  const reminders = remindersOf(event);
  if (reminders.length === 0 && event.isAllDay) return 'allDay';
  const ofStart = { duration: null, isOfEnd: false, delay: 0 };
  const rings = (reminders.length === 0 ? [ofStart] : reminders).map((reminder) =>
    ringsOf(event, reminder, now, zone),
  );
  if (rings.every((found) => found.length === 0)) return 'over';
  return rings.flat();
}

function ringsOf(
  event: CalendarEvent,
  reminder: Reminder,
  now: number,
  zone: string,
): readonly FoundAlarm[] {
  const found = (rule: Rule, doubt: FoundAlarm['doubt'] = null): FoundAlarm => ({
    draft: { ...rule, label: labelOf(event.name) },
    skipped: null,
    ...((event.doubt ?? doubt) !== null && { doubt: event.doubt ?? doubt }),
  });
  if (typeof reminder === 'number') return reminder > now ? [found(onceAt(reminder, zone))] : [];
  const { rules, lastException } = event;
  const ringAt = ringOf(event, reminder);
  const begin = ringAt(event.start.at).instant;
  const lead = begin - instantOf(event.start.at, event.start.zone);
  const margin = 2 * dayMs + Math.abs(lead);
  const today = Math.floor(now / dayMs) * dayMs;
  const isBounded = rules.some(({ until, count }) => until !== null || count !== null);
  const isOfWeeks = rules.every(({ freq }) => ['DAILY', 'WEEKLY'].includes(freq));
  const limits = isOfWeeks ? ['BYMONTH', 'BYMONTHDAY', 'BYYEARDAY'] : ['BYMONTH', 'BYYEARDAY'];
  // Hours before or after a start are exact, also in the nights in which the clocks change.
  const hours = event.isAllDay ? 0 : lead % dayMs;
  const [from, to] = [event.start.at + Math.min(hours, 0), event.start.at + Math.max(hours, 0)];
  const isOfNight = hours !== 0 && Math.floor(to / dayMs) * dayMs + nightMs > from;
  // The clocks of two zones change on different days.
  const isOfDays =
    isOfNight ||
    event.start.zone !== event.end.zone ||
    rules.some(({ parts }) => limits.some((part) => part in parts));
  const pattern = patterns[isOfDays ? 'days' : isOfWeeks ? 'weeks' : 'months'];
  const changedDays = Math.max(0, Math.min(searchedDays, (lastException - today) / dayMs));
  const most = isBounded ? searchedDays : pattern + changedDays;
  const ahead = isBounded ? searchedDays : searchedYears;
  const before = rules.length === 0 ? Infinity : Math.max(today, event.start.at) + ahead * dayMs;
  const starts = event.starts(today - margin, before, most + margin / dayMs);
  const rings = starts.map(ringAt).filter(({ instant }) => instant > now);
  const [first] = rings;
  if (first === undefined) return [];
  const instants = rings
    .slice(0, most)
    .map(({ instant }) => Math.floor(instant / minuteMs) * minuteMs);
  const isComplete =
    instants.length === rings.length && event.starts(before, Infinity, 1).length === 0;
  const zoneOfDates = first.zone === 'UTC' ? zone : first.zone;
  const dated = (some: readonly number[], doubt: FoundAlarm['doubt'] = null) =>
    some.map((instant) => ({
      ...found(onceAt(instant, zoneOfDates), doubt),
      ...(event.isSeries && { dates: some.length }),
    }));
  if (isComplete && instants.length === 1) return dated(instants);
  const exact = ruleFor(rules, instants, { ...first, begin, isComplete, now });
  if (exact !== null) return [found(exact)];
  // A series with skipped or moved days may have a rule after the last of them.
  const changed = instants.filter((instant) => instant <= lastException + lead);
  const rest = instants.slice(changed.length);
  const rule =
    changed.length > mostDates ? null : ruleFor(rules, rest, { ...first, begin, isComplete, now });
  if (rule !== null) return [...dated(changed), found(rule)];
  const isPart = instants.length > mostDates || !isComplete;
  return dated(instants.slice(0, mostDates), isPart ? 'more' : null);
}

/** When the reminder of an occurrence rings, by the local time at which it begins. */
function ringOf(
  { start, end, isAllDay }: CalendarEvent,
  { duration, isOfEnd, delay }: Exclude<Reminder, number>,
): (begin: number) => { readonly instant: number; readonly zone: string } {
  const length = isOfEnd ? instantOf(end.at, end.zone) - instantOf(start.at, start.zone) : 0;
  return (begin) => {
    let base: Local = { at: begin, zone: start.zone };
    if (isOfEnd && isAllDay) base = { at: begin + end.at - start.at, zone: start.zone };
    else if (isOfEnd) base = localAt(instantOf(begin, start.zone) + length, end.zone);
    const { at, zone } = base;
    const instant =
      duration === null ? instantOf(at, zone) : instantLater(base, duration, isAllDay);
    return { instant: instant + delay, zone };
  };
}

function remindersOf({ component }: CalendarEvent): readonly Reminder[] {
  const reminders = component.getAllSubcomponents('valarm').flatMap((reminder): Reminder[] => {
    const trigger = reminder.getFirstProperty('trigger');
    const value: unknown = trigger?.getFirstValue();
    if (trigger === null || /^(EMAIL|NONE)$/i.test(textOf(reminder, 'action'))) return [];
    const isOfEnd = parameterOf(trigger, 'related').toUpperCase() === 'END';
    return delaysOf(reminder).flatMap((delay): Reminder[] => {
      if (value instanceof ICAL.Time) return [value.toUnixTime() * 1000 + delay];
      return value instanceof ICAL.Duration ? [{ duration: value, isOfEnd, delay }] : [];
    });
  });
  if (reminders.length > mostItems) throw new FileError('tooMany');
  const different = new Map(reminders.map((one) => [keyOf(one), one]));
  return [...different.values()];
}

/** After which times a reminder rings: at once, and at each repetition. */
function delaysOf(reminder: Component): readonly number[] {
  const pause = reminder.getFirstPropertyValue('duration');
  const step = pause instanceof ICAL.Duration ? pause.toSeconds() * 1000 : 0;
  const times = step > 0 ? Number(reminder.getFirstPropertyValue('repeat')) || 0 : 0;
  return Array.from({ length: Math.min(times, mostItems) + 1 }, (_, index) => index * step);
}

function keyOf(reminder: Reminder): string {
  if (typeof reminder === 'number') return String(reminder);
  const { duration, isOfEnd, delay } = reminder;
  return `${duration?.toSeconds() ?? 0} ${String(isOfEnd)} ${delay}`;
}

function onceAt(instant: number, zone: string): Rule {
  const { at } = localAt(instant, zone);
  return {
    time: timeOf(Math.floor(at / minuteMs)),
    repeat: 'once',
    date: dayOfNumber(Math.floor(at / dayMs)),
    timezone: zone,
  };
}

interface Series {
  readonly zone: string;
  /** Its first ring. */
  readonly begin: number;
  /** Whether there is no ring after the given ones. */
  readonly isComplete: boolean;
  readonly now: number;
}

/** The rule of an alarm that rings at exactly these instants, and after the last one only if there are more. */
function ruleFor(
  [rule]: readonly Recur[],
  instants: readonly number[],
  { zone: timezone, begin, isComplete, now }: Series,
): Rule | null {
  const [first] = instants;
  if (rule === undefined || first === undefined || instants.length < 2) return null;
  const dayOf = (instant: number) => Math.floor(localAt(instant, timezone).at / dayMs);
  const days = instants.map(dayOf);
  const until = isComplete ? dayOfNumber(days.at(-1) ?? 0) : null;
  const { time } = onceAt(first, timezone);
  const drafts = candidateRules(rule, days).flatMap((text): Rule[] => {
    const recurrence = recurrenceOf(text);
    if (recurrence === null) return [];
    const { frequency, interval } = recurrence;
    if (until === null && interval === 1 && ['DAILY', 'WEEKLY'].includes(frequency)) {
      const { repeat, days: chosen } = ruleOf(frequency === 'DAILY' ? weekdays : recurrence.days);
      const weekly = { time, timezone, repeat, ...(repeat === 'days' && { days: chosen }) };
      return [weekly, { ...weekly, pausedUntil: dayOfNumber(dayOf(first)) }];
    }
    const whole = ruleOfRecurrence({ ...recurrence, until });
    // Counted from the beginning of the series if possible, so that the same file has the same rule later.
    return [begin, first].map((from) => {
      return { time, timezone, repeat: 'rule', rule: whole, from: dayOfNumber(dayOf(from)) };
    });
  });
  const ringsAtAll = (draft: Rule) => {
    const nextOf = triggersOf(draft, []);
    let ring: number | null = now;
    return instants.every((instant) => {
      ring = ring === null ? null : nextOf(ring);
      return ring === instant;
    });
  };
  return drafts.find(ringsAtAll) ?? null;
}

/** Rules that may fit these days, the plainest first. */
function candidateRules(
  { freq, interval, parts }: Recur,
  days: readonly number[],
): readonly string[] {
  const all = (values: readonly (number | string)[]) => [...new Set(values)].join();
  const code = (day: number) => weekdays[weekdayIndex(day)]?.slice(0, 2).toUpperCase() ?? '';
  const ofWeek = (every: number) => `FREQ=WEEKLY;INTERVAL=${every};BYDAY=${all(days.map(code))}`;
  if (freq === 'DAILY') return [`FREQ=DAILY;INTERVAL=${interval}`, ofWeek(1)];
  if (freq === 'WEEKLY') return [ofWeek(interval)];
  const fromEnd = (day: number) => dateOfDay(day) - monthLength(monthOfDay(day)) - 1;
  const { BYMONTHDAY } = parts as Readonly<Partial<Record<string, readonly number[]>>>;
  const ofMonth = `FREQ=MONTHLY;INTERVAL=${freq === 'YEARLY' ? interval * 12 : interval};`;
  return [
    ...(freq === 'YEARLY' ? [`FREQ=YEARLY;INTERVAL=${interval}`] : []),
    ...(BYMONTHDAY === undefined ? [] : [`${ofMonth}BYMONTHDAY=${BYMONTHDAY.join()}`]),
    `${ofMonth}BYMONTHDAY=${all(days.map(dateOfDay))}`,
    `${ofMonth}BYMONTHDAY=${all(days.map(fromEnd))}`,
    `${ofMonth}BYDAY=${all(days.map((day) => `${Math.ceil(dateOfDay(day) / 7)}${code(day)}`))}`,
    `${ofMonth}BYDAY=${all(days.map((day) => `${Math.floor(fromEnd(day) / 7)}${code(day)}`))}`,
  ];
}

function localAt(instant: number, zone: string): Local {
  return { at: instant + zoneOffset(instant, zone), zone };
}

function labelOf(name: string): string | null {
  const label = Array.from(name).slice(0, labelLimit).join('').trim();
  return label === '' ? null : label;
}

/** How far ahead the days of a series are taken: two years. */
const daysAhead = 731;

/** The ranges of all calendars in a text that end today or later. */
export function calendarDays(text: string, now: number, visitorZone: string): FileContents {
  const { events, leftOut, ...zones } = calendarEvents(text, now, visitorZone);
  const today = dayNumber(isoDay(now, visitorZone)) ?? 0;
  const wholeDays = events.filter(({ isAllDay }) => isAllDay);
  const daysOff: DayRange[] = [];
  const over: LeftOut[] = [];
  for (const event of wholeDays) {
    const ranges = rangesOf(event, today);
    if (ranges.length === 0) over.push({ name: event.name, reason: 'over' });
    daysOff.push(...ranges);
    if (daysOff.length > mostItems) throw new FileError('tooMany');
  }
  const none = { alarms: [], timers: [], cities: [], runs: [] };
  return {
    ...none,
    ...zones,
    daysOff: daysOff.toSorted((one, other) => (one.from < other.from ? -1 : 1)),
    leftOut: [...leftOut.filter(({ reason }) => reason !== 'task'), ...over],
    // A calendar with other events is somebody's own, and its whole days may be birthdays.
    isOfPerson: wholeDays.length < events.length,
    lastDay: events.some(({ isSeries, isAllDay }) => isSeries && isAllDay)
      ? dayOfNumber(today + daysAhead)
      : null,
  };
}

function rangesOf({ name, start, end, starts }: CalendarEvent, today: number): readonly DayRange[] {
  const length = Math.min(Math.max(1, Math.round((end.at - start.at) / dayMs)), mostDaysOfRange);
  const label = Array.from(name).slice(0, longestRangeLabel).join('').trim();
  const from = (today - length + 1) * dayMs;
  return starts(from, (today + daysAhead + 1) * dayMs, daysAhead + mostDaysOfRange).map((at) => {
    const day = Math.floor(at / dayMs);
    return { from: dayOfNumber(day), to: dayOfNumber(day + length - 1), label };
  });
}
