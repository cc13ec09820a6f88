// The alarm tool: the current time, the next ring, and the list of alarms.
import { useEffect, useRef, useState } from 'react';
import { CalendarOff, MoonStar } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Wrong } from '../../components/page/texts';
import { useAlarms } from '../../rows/alarms';
import type { Alarm } from '../../model/types';
import { Button } from '../../components/forms/button';
import { AwayNotice, Notice, StorageNotice } from '../../components/page/notices';
import { ToolList } from '../../components/lists/tool-list';
import { ToolProofs } from '../../components/proofs/tool-proofs';
import { lazyComponent, useOpening, usePreloadWhenIdle } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { useDaysOffRefusal } from '../../offline/days-off';
import { loadDaysOffSync } from '../../offline/load-days-off-sync';
import { alarmDeletions, useHiddenRows } from '../../rings/pending-deletions';
import { icon } from '../../styles/icons';
import { space } from '../../styles/theme';
import { useZoneIsUnknown } from '../../time/visitor-zone';
import { AlarmList, AlarmListSkeleton } from './alarm-list';
import { AlarmLead } from './alarm-lead';
import { MissedAlarms } from './missed-alarms';

const AlarmDialog = lazyComponent(
  async () => (await import(/* webpackChunkName: "alarm-dialog" */ './alarm-dialog')).AlarmDialog,
);

const BedsideClock = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "bedside-clock" */ './bedside-clock')).BedsideClock,
);

const DaysOffDialog = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "days-off" */ './days-off/days-off-dialog')).DaysOffDialog,
);

/** An open dialog: for a new alarm (null) or an existing one. */
interface Editing {
  readonly alarm: Alarm | null;
}

export function AlarmTool() {
  const { formatMessage } = useIntl();
  const { alarms, error } = useAlarms();
  const hidden = useHiddenRows(alarmDeletions);
  const [editing, setEditing] = useState<Editing | null>(null);
  const list = useRef<HTMLElement>(null);
  const bedside = useOpening(BedsideClock);
  const daysOff = useOpening(DaysOffDialog);
  const isDaysOffRefused = useDaysOffRefusal();
  usePreloadWhenIdle(AlarmDialog);
  const hasAlarms = alarms !== undefined && alarms.length > 0;

  useEffect(() => {
    if (!hasAlarms) return;
    void loadDaysOffSync()
      .then(({ followDaysOff }) => followDaysOff())
      .catch(() => undefined);
  }, [hasAlarms]);

  function edit(alarm: Alarm | null) {
    whenLoaded(AlarmDialog, () => {
      setEditing({ alarm });
    });
  }

  const shown = alarms?.filter((alarm) => !hidden.has(alarm.id));
  const add = (
    <Button
      $kind="primary"
      {...preloadOnHoverOrFocus(AlarmDialog)}
      onClick={() => {
        edit(null);
      }}
    >
      {formatMessage({ id: 'alarm.add' })}
    </Button>
  );

  return (
    <>
      <AlarmLead alarms={shown ?? (error === undefined ? undefined : null)} action={add} />
      <StorageNotice />
      {/* In UTC, new alarms would ring at another time. */}
      {useZoneIsUnknown() && <Notice>{formatMessage({ id: 'alarm.zoneHidden' })}</Notice>}
      <AwayNotice of="lists" />
      <MissedAlarms
        onNone={() => {
          list.current?.focus({ preventScroll: true });
        }}
      />
      <ListPlace>
        <ToolList
          ref={list}
          list="alarms"
          label={formatMessage({ id: 'alarm.list' })}
          rows={shown}
          error={error}
          skeleton={<AlarmListSkeleton />}
          empty={<ToolProofs closedText="home.closedText" />}
          failed={{
            title: formatMessage({ id: 'alarm.loadFailedTitle' }),
            text: formatMessage({ id: 'alarm.loadFailedText' }),
          }}
        >
          {(rows, takeFocus) => <AlarmList alarms={rows} onEdit={edit} onDelete={takeFocus} />}
        </ToolList>
      </ListPlace>
      {shown !== undefined && shown.length > 0 && (
        <BedsideLine>
          <Bedside $kind="quiet" {...bedside.button}>
            <MoonStar {...icon.medium} />
            {formatMessage({ id: 'bedside.open' })}
          </Bedside>
          <Button $kind="quiet" {...daysOff.button}>
            <CalendarOff {...icon.medium} />
            {formatMessage({ id: 'daysOff.name' })}
          </Button>
        </BedsideLine>
      )}
      {isDaysOffRefused && !daysOff.isOpen && (
        <Wrong role="alert">{formatMessage({ id: 'daysOff.refused' })}</Wrong>
      )}
      {bedside.isOpen && <BedsideClock onClose={bedside.close} />}
      {daysOff.isOpen && <DaysOffDialog onClose={daysOff.close} />}
      {editing !== null && (
        <AlarmDialog
          alarm={editing.alarm}
          onClose={() => {
            // A save that ends late must not close a dialog that was opened since.
            setEditing((open) => (open === editing ? null : open));
          }}
        />
      )}
    </>
  );
}

const ListPlace = styled.div`
  margin-block-start: ${space[32]};
`;

const BedsideLine = styled.div`
  margin-block-start: ${space[16]};
`;

/** A button whose text is aligned with the page's edge. */
const Bedside = styled(Button)`
  margin-inline-start: calc(-1 * ${space[16]});
`;
