// Rows of a list together with their age.
import type { Alarm, Timer } from './types';

/** The type of the rows of each list. */
export interface RowOf {
  readonly alarms: Alarm;
  readonly timers: Timer;
}

/** Rows, and the instant at which their fetch began: they contain nothing later. */
export interface FetchedRows<Row> {
  readonly rows: readonly Row[];
  /** Milliseconds since the epoch. */
  readonly asOf: number;
}
