// The alarm tool: the current time, the next ring, alarms that were missed, and the list of alarms.
import { useEffect, useRef, useState } from 'react';
import { CalendarOff, MoonStar, X } from 'lucide-react';
import { useIntl, FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { useRows } from '../../rows/lists';
import { Wrong, Unseen } from '../../components/page/texts';
import {
  deleteAlarm,
  skipNextRing,
  switchAlarm,
  takeBackSkip,
  updateAlarm,
} from '../../rows/alarms';
import type { Alarm } from '../../model/types';
import { Button, IconButton } from '../../components/forms/button';
import { AwayNotice, Notice, StorageNotice } from '../../components/page/notices';
import { ToolList, ToolProofs, useDeleteWithUndo } from '../../components/lists/tool-list';
import { lazyComponent, useOpening, usePreloadWhenIdle } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { useDaysOffRefusal } from '../../offline/days-off';
import { followSyncedList } from '../../offline/synced-lists';
import { alarmDeletions, useHiddenRows } from '../../rings/pending-deletions';
import { alarmTime } from '../../styles/cards';
import { icon, space, color, size } from '../../styles/theme';
import { useZoneIsUnknown, useVisitorZone, visitorZone } from '../../time/visitor-zone';
import { AlarmLead } from './alarm-lead';
import { dayText } from '../../i18n/date-text';
import { isoDay } from '../../time/zone-offset';
import { useVisitorClock } from '../../i18n/clock-time';
import { zoneId } from '../../i18n/zone-name';
import { useMissedAlarms } from '../../ringing/missed-alarms';
import { smallText } from '../../styles/type';
import { synchronisedNow } from '../../time/synchronised-time';
import { firstIdOf } from '../../offline/outbox';
import { disputedZones } from '../../rings/next-trigger';
import { nextToRing, ringOf } from '../../rings/next-ring';
import { Skeleton } from '../../components/lists/skeleton';
import { useToasts } from '../../components/dialogs/toasts';
import { skipText } from '../../i18n/rule-text';
import { AlarmRow } from './alarm-row';
import { ringText } from './ring-text';

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

interface Editing {
  readonly alarm: Alarm | null;
}

export function AlarmTool() {
  const { formatMessage } = useIntl();
  const { rows: alarms, error } = useRows('alarms');
  const hidden = useHiddenRows(alarmDeletions);
  const [editing, setEditing] = useState<Editing | null>(null);
  const list = useRef<HTMLElement>(null);
  const bedside = useOpening(BedsideClock);
  const daysOff = useOpening(DaysOffDialog);
  const isDaysOffRefused = useDaysOffRefusal();
  usePreloadWhenIdle(AlarmDialog);
  const hasAlarms = alarms !== undefined && alarms.length > 0;

  useEffect(() => {
    if (hasAlarms) followSyncedList('days-off');
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
      <DisputedZones alarms={shown ?? []} />
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

/** Says that alarms may ring at another time than they show. */
function DisputedZones({ alarms }: { readonly alarms: readonly Alarm[] }) {
  const { formatMessage, formatList } = useIntl();
  const zones = disputedZones(alarms).map(zoneId);
  if (zones.length === 0) return null;
  return (
    <Notice>{formatMessage({ id: 'alarm.zoneDisputed' }, { zones: formatList(zones) })}</Notice>
  );
}

interface MissedAlarmsProps {
  /** Takes the focus when the last one is dismissed. */
  readonly onNone: () => void;
}

/** Alarms that nobody could hear when they were due, until they are dismissed. */
function MissedAlarms({ onNone }: MissedAlarmsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const zone = useVisitorZone();
  const clock = useVisitorClock();
  const { missed, dismiss } = useMissedAlarms();
  const list = useRef<HTMLUListElement>(null);
  if (missed.length === 0 || zone === null) return null;
  const today = isoDay(synchronisedNow(), zone);
  return (
    <MissedList ref={list} aria-label={formatMessage({ id: 'alarm.missedList' })}>
      {missed.map(({ key, dueAt, label, rang }) => {
        const time = clock.text(dueAt, zone);
        const day = dayText(intl, isoDay(dueAt, zone), today);
        return (
          <Missed key={key}>
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
          </Missed>
        );
      })}
    </MissedList>
  );
}

interface AlarmListProps {
  readonly alarms: readonly Alarm[];
  readonly onEdit: (alarm: Alarm) => void;
  /** Receives the focus when a row is removed. */
  readonly onDelete: () => void;
}

function AlarmList({ alarms, onEdit, onDelete }: AlarmListProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const clock = useVisitorClock();
  /** Announces to screen readers when an alarm rings, or which ring it skips. */
  const [said, setSaid] = useState('');
  const remove = useDeleteWithUndo(alarmDeletions, deleteAlarm, {
    deleted: 'alarm.deleted',
    failed: {
      title: formatMessage({ id: 'alarm.errorTitle' }),
      text: formatMessage({ id: 'alarm.deleteFailed' }),
    },
  });

  function toggle(alarm: Alarm) {
    const on = alarm.enabled === 0;
    const isOver = alarm.date !== null && alarm.date <= isoDay(synchronisedNow(), alarm.timezone);
    reportFailure(switchAlarm(alarm.id, on ? 1 : 0, { withoutDate: on && isOver }));
  }

  function announceRing(writing: Promise<Alarm>) {
    reportFailure(
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

  function reportFailure(writing: Promise<unknown>) {
    writing.catch(() => {
      toasts.showFailure(
        formatMessage({ id: 'alarm.errorTitle' }),
        formatMessage({ id: 'alarm.errorText' }),
      );
    });
  }

  const next = nextToRing(alarms);
  const isNamedAs = (one: Alarm) => (other: Alarm) =>
    other.id !== one.id && other.time === one.time && other.label === one.label;
  return (
    <>
      <Rows>
        {alarms.map((alarm) => (
          <AlarmRow
            key={firstIdOf(alarm.id)}
            alarm={alarm}
            isNext={alarm === next}
            hasNamesake={alarms.some(isNamedAs(alarm))}
            onToggle={() => {
              toggle(alarm);
            }}
            onSkip={() => {
              announceRing(skipNextRing(alarm.id));
            }}
            onUnskip={() => {
              announceRing(takeBackSkip(alarm.id));
            }}
            onResume={() => {
              announceRing(updateAlarm(alarm.id, { pausedUntil: null }));
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
function AlarmListSkeleton() {
  const { formatMessage } = useIntl();
  return (
    <Rows as="div">
      <Unseen role="status">{formatMessage({ id: 'alarm.loading' })}</Unseen>
      {[1, 2].map((row) => (
        <Waiting key={row}>
          <Skeleton $width={alarmTime} $height={space[64]} />
        </Waiting>
      ))}
    </Rows>
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

/** Receives the focus from a row that is removed. */
const MissedList = styled.ul.attrs({ tabIndex: -1 })`
  outline: none;
  margin-block-start: ${space[24]};
`;

const Missed = styled.li`
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

const Rows = styled.ul`
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Waiting = styled.div`
  padding-block: ${space[24]};
  border-block-end: ${size.hairline} solid ${color.line};
`;
