// The moment at which the length of a timer is typed, for `until 19:00`.
import { isoDay, clockText } from '../../i18n/time-text';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import type { ReaderClock } from '../../typed/reader';

/** With the present second; the hours of the clock matter only to `until 7`, whose next one is meant. */
export function timerClock(): ReaderClock {
  const now = synchronisedNow();
  const zone = visitorZone();
  const [hours = 0, minutes = 0, seconds = 0] = clockText(now, zone).split(':').map(Number);
  return { hour12: true, now: hours * 60 + minutes + seconds / 60, today: isoDay(now, zone) };
}
