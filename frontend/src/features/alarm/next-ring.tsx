// The next ring in words, at the top of the alarm page; without one the date, or that no alarm is on. Below it one
// press that makes tomorrow a day off for all alarms, or takes that back.
import { useMemo, type ReactNode } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import styled from 'styled-components';
import { nextRing, wouldRingOn } from '../../rings/next-ring';
import type { Alarm } from '../../model/types';
import { Skeleton } from '../../components/lists/skeleton';
import { useSecond, useMinute } from '../../time/synchronised-time';
import { waitInPhrase } from '../../i18n/duration-text';
import { comingDayText, onWeekdayText } from '../../i18n/date-text';
import { dateText } from '../../i18n/long-date-text';
import { useVisitorClock } from '../../i18n/clock-time';
import { leadText, wholePhrases } from '../../styles/type';
import { dayMs, minuteMs } from '../../model/time-of-day';
import { dayLater, rangeOn, withoutDays, withRange } from '../../model/days-off';
import { Chip } from '../../components/forms/button';
import { useToasts } from '../../components/dialogs/toasts';
import { isoDay } from '../../time/zone-offset';
import {
  changeDaysOff,
  daysOff as daysOffNow,
  daysOffList,
  useDaysOff,
} from '../../offline/days-off';
import { hiddenFromNewcomers } from '../../styles/hidden';
import { color, space } from '../../styles/theme';

interface NextRingProps {
  /** Undefined until they are fetched, null if that failed. */
  readonly alarms: readonly Alarm[] | undefined | null;
  readonly zone: string | null;
}

export function NextRing({ alarms, zone }: NextRingProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const now = useSecond();
  const clock = useVisitorClock();
  // The list shows the failure.
  if (alarms === null) return <Words />;
  if (alarms === undefined || now === null || zone === null) {
    return (
      <Words>
        <Skeleton $width="18ch" />
      </Words>
    );
  }
  const ring = nextRing(alarms);
  if (ring !== null) {
    const weekday = comingDayText(intl, ring, now, zone);
    return <Words>{nextRingText(intl, ring - now, weekday, clock.text(ring, zone))}</Words>;
  }
  return (
    <Words>
      {alarms.length > 0 ? formatMessage({ id: 'alarm.noneOn' }) : dateText(intl, now, zone)}
    </Words>
  );
}

/** `Rings in 7 h 32 min (Monday 07:00)`. */
function nextRingText(intl: IntlShape, waitMs: number, weekday: string, time: string): string {
  return intl.formatMessage(
    { id: 'alarm.nextRing' },
    // A duration stays on one line; there is room for it here.
    { duration: waitInPhrase(intl, waitMs).replaceAll(' ', '\u00a0'), weekday, time },
  );
}

/** Reserves as many lines as the language needs for the text of a ring, so that the first alarm moves nothing. */
function Words({ children }: { readonly children?: ReactNode }) {
  const intl = useIntl();
  const clock = useVisitorClock();
  const longest = useMemo(() => {
    const weekdays = days.map((day) => onWeekdayText(intl, day, 'UTC'));
    const weekday = weekdays.reduce((one, other) => (other.length > one.length ? other : one));
    return nextRingText(intl, dayMs - minuteMs, weekday, clock.textOf('22:00'));
  }, [intl, clock]);
  return (
    <Place data-room={longest}>
      <p>{children}</p>
    </Place>
  );
}

const days = [0, 1, 2, 3, 4, 5, 6].map((day) => day * dayMs);

/** Shown if a day off would silence an alarm tomorrow, or does. */
export function TomorrowOff({ alarms, zone }: NextRingProps) {
  const { formatMessage } = useIntl();
  const toasts = useToasts();
  const daysOff = useDaysOff();
  const minute = useMinute();
  const text = formatMessage({ id: 'alarm.tomorrowOff' });
  // Its room, so that nothing moves when the alarms come.
  if (minute === null || zone === null || alarms === undefined) {
    return (
      <Room aria-hidden="true" tabIndex={-1}>
        {text}
      </Room>
    );
  }
  const tomorrow = dayLater(isoDay(minute, zone), 1);
  if (alarms?.some((alarm) => wouldRingOn(alarm, tomorrow, minute)) !== true) return null;
  const off = rangeOn(daysOff, tomorrow);

  // Other tabs and devices may have changed the list since.
  function press() {
    const day = { from: tomorrow, to: tomorrow, label: off?.label ?? '' };
    const add = () => {
      changeDaysOff(withRange(daysOffNow(), day));
    };
    const remove = () => {
      changeDaysOff(withoutDays(daysOffNow(), day));
    };
    const [change, undo] = off === null ? [add, remove] : [remove, add];
    change();
    toasts.show({
      kind: 'tomorrow off',
      title: () =>
        formatMessage({ id: off === null ? 'alarm.tomorrowIsOff' : 'alarm.tomorrowRings' }),
      lasts: 'long',
      undo,
      canUndo: () => (rangeOn(daysOffNow(), tomorrow) === null) !== (off === null),
      subscribe: daysOffList.subscribe,
    });
  }

  return (
    <Tomorrow aria-pressed={off !== null} onClick={press}>
      {text}
    </Tomorrow>
  );
}

const Place = styled.div`
  ${leadText}
  ${wholePhrases}
  display: grid;
  text-wrap: balance;

  &::before,
  > p {
    grid-area: 1 / 1;
    text-wrap: inherit;
  }

  &::before {
    content: attr(data-room);
    visibility: hidden;
  }
`;

/** No higher than the line beside it. */
const Tomorrow = styled(Chip)`
  margin-block: calc(-1 * ${space[16]});
  font-size: ${space[16]};

  &[aria-pressed='true'] {
    border-color: ${color.ink};
    background: ${color.ink};
    color: ${color.ground};
  }
`;

const Room = styled(Tomorrow)`
  visibility: hidden;

  ${hiddenFromNewcomers}
`;
