// One press that makes tomorrow a day off for all alarms, or takes that back.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Alarm } from '../../model/types';
import { dayLater, rangeOn, withoutDays, withRange, type DayRange } from '../../model/days-off';
import { Chip } from '../../components/forms/button';
import { useToasts } from '../../components/dialogs/toasts';
import { isoDay } from '../../i18n/time-text';
import { daysOff as daysOffNow, useDaysOff } from '../../offline/days-off';
import { loadDaysOffSync } from '../../offline/load-days-off-sync';
import { wouldRingOn } from '../../rings/silent-ring';
import { useMinute } from '../../time/synchronised-time';
import { hiddenFromNewcomers } from '../../styles/hidden-by-root';
import { color, space } from '../../styles/theme';

interface TomorrowOffProps {
  /** Undefined until they are fetched, null if that failed. */
  readonly alarms: readonly Alarm[] | undefined | null;
  readonly zone: string | null;
}

/** Shown if a day off would silence an alarm tomorrow, or does. */
export function TomorrowOff({ alarms, zone }: TomorrowOffProps) {
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

  async function change(next: (ranges: readonly DayRange[]) => readonly DayRange[]) {
    const { changeDaysOff } = await loadDaysOffSync();
    // Other tabs and devices may have changed the list since.
    await changeDaysOff(next(daysOffNow()));
  }

  async function press() {
    const day = { from: tomorrow, to: tomorrow, label: off?.label ?? '' };
    const add = () => change((ranges) => withRange(ranges, day));
    const remove = () => change((ranges) => withoutDays(ranges, day));
    try {
      await (off === null ? add() : remove());
    } catch {
      toasts.showFailure(formatMessage({ id: 'alarm.errorTitle' }));
      return;
    }
    toasts.show({
      title: formatMessage({ id: off === null ? 'alarm.tomorrowIsOff' : 'alarm.tomorrowRings' }),
      lasts: 'long',
      action: {
        text: formatMessage({ id: 'toast.undo' }),
        run: () => void (off === null ? remove() : add()),
      },
    });
  }

  return (
    <Tomorrow aria-pressed={off !== null} onClick={() => void press()}>
      {text}
    </Tomorrow>
  );
}

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
