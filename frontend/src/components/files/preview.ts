// Compares the contents of a file with what exists here. Pure.
import type { MyCity } from '../../api/my-cities';
import { withoutDays, type DayRange } from '../../model/days-off';
import type { Alarm, AlarmRule, Timer } from '../../model/types';
import { daysOf } from '../../i18n/weekdays';
import { isSameRun, type SavedRun } from '../../stopwatch/stopwatch';
import { canonicalZone } from '../../time/zone-identity';
import type { FileContents, FoundAlarm, FoundTimer, LeftOut } from './contents';

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
  /** How many of each kind exist here already. */
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
