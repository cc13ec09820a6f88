// The contents of a file that can be imported, whichever its format.
import type { MyCity } from '../../api/my-cities';
import type { DayRange } from '../../model/days-off';
import type { AlarmDraft, Day, Instant, IntervalDraft, TimerDraft } from '../../model/types';
import type { SavedRun } from '../../stopwatch/stopwatch';

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

/** An alarm with all settings. */
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
  /** The line of the file that cannot be read. */
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
