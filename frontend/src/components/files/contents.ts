// The contents of a file that can be imported, whichever its format, compared with what exists here. Pure.
import type { MyCity } from '../../offline/my-cities';
import { type DayRange, withoutDays } from '../../model/days-off';
import type {
  AlarmDraft,
  Day,
  Instant,
  IntervalDraft,
  TimerDraft,
  Alarm,
  AlarmRule,
  Timer,
} from '../../model/types';
import { type SavedRun, isSameRun } from '../../stopwatch/stopwatch';
import { daysOf } from '../../i18n/weekdays';
import { canonicalZone } from '../../time/zone-identity';

export interface FoundAlarm {
  readonly draft: WholeAlarm;
  /** The ring that it skips, which must be its next one; null if it skips none. */
  readonly skipped: Instant | null;
  /** Why it is not chosen by itself. */
  readonly doubt?: Doubt | null;
  /** For one of the next dates of a series that no rule of an alarm has: how many there are. */
  readonly dates?: number;
}

/**
 * Its zone may be another one, its owner has declined it, or it belongs to the next dates of a series that goes on.
 */
export type Doubt = 'zone' | 'declined' | 'more';

type WholeAlarm = AlarmDraft & Required<Pick<AlarmDraft, 'timezone' | 'label'>>;

export type FoundTimer = (TimerDraft | IntervalDraft) & {
  readonly label: string | null;
  readonly totalSeconds: number;
};

/** Why an item of a file cannot be added. */
export const reasons = [
  'over',
  'rhythm',
  'exceptions',
  'allDay',
  'cancelled',
  'noStart',
  'badTime',
  'badRule',
  'badReminder',
  'task',
  'unreadable',
  'full',
  'refused',
] as const;
export type Reason = (typeof reasons)[number];

export interface LeftOut {
  /** The row's name in the file; may be empty. */
  readonly name: string;
  readonly reason: Reason;
  readonly line?: string | undefined;
}

export interface FileContents {
  readonly alarms: readonly FoundAlarm[];
  readonly timers: readonly FoundTimer[];
  readonly daysOff: readonly DayRange[];
  readonly cities: readonly MyCity[];
  readonly runs: readonly SavedRun[];
  readonly leftOut: readonly LeftOut[];
  /** Unknown zones, and the zone that replaces them. */
  readonly unknownZones: readonly string[];
  readonly zoneTaken: string;
  /** Whether days off come from a calendar that also has other events. */
  readonly isOfPerson?: boolean;
  /** The last day for which days off of series were computed; null if there are no series. */
  readonly lastDay?: Day | null;
}

/** More items than any list can have. */
export const mostItems = 10_000;

/** How many of the next dates of a series are offered if no rule of an alarm has them. */
export const mostDates = 20;

/** Why nothing can be read from a file. */
export type FileFault =
  | 'tooLarge'
  | 'tooMany'
  | 'tooSlow'
  | 'damaged'
  | 'unknown'
  | 'noCalendar'
  | 'calendar'
  | 'oldCalendar'
  | 'encoding'
  | 'closed';

/** An encoding in which a file may be written, and names of the file as they would be. */
export interface EncodingChoice {
  readonly encoding: string;
  readonly sample: string;
}

export class FileError extends Error {
  constructor(
    readonly fault: FileFault,
    readonly encodings: readonly EncodingChoice[] = [],
  ) {
    super(fault);
  }
}

export const kinds = ['alarms', 'timers', 'daysOff', 'cities', 'runs'] as const;
export type Kind = (typeof kinds)[number];

/** An item that can be added; its key is unique while the file is shown. */
export type Offer = { readonly key: string } & (
  | { readonly kind: 'alarms'; readonly found: FoundAlarm }
  | { readonly kind: 'timers'; readonly found: FoundTimer }
  | { readonly kind: 'daysOff'; readonly found: DayRange }
  | { readonly kind: 'cities'; readonly found: MyCity }
  | { readonly kind: 'runs'; readonly found: SavedRun }
);

export interface Preview {
  readonly offers: readonly Offer[];
  readonly here: Readonly<Record<Kind, number>>;
  readonly leftOut: readonly LeftOut[];
  readonly unknownZones: readonly string[];
  readonly zoneTaken: string;
}

/** Whether an item is selected by itself: it is, unless the file leaves a doubt about it. */
export function isCertain(offer: Offer): boolean {
  return offer.kind !== 'alarms' || !offer.found.doubt;
}

interface Present {
  readonly alarms: readonly Alarm[];
  readonly timers: readonly Timer[];
  readonly daysOff: readonly DayRange[];
  readonly cities: readonly MyCity[];
  readonly runs: readonly SavedRun[];
}

/** Duplicates in the file are offered once, items that exist here not at all. `newKey` makes a UUID. */
export function previewOf(file: FileContents, present: Present, newKey: () => string): Preview {
  const alarms = fresh(
    file.alarms,
    ({ draft }) => alarmIdentity(draft),
    present.alarms.map(alarmIdentity),
  );
  const timers = fresh(file.timers, timerIdentity, present.timers.map(timerIdentity));
  const daysOff = file.daysOff.filter((range, at) => {
    const known = [...present.daysOff, ...file.daysOff.slice(0, at)];
    return known.reduce<readonly DayRange[]>(withoutDays, [range]).length > 0;
  });
  const cities = fresh(file.cities, cityIdentity, present.cities.map(cityIdentity));
  const runs = file.runs.filter(
    (run, at) =>
      !present.runs.some((known) => isSameRun(known, run)) &&
      !file.runs.slice(0, at).some((known) => isSameRun(known, run)),
  );
  const key = newKey;
  return {
    offers: [
      ...alarms.map((found): Offer => ({ kind: 'alarms', key: key(), found })),
      ...timers.map((found): Offer => ({ kind: 'timers', key: key(), found })),
      ...daysOff.map((found): Offer => ({ kind: 'daysOff', key: key(), found })),
      ...cities.map((found): Offer => ({ kind: 'cities', key: key(), found })),
      ...runs.map((found): Offer => ({ kind: 'runs', key: key(), found })),
    ],
    here: {
      alarms: file.alarms.length - alarms.length,
      timers: file.timers.length - timers.length,
      daysOff: file.daysOff.length - daysOff.length,
      cities: file.cities.length - cities.length,
      runs: file.runs.length - runs.length,
    },
    leftOut: file.leftOut,
    unknownZones: file.unknownZones,
    zoneTaken: file.zoneTaken,
  };
}

/**
 * Two alarms are the same if they ring at the same times and have the same label. Their sound, snooze, pause and switch
 * may have been changed since.
 */
function alarmIdentity({
  time,
  repeat,
  days,
  date,
  rule,
  from,
  timezone,
  label,
}: AlarmRule & { readonly label: string | null }): string {
  const rings = daysOf(repeat, days ?? []).join();
  const recurrence = rule ? [rule, from] : [];
  return JSON.stringify([time, rings, date ?? '', canonicalZone(timezone), label, ...recurrence]);
}

/** Two timers are the same if they have the same duration, or steps and rounds, and the same label. */
function timerIdentity({
  totalSeconds,
  steps,
  rounds,
  label,
}: Pick<FoundTimer, 'totalSeconds' | 'label'> & Partial<Pick<Timer, 'steps' | 'rounds'>>): string {
  const round = steps?.map((step) => [step.seconds, step.label]);
  return JSON.stringify([round ?? totalSeconds, round === undefined ? 1 : rounds, label]);
}

function cityIdentity({ key }: MyCity): string {
  return key;
}

function fresh<Found>(
  found: readonly Found[],
  identityOf: (one: Found) => string,
  known: readonly string[],
): readonly Found[] {
  const taken = new Set(known);
  return found.filter((one) => {
    const identity = identityOf(one);
    return !taken.has(identity) && taken.add(identity);
  });
}
