// What a file holds that can be added here, whichever kind of file it is.
import type { MyCity } from '../../../api/my-cities';
import type { AlarmDraft, Day, Instant, IntervalDraft, TimerDraft } from '../../../api/types';
import type { SavedRun } from '../../../stopwatch/saved-runs';

export interface FoundAlarm {
  readonly draft: WholeAlarm;
  /** The last day of what it is made of, where that ends: the alarm does not. */
  readonly endsOn: Day | null;
  /** The ring that it passes over, which is its next one; null where it skips none. */
  readonly skipped: Instant | null;
}

/** An alarm with all that tells it from others. */
export type WholeAlarm = AlarmDraft & Required<Pick<AlarmDraft, 'timezone' | 'label'>>;

export type FoundTimer = (TimerDraft | IntervalDraft) & {
  readonly label: string | null;
  readonly totalSeconds: number;
};

/** Why something in a file cannot be added. */
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
  /** What it is called in the file; empty where it has no name. */
  readonly name: string;
  readonly reason: Reason;
  /** The line of the file that cannot be read. */
  readonly line?: string | undefined;
}

export interface FileContents {
  readonly alarms: readonly FoundAlarm[];
  readonly timers: readonly FoundTimer[];
  readonly cities: readonly MyCity[];
  readonly runs: readonly SavedRun[];
  readonly leftOut: readonly LeftOut[];
  /** Zones that nobody here knows, and the one that was taken instead. */
  readonly unknownZones: readonly string[];
  readonly zoneTaken: string;
}

/** What is wrong with a file that nothing can be taken of. */
export type FileFault = 'tooLarge' | 'damaged' | 'unknown' | 'calendar' | 'closed';

export class FileError extends Error {
  constructor(readonly fault: FileFault) {
    super(fault);
  }
}
