// How a city's time and date differ from the visitor's.
import type { IntlShape } from 'react-intl';
import { lengthText } from '../../i18n/duration-text';

const dayMs = 86_400_000;

/** Calendar days that a clock at `offset` is ahead of one at `own`, both in milliseconds ahead of UTC. */
export function daysAhead(instant: number, offset: number, own: number): number {
  return dayOf(instant + offset) - dayOf(instant + own);
}

/** `14 h behind`, `3 h 15 min ahead`, `Same time as you`. */
export function differenceText(intl: IntlShape, offset: number, own: number): string {
  if (offset === own) return intl.formatMessage({ id: 'clocks.sameTime' });
  const duration = lengthText(intl, Math.abs(offset - own) / 1000);
  return offset > own
    ? intl.formatMessage({ id: 'clocks.ahead' }, { duration })
    : intl.formatMessage({ id: 'clocks.behind' }, { duration });
}

/** `yesterday`, `tomorrow`; null on the visitor's own day. */
export function dayText(intl: IntlShape, days: number): string | null {
  return days === 0 ? null : intl.formatRelativeTime(days, 'day', { numeric: 'auto' });
}

function dayOf(local: number): number {
  return Math.floor(local / dayMs);
}
