// The name of a ring, and until when it is snoozed.
import type { IntlShape } from 'react-intl';
import type { VisitorClock } from '../../i18n/visitor-clock';
import type { AlarmOccurrence, Occurrence } from '../../rings/occurrence';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { minuteMs } from '../../model/time-of-day';

/** The label of what rings, or else what it is. */
export function nameOf(intl: IntlShape, { kind, label }: Occurrence): string {
  return label ?? intl.formatMessage({ id: kind === 'alarm' ? 'ringing.alarm' : 'ringing.timer' });
}

/** `Rings again at 03:50`, if these are snoozed now: when the first of them rings. */
export function snoozedText(
  intl: IntlShape,
  clock: VisitorClock,
  rings: readonly AlarmOccurrence[],
): string {
  const first = Math.min(...rings.map(({ snoozeMinutes }) => snoozeMinutes));
  return intl.formatMessage({ id: 'ringing.snoozed' }, { time: snoozeEnd(clock, first) });
}

/** The time of day at which a snooze of some minutes ends, if it begins now. */
export function snoozeEnd(clock: VisitorClock, minutes: number): string {
  return clock.text(synchronisedNow() + minutes * minuteMs, visitorZone());
}
