// How a city's time differs from UTC, and from the visitor's time and date.
import type { IntlShape } from 'react-intl';
import { lengthInPhrase } from '../../i18n/duration-text';
import { dayMs } from '../../model/time-of-day';

/** Calendar days that a clock at `offset` is ahead of one at `own`, both in milliseconds ahead of UTC. */
export function daysAhead(instant: number, offset: number, own: number): number {
  return dayOf(instant + offset) - dayOf(instant + own);
}

/** `14 h behind`, `3 h 15 min ahead`, `Same time as you`. */
export function differenceText(intl: IntlShape, offset: number, own: number): string {
  if (offset === own) return intl.formatMessage({ id: 'clocks.sameTime' });
  const duration = lengthInPhrase(intl, Math.abs(offset - own) / 1000);
  return offset > own
    ? intl.formatMessage({ id: 'clocks.ahead' }, { duration })
    : intl.formatMessage({ id: 'clocks.behind' }, { duration });
}

/** `yesterday`, `tomorrow`; null on the visitor's own day. */
export function dayText(intl: IntlShape, days: number): string | null {
  if (days === 0) return null;
  // Not by `Intl`: Hindi has one word for both.
  if (days === -1) return intl.formatMessage({ id: 'clocks.yesterday' });
  if (days === 1) return intl.formatMessage({ id: 'clocks.tomorrow' });
  return intl.formatRelativeTime(days, 'day', { numeric: 'auto' });
}

function dayOf(local: number): number {
  return Math.floor(local / dayMs);
}

/** `UTC+9`, `UTC−3:30`: the same in every language. */
export function offsetLabel(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const past = minutes % 60;
  const sign = offset < 0 ? '\u2212' : '+';
  return `UTC${sign}${Math.floor(minutes / 60)}${past === 0 ? '' : `:${String(past).padStart(2, '0')}`}`;
}
