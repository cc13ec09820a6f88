// Alarms that nobody could hear when they were due, until they are dismissed.
import { useRef } from 'react';
import { X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '../../components/forms/button';
import { dayText } from '../../i18n/date-text';
import { isoDay } from '../../i18n/time-text';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { useMissedAlarms } from '../../ringing/missed-alarms';
import { icon } from '../../styles/icons';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { synchronisedNow } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';

interface MissedAlarmsProps {
  /** Takes the focus when the last one is dismissed. */
  readonly onNone: () => void;
}

export function MissedAlarms({ onNone }: MissedAlarmsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const zone = useVisitorZone();
  const clock = useVisitorClock();
  const { missed, dismiss } = useMissedAlarms();
  const list = useRef<HTMLUListElement>(null);
  if (missed.length === 0 || zone === null) return null;
  const today = isoDay(synchronisedNow(), zone);
  return (
    <Notices ref={list} aria-label={formatMessage({ id: 'alarm.missedList' })}>
      {missed.map(({ key, dueAt, label, rang }) => {
        const time = clock.text(dueAt, zone);
        const day = dayText(intl, isoDay(dueAt, zone), today);
        return (
          <Notice key={key}>
            <Words>
              <p>
                {label === null ? (
                  formatMessage({ id: 'alarm.missed' }, { day, time })
                ) : (
                  <FormattedMessage
                    id="alarm.missedWithLabel"
                    values={{ day, time, label: <bdi>{label}</bdi> }}
                  />
                )}
              </p>
              <Why>
                {formatMessage({ id: rang ? 'alarm.missedUnanswered' : 'alarm.missedUnheard' })}
              </Why>
            </Words>
            <IconButton
              $kind="quiet"
              aria-label={formatMessage({ id: 'alarm.missedDismiss' }, { day, time })}
              onClick={() => {
                if (missed.length > 1) list.current?.focus();
                else onNone();
                dismiss(key);
              }}
            >
              <X {...icon.medium} />
            </IconButton>
          </Notice>
        );
      })}
    </Notices>
  );
}

/** Receives the focus from a row that is removed. */
const Notices = styled.ul.attrs({ tabIndex: -1 })`
  outline: none;
  margin-block-start: ${space[24]};
`;

const Notice = styled.li`
  ${smallText}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[16]};
  margin-inline-end: calc(-1 * ${space[12]});
  padding-inline-start: ${space[16]};
  border-inline-start: ${size.stroke} solid ${color.warning};
  color: ${color.warning};

  & + & {
    margin-block-start: ${space[8]};
  }
`;

const Words = styled.div`
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;

const Why = styled.p`
  color: ${color.inkSoft};
`;
