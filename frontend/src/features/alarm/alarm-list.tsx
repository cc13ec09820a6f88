// The alarms as rows between hairlines.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import {
  deleteAlarm,
  skipNextRing,
  switchAlarm,
  takeBackSkip,
  updateAlarm,
} from '../../api/alarms';
import { nextToRing } from '../../api/next-ring';
import type { Alarm } from '../../api/types';
import { Skeleton } from '../../components/lists/skeleton';
import { useToasts } from '../../components/dialogs/toasts';
import { useDeleteWithUndo } from '../../components/dialogs/use-delete-with-undo';
import { alarmDeletions } from '../../rings/pending-deletions';
import { isoDay } from '../../i18n/time-text';
import { synchronisedNow } from '../../time/synchronised-time';
import { visuallyHidden } from '../../styles/hidden';
import { color, size, space } from '../../styles/theme';
import { AlarmRow } from './alarm-row';

interface AlarmListProps {
  readonly alarms: readonly Alarm[];
  readonly onEdit: (alarm: Alarm) => void;
  /** Takes the focus from a row that goes. */
  readonly onDelete: () => void;
}

export function AlarmList({ alarms, onEdit, onDelete }: AlarmListProps) {
  const { formatMessage } = useIntl();
  const toasts = useToasts();
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

  function settle(writing: Promise<unknown>) {
    writing.catch(() => {
      toasts.show({
        title: formatMessage({ id: 'alarm.errorTitle' }),
        text: formatMessage({ id: 'alarm.errorText' }),
        tone: 'destructive',
      });
    });
  }

  const next = nextToRing(alarms);
  return (
    <Rows>
      {alarms.map((alarm) => (
        <AlarmRow
          key={alarm.id}
          alarm={alarm}
          isNext={alarm === next}
          onToggle={() => {
            toggle(alarm);
          }}
          onSkip={() => {
            settle(skipNextRing(alarm.id));
          }}
          onUnskip={() => {
            settle(takeBackSkip(alarm.id));
          }}
          onResume={() => {
            settle(updateAlarm(alarm.id, { pausedUntil: null }));
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
  );
}

/** Rows of the size of the real ones, while they are fetched. */
export function AlarmListSkeleton() {
  const { formatMessage } = useIntl();
  return (
    <Rows as="div">
      <Loading role="status">{formatMessage({ id: 'alarm.loading' })}</Loading>
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

const Loading = styled.p`
  ${visuallyHidden}
`;
