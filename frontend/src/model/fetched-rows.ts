// Rows of a list together with their age.
import type { Alarm, Timer } from './types';

/** The type of the rows of each list. */
export interface RowOf {
  readonly alarms: Alarm;
  readonly timers: Timer;
}

/** Some fields of a row of either list. */
export interface Fields extends Partial<Omit<Alarm, keyof Timer>>, Partial<Timer> {}

/** A row of either list. */
export interface Row extends Fields {
  readonly id: number;
}

/** Rows, and the instant at which their fetch began: they contain nothing later. */
export interface FetchedRows<Row> {
  readonly rows: readonly Row[];
  /** Milliseconds since the epoch. */
  readonly asOf: number;
}
