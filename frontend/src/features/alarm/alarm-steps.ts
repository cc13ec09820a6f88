// How far keys move the time of an alarm.
import { minuteOf, timeOf } from '../../model/time-of-day';

/** In minutes. */
export const alarmSteps = { arrow: 5, fine: 1, page: 60 } as const;

/** `HH:mm` some minutes later, on the same clock face. */
export function stepped(time: string, minutes: number): string {
  return timeOf(minuteOf(time) + minutes);
}
