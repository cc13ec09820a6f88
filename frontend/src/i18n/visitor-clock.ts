// Times of day on the clock that the visitor has chosen, of 12 or 24 hours.
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { clockParts, timeOfDayText, type ClockParts } from './clock-time';
import { useHourChoice } from '../settings/hour-choice';
import { zoneOffset } from '../time/zone-offset';
import { minuteOf } from '../model/time-of-day';

export interface VisitorClock {
  readonly hour12: boolean;
  /** `07:28`, or `7:28 AM`, within a text. */
  readonly text: (instant: number, zone: string) => string;
  /** An instant in the parts of large digits. */
  readonly parts: (instant: number, zone: string) => ClockParts;
  /** A time of day such as `07:28`: within a text, and in parts. */
  readonly textOf: (time: string) => string;
  readonly partsOf: (time: string) => ClockParts;
}

/** 24 hours unless the visitor has chosen otherwise. */
export function useVisitorClock(): VisitorClock {
  const intl = useIntl();
  const hour12 = useHourChoice() === 'h12';
  return useMemo(
    () => ({
      hour12,
      text: (instant, zone) => timeOfDayText(intl, instant, zoneOffset(instant, zone), hour12),
      parts: (instant, zone) => clockParts(intl, instant, zoneOffset(instant, zone), hour12),
      textOf: (time) => timeOfDayText(intl, sinceMidnight(time), 0, hour12),
      partsOf: (time) => clockParts(intl, sinceMidnight(time), 0, hour12),
    }),
    [intl, hour12],
  );
}

function sinceMidnight(time: string): number {
  return minuteOf(time) * 60_000;
}
