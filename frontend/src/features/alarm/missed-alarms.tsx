// Alarms that nobody could hear when they were due, until they are dismissed.
import { useRef } from 'react';
import { X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '../../components/forms/button';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { useMissedAlarms } from '../../rings/missed-alarms';
import { icon } from '../../styles/icons';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

interface MissedAlarmsProps {
  /** Takes the focus when the last one is dismissed. */
  readonly onNone: () => void;
}

export function MissedAlarms({ onNone }: MissedAlarmsProps) {
  const { formatMessage } = useIntl();
  const clock = useVisitorClock();
  const { missed, dismiss } = useMissedAlarms();
  const list = useRef<HTMLUListElement>(null);
  if (missed.length === 0) return null;
  return (
    <Notices ref={list} aria-label={formatMessage({ id: 'alarm.missedList' })}>
      {missed.map(({ key, label, ...alarm }) => {
        const time = clock.textOf(alarm.time);
        return (
          <Notice key={key}>
            <Words>
              {label === null ? (
                <FormattedMessage id="alarm.missed" values={{ time }} />
              ) : (
                <FormattedMessage
                  id="alarm.missedWithLabel"
                  values={{ time, label: <bdi>{label}</bdi> }}
                />
              )}
            </Words>
            <IconButton
              $kind="quiet"
              aria-label={formatMessage({ id: 'alarm.missedDismiss' }, { time })}
              onClick={() => {
                if (missed.length > 1) list.current?.focus();
                else onNone();
                dismiss(key);
              }}
            >
              <X {...icon.usual} />
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

const Words = styled.p`
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;
