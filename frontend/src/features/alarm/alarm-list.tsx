// The alarms as rows between hairlines.
import { useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import {
  deleteAlarm,
  skipNextRing,
  switchAlarm,
  takeBackSkip,
  updateAlarm,
} from '../../rows/alarms';
import { firstIdOf } from '../../offline/outbox';
import { nextToRing, ringOf } from '../../rings/next-ring';
import type { Alarm } from '../../model/types';
import { Skeleton } from '../../components/lists/skeleton';
import { useToasts } from '../../components/dialogs/toasts';
import { useDeleteWithUndo } from '../../components/dialogs/use-delete-with-undo';
import { alarmDeletions } from '../../rings/pending-deletions';
import { skipText } from '../../i18n/skip-text';
import { isoDay } from '../../i18n/time-text';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { Unseen } from '../../components/page/texts';
import { color, size, space } from '../../styles/theme';
import { AlarmRow } from './alarm-row';
import { ringText } from './ring-text';

interface AlarmListProps {
  readonly alarms: readonly Alarm[];
  readonly onEdit: (alarm: Alarm) => void;
  /** Receives the focus when a row is removed. */
  readonly onDelete: () => void;
}

export function AlarmList({ alarms, onEdit, onDelete }: AlarmListProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const clock = useVisitorClock();
  /** Announces to screen readers when an alarm rings, or which ring it skips. */
  const [said, setSaid] = useState('');
  const remove = useDeleteWithUndo(alarmDeletions, deleteAlarm, {
    deleted: { title: formatMessage({ id: 'alarm.deleted' }) },
    failed: {
      title: formatMessage({ id: 'alarm.errorTitle' }),
      text: formatMessage({ id: 'alarm.deleteFailed' }),
    },
  });

  function toggle(alarm: Alarm) {
    const on = alarm.enabled === 0;
    const isOver = alarm.date !== null && alarm.date <= isoDay(synchronisedNow(), alarm.timezone);
    settle(switchAlarm(alarm.id, on ? 1 : 0, { withoutDate: on && isOver }));
  }

  function tell(writing: Promise<Alarm>) {
    settle(
      writing.then((alarm) => {
        const { skipped, timezone } = alarm;
        const ring = ringOf(alarm);
        if (skipped !== null) setSaid(skipText(intl, clock, skipped, timezone));
        else if (ring !== null) {
          setSaid(ringText(intl, clock, ring, synchronisedNow(), visitorZone()));
        }
      }),
    );
  }

  function settle(writing: Promise<unknown>) {
    writing.catch(() => {
      toasts.showFailure(
        formatMessage({ id: 'alarm.errorTitle' }),
        formatMessage({ id: 'alarm.errorText' }),
      );
    });
  }

  const next = nextToRing(alarms);
  return (
    <>
      <Rows>
        {alarms.map((alarm) => (
          <AlarmRow
            key={firstIdOf(alarm.id)}
            alarm={alarm}
            isNext={alarm === next}
            onToggle={() => {
              toggle(alarm);
            }}
            onSkip={() => {
              tell(skipNextRing(alarm.id));
            }}
            onUnskip={() => {
              tell(takeBackSkip(alarm.id));
            }}
            onResume={() => {
              tell(updateAlarm(alarm.id, { pausedUntil: null }));
            }}
            onEdit={() => {
              onEdit(alarm);
            }}
            onDelete={() => {
              onDelete();
              remove(alarm.id);
            }}
          />
        ))}
      </Rows>
      <Unseen role="status">{said}</Unseen>
    </>
  );
}

/** Placeholders of the size of real rows, while they are fetched. */
export function AlarmListSkeleton() {
  const { formatMessage } = useIntl();
  return (
    <Rows as="div">
      <Unseen role="status">{formatMessage({ id: 'alarm.loading' })}</Unseen>
      {[1, 2].map((row) => (
        <Waiting key={row}>
          <Skeleton $width={size.alarmTime} $height={space[64]} />
        </Waiting>
      ))}
    </Rows>
  );
}

const Rows = styled.ul`
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Waiting = styled.div`
  padding-block: ${space[24]};
  border-block-end: ${size.hairline} solid ${color.line};
`;
