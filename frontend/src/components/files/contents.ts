// The contents of a file that can be imported, whichever its format.
import type { MyCity } from '../../../api/my-cities';
import type { DayRange } from '../../../model/days-off';
import type { AlarmDraft, Instant, IntervalDraft, TimerDraft } from '../../../model/types';
import type { SavedRun } from '../../../stopwatch/saved-runs';

export interface FoundAlarm {
  readonly draft: WholeAlarm;
  /** The ring that it skips, which must be its next one; null if it skips none. */
  readonly skipped: Instant | null;
}

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
}

/** More items than the longest lists have would freeze the page. */
export const mostItems = 3_000;

/** Why nothing can be read from a file. */
export type FileFault = 'tooLarge' | 'tooMany' | 'damaged' | 'unknown' | 'calendar' | 'closed';

export class FileError extends Error {
  constructor(readonly fault: FileFault) {
    super(fault);
  }
}
