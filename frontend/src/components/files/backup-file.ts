// Reads a file of "Download my data", of this version of the site or an older one.
import { array, number, object, string, type InferType } from 'yup';
import type { MyCity } from '../../offline/my-cities';
import { soundOf } from '../../model/rows';
import { repeats, weekdays, type AlarmDraft } from '../../model/types';
import { labelLimit } from '../forms/label-rule';
import { trimmedName } from '../forms/name-rule';
import { isoDay } from '../../time/zone-offset';
import {
  dayLater,
  lengthOf,
  longestRangeLabel,
  mostDaysOfRange,
  rangesOf,
  type DayRange,
} from '../../model/days-off';
import { recurrenceOf } from '../../model/recurrence';
import { nextTriggerIgnoring } from '../../rings/next-trigger';
import { parseRuns } from '../../stopwatch/stopwatch';
import { isKnownZone } from '../../time/zone-identity';
import {
  FileError,
  mostItems,
  type FileContents,
  type FoundAlarm,
  type FoundTimer,
  type LeftOut,
  type Reason,
} from './contents';

const longestSeconds = 86_399;

/** The whole file. What older versions did not write defaults to empty. */
const fileShape = object({
  alarms: array().required(),
  timers: array().required(),
  daysOff: array().default([]),
  cities: array().nullable().default([]),
  stopwatchRuns: array().default([]),
});

const label = string()
  .nullable()
  .default(null)
  .test((text) => text === null || Array.from(text).length <= labelLimit);
const day = string()
  .nullable()
  .default(null)
  .matches(/^\d{4}-\d\d-\d\d$/);

const alarmShape = object({
  time: string()
    .matches(/^([01]\d|2[0-3]):[0-5]\d$/)
    .required(),
  repeat: string().oneOf(repeats).required(),
  days: array(string().oneOf(weekdays).required()).nullable().default(null),
  date: day,
  rule: string().nullable().default(null),
  from: day,
  daysOff: string().nullable().default(null),
  enabled: number().oneOf([0, 1]).default(1),
  snoozeInterval: number().integer().min(1).max(60).default(5),
  label,
  timezone: string().required(),
  nextTrigger: string().nullable().default(null),
  pausedUntil: day,
  skipped: string().nullable().default(null),
});

const seconds = number().integer().min(1).max(longestSeconds).required();

const timerShape = object({
  totalSeconds: number().integer().min(1).required(),
  steps: array(object({ seconds, label })).min(1).max(20).nullable().default(null),
  rounds: number().integer().min(1).max(99).nullable().default(null),
  label,
});

const cityShape = object({
  key: string()
    .matches(/^[\w+/-]{1,64}$/)
    .required(),
  // The server writes null for no name.
  name: string()
    .transform((name: unknown) => (typeof name === 'string' ? trimmedName(name) : ''))
    .default(''),
});

/** The contents of the file as of `now`, in milliseconds since the epoch. */
export function backupContents(text: string, now: number): FileContents {
  const file = parsedFile(text);
  const leftOut: LeftOut[] = [];
  const each = <Found extends object>(
    rows: readonly unknown[],
    read: (row: unknown) => Found | Reason,
  ) =>
    rows.flatMap((row) => {
      const found = read(row);
      if (typeof found !== 'string') return [found];
      leftOut.push({ name: nameOf(row), reason: found });
      return [];
    });
  const runs = parseRuns(file.stopwatchRuns) ?? [];
  const unreadableRuns = file.stopwatchRuns.length - runs.length;
  return {
    alarms: each(file.alarms, (row) => alarmOf(row, now)),
    timers: each(file.timers, timerOf),
    daysOff: each(file.daysOff, (row) => rangeOf(row, now)),
    cities: each(file.cities ?? [], cityOf),
    runs,
    leftOut: [
      ...leftOut,
      ...Array<LeftOut>(unreadableRuns).fill({ name: '', reason: 'unreadable' }),
    ],
    unknownZones: [],
    zoneTaken: '',
  };
}

const beginning = /^\s*\{\s*"(?:notice|browserId|asOf|alarms)"/;

function parsedFile(text: string): InferType<typeof fileShape> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // It begins like one of ours, so it was cut off or changed.
    throw new FileError(beginning.test(text) ? 'damaged' : 'unknown');
  }
  const file = read(fileShape, json);
  if (file === null) throw new FileError('unknown');
  if (Object.values(file).flat().length > mostItems) throw new FileError('tooMany');
  return file;
}

/** All that is written of an alarm, so that no field is forgotten. */
type Restored = { readonly [Field in keyof Required<AlarmDraft>]: AlarmDraft[Field] };

function alarmOf(row: unknown, now: number): FoundAlarm | Reason {
  const alarm = read(alarmShape, row);
  if (alarm === null) return 'unreadable';
  const {
    time,
    repeat,
    date,
    rule: recurrence,
    from,
    timezone,
    snoozeInterval,
    enabled,
    nextTrigger,
    pausedUntil,
    skipped,
  } = alarm;
  if (!isKnownZone(timezone) || (repeat === 'days' && !alarm.days?.length)) return 'unreadable';
  if (repeat === 'rule' && recurrenceOf(recurrence) === null) return 'unreadable';
  const rule = {
    time,
    repeat,
    timezone,
    days: repeat === 'days' ? weekdays.filter((one) => alarm.days?.includes(one)) : undefined,
    date: repeat === 'once' && date !== null ? date : undefined,
    rule: repeat === 'rule' ? recurrence : undefined,
    from: repeat === 'rule' ? from : undefined,
    daysOff: alarm.daysOff === 'ring' ? ('ring' as const) : undefined,
    pausedUntil:
      pausedUntil !== null && pausedUntil > isoDay(now, timezone) ? pausedUntil : undefined,
  };
  const next = nextTriggerIgnoring(rule, now);
  if (next === null) return 'over';
  // A one-time alarm without a date has rung since, so it is added switched off.
  const hasRung = repeat === 'once' && date === null && isPast(nextTrigger, now);
  const isOn = enabled === 1 && !hasRung;
  return {
    draft: {
      ...rule,
      label: nameOrNull(alarm.label),
      sound: soundOf((row as { readonly sound?: unknown }).sound),
      snoozeInterval,
      enabled: isOn ? 1 : 0,
    } satisfies Restored,
    skipped: isOn && skipped !== null && Date.parse(skipped) === next ? skipped : null,
  };
}

/** Timers are added stopped, with their whole duration. */
function timerOf(row: unknown): FoundTimer | Reason {
  const timer = read(timerShape, row);
  if (timer === null) return 'unreadable';
  const { totalSeconds, steps, rounds } = timer;
  const common = {
    label: nameOrNull(timer.label),
    sound: soundOf((row as { readonly sound?: unknown }).sound),
    totalSeconds,
  };
  if (steps !== null) {
    const named = steps.map((step) => ({ seconds: step.seconds, label: nameOrNull(step.label) }));
    return { ...common, steps: named, rounds: rounds ?? 1 };
  }
  if (totalSeconds > longestSeconds) return 'unreadable';
  return {
    ...common,
    hours: Math.floor(totalSeconds / 3600),
    minutes: Math.floor((totalSeconds % 3600) / 60),
    seconds: totalSeconds % 60,
  };
}

/** The server keeps what is over for a week, in whatever zone. */
function rangeOf(row: unknown, now: number): DayRange | Reason {
  const [range] = rangesOf([row]) ?? [];
  if (range === undefined || lengthOf(range) > mostDaysOfRange) return 'unreadable';
  if (range.to < dayLater(isoDay(now, 'UTC'), -1)) return 'over';
  return { ...range, label: Array.from(range.label.trim()).slice(0, longestRangeLabel).join('') };
}

function cityOf(row: unknown): MyCity | Reason {
  return read(cityShape, row) ?? 'unreadable';
}

function read<Shape>(
  shape: { readonly validateSync: (value: unknown, options: object) => Shape },
  value: unknown,
): Shape | null {
  try {
    return shape.validateSync(value, { stripUnknown: true });
  } catch {
    return null;
  }
}

function nameOf(row: unknown): string {
  const { label: text, time } = Object(row) as Readonly<Record<string, unknown>>;
  return [time, text].filter((part) => typeof part === 'string').join(' ');
}

function nameOrNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

function isPast(instant: string | null, now: number): boolean {
  return instant !== null && Date.parse(instant) <= now;
}
