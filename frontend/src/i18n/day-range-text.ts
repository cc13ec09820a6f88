// A range of days as a text.
import type { IntlShape } from 'react-intl';
import type { DayRange } from '../model/days-off';
import type { Day } from '../model/types';

/** `Dec 24 – Jan 1`, with the year if it is not the present one. */
export function dayRangeText(intl: IntlShape, { from, to }: DayRange, today: Day): string {
  const isThisYear = [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4));
  return intl.formatDateTimeRange(Date.parse(from), Date.parse(to), {
    ...(from === to ? { weekday: 'short' } : {}),
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });
}
