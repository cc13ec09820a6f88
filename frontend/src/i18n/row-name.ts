// How an alarm or a timer is called: its time or its length, and its label.
import type { IntlShape } from 'react-intl';
import { lengthText } from './duration-text';
import type { VisitorClock } from './visitor-clock';

interface NamedRow {
  readonly label?: string | null;
  /** An alarm's. */
  readonly time?: string;
  /** A timer's. */
  readonly totalSeconds?: number;
}

/** The time or the length of a row, and its label if it has one. */
export function rowName(row: object, intl: IntlShape, clock: VisitorClock): string {
  const { label, time, totalSeconds }: NamedRow = row;
  const text = time === undefined ? lengthText(intl, totalSeconds ?? 0) : clock.textOf(time);
  return label === null || label === undefined ? text : `${text} ${label}`;
}
