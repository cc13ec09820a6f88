// The timer tool: a line and presets for a new timer, and a card for each timer.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Pencil } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { useRows } from '../../rows/lists';
import type { Timer } from '../../model/types';
import { PageTitle, ToolLead } from '../../components/page/page-column';
import { IconButton } from '../../components/forms/button';
import { AwayNotice, StorageNotice } from '../../components/page/notices';
import { onEvents } from '../../browser/emitter';
import { useStoredValue } from '../../browser/stored-value';
import { useInBrowser, useMediaQuery } from '../../browser/in-browser';
import { ToolList, ToolProofs } from '../../components/lists/tool-list';
import { lazyComponent, useOpening, usePreloadWhenIdle } from '../../loading/lazy-component';
import { whenLoaded } from '../../loading/load-code';
import { timerDeletions, useHiddenRows } from '../../rings/pending-deletions';
import { Unseen } from '../../components/page/texts';
import { singleKeysInUse } from '../../settings/choices';
import { isKeyForSomethingElse } from '../../loading/typed-keys';
import { icon, from, phone, space } from '../../styles/theme';
import { phoneQuery } from '../../styles/screens';
import { timerSize } from '../../styles/timer';
import { unseen } from '../../styles/hidden';
import { areTimersMarked } from './first-paint';
import { PresetButtons } from './presets';
import { TimerLine } from './timer-line';
import { TimerList, TimerListSkeleton } from './timer-list';
import { endOf, firstToEnd } from '../../rings/timer-remaining';
import { useDocumentTitle } from '../../browser/document-title';
import { useRemainingSeconds } from '../../time/second-edges';
import { countdownText } from '../../i18n/duration-text';
import { timerName } from './timer-seed';
import {
  isOnControl,
  timerKeyOf,
  type TimerKey,
  addedMinutes,
  useTimerWrites,
} from './use-timer-writes';

const TimerDialog = lazyComponent(
  async () => (await import(/* webpackChunkName: "timer-dialog" */ './timer-dialog')).TimerDialog,
);

const LinkedTimerPanel = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "linked-timer" */ './linked-timer')).LinkedTimerPanel,
);

const IntervalDialog = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "interval-dialog" */ './interval-dialog')).IntervalDialog,
);

const PresetsDialog = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "order-dialogs" */ './order-dialogs')).PresetsDialog,
);

interface Editing {
  readonly timer: Timer | null;
  readonly hasSteps: boolean;
}

export function TimerTool() {
  const { formatMessage } = useIntl();
  const { rows: timers, error } = useRows('timers');
  const hidden = useHiddenRows(timerDeletions);
  const [editing, setEditing] = useState<Editing | null>(null);
  const list = useRef<HTMLElement>(null);
  const presets = useOpening(PresetsDialog);
  usePreloadWhenIdle(TimerDialog);
  const shown = timers?.filter((timer) => !hidden.has(timer.id));
  const { said, hasStarted } = useStarted(shown);
  const isRunning = firstToEnd(shown ?? []) !== null;
  const isPhone = useMediaQuery(phoneQuery);
  const runsBefore = useRunsBefore(timers);
  /** Timers that the list brings later than the page come below: they would move what is being read. */
  const isFirst = isRunning && (hasStarted || runsBefore);
  useFirstTimerKeys(shown);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // Built pages are the same for every query.
  const isLive = useInBrowser(() => true, false);
  const query = new URLSearchParams(isLive ? search : '');
  const asksForTimer = query.has('t') || query.has('steps');

  function edit(timer: Timer | null, hasSteps = timer !== null && timer.steps !== null) {
    const show = () => {
      setEditing({ timer, hasSteps });
    };
    if (hasSteps) whenLoaded(IntervalDialog, show);
    else whenLoaded(TimerDialog, show);
  }

  /** A save that ends late must not close a dialog that was opened since. */
  function close() {
    setEditing((open) => (open === editing ? null : open));
  }

  return (
    <>
      <TimerTitle timers={shown} />
      <Lead data-runs={isFirst ? '' : undefined}>
        <NewTimer>
          <PageTitle>{formatMessage({ id: 'timer.name' })}</PageTitle>
          {asksForTimer && (
            <LinkedTimerPanel
              search={search}
              onDone={() => {
                list.current?.focus({ preventScroll: true });
                void navigate({ pathname, search: '' }, { replace: true });
              }}
            />
          )}
          <TimerLine folds={isFirst && isPhone} />
          <PresetButtons
            onOther={() => {
              edit(null);
            }}
          >
            <IconButton
              $kind="quiet"
              aria-label={formatMessage({ id: 'presets.edit' })}
              title={formatMessage({ id: 'presets.edit' })}
              {...presets.button}
            >
              <Pencil {...icon.small} />
            </IconButton>
          </PresetButtons>
          <StorageNotice />
          <AwayNotice of="lists" />
        </NewTimer>
        <ListPlace>
          <ToolList
            ref={list}
            list="timers"
            label={formatMessage({ id: 'timer.list' })}
            rows={shown}
            error={error}
            skeleton={<TimerListSkeleton />}
            empty={
              <>
                {/* The drawing and its words say enough to those who see them. */}
                <Unseen>{formatMessage({ id: 'timer.emptyTitle' })}</Unseen>
                <ToolProofs closedText="timer.closedText" />
              </>
            }
            failed={{
              title: formatMessage({ id: 'timer.loadFailedTitle' }),
              text: formatMessage({ id: 'timer.loadFailedText' }),
            }}
          >
            {(rows, takeFocus) => (
              <TimerList
                timers={rows}
                onEdit={(timer) => {
                  edit(timer);
                }}
                onDelete={takeFocus}
              />
            )}
          </ToolList>
        </ListPlace>
      </Lead>
      <Unseen role="status">{said}</Unseen>
      {editing?.hasSteps === false && (
        <TimerDialog
          timer={editing.timer}
          onClose={close}
          onIntervals={() => {
            edit(null, true);
          }}
        />
      )}
      {presets.isOpen && <PresetsDialog onClose={presets.close} />}
      {editing?.hasSteps === true && <IntervalDialog timer={editing.timer} onClose={close} />}
    </>
  );
}

/** The new timer, and beside it on wide screens the others. */
const Lead = styled(ToolLead)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[32]} ${space[64]};

  ${from.lg} {
    grid-template-columns: ${timerSize.winding} minmax(0, 1fr);
  }

  /* On a phone, those that run come before a new one. */
  ${phone} {
    &[data-runs] > :last-child,
    :root.timers-run &:has(section[aria-busy='true']) > :last-child {
      order: -1;
      min-block-size: 0;
    }
  }
`;

/** Below timers that run it waits for their list. */
const NewTimer = styled.div`
  ${phone} {
    :root.timers-run :has(section[aria-busy='true']) > & {
      ${unseen}
    }
  }
`;

/** Reserves a row of timers while there are none, so that the first timer moves little. */
const ListPlace = styled.div`
  --list-room: calc(${timerSize.ring} + ${space[96]});
  min-inline-size: 0;
  min-block-size: var(--list-room);
`;

/** What is announced of a timer that appears in the list and runs, and whether one has since the page was opened. */
function useStarted(timers: readonly Timer[] | undefined) {
  const intl = useIntl();
  const [known, setKnown] = useState<readonly number[] | null>(null);
  const [said, setSaid] = useState('');
  const ids = timers?.map(({ id }) => id);
  if (timers !== undefined && ids !== undefined && String(ids) !== String(known)) {
    const started = timers.find(({ id, enabled }) => enabled === 1 && !known?.includes(id));
    setKnown(ids);
    if (known !== null && started !== undefined) {
      setSaid(intl.formatMessage({ id: 'timer.startedSaid' }, { name: timerName(intl, started) }));
    }
  }
  return { said, hasStarted: said !== '' };
}

/** Whether timers that run were known when the page was opened. */
function useRunsBefore(timers: readonly Timer[] | undefined): boolean {
  const [wereListed] = useState(timers !== undefined);
  const areMarked = useInBrowser(areTimersMarked, false);
  return wereListed || areMarked;
}

/** The keys move the running timer that ends first; Space starts the only one, too. */
function useFirstTimerKeys(timers: readonly Timer[] | undefined): void {
  const { toggle, addMinute, turn } = useTimerWrites();
  useTimerKeys((key) => {
    const running = firstToEnd(timers ?? []);
    const [only] = timers?.length === 1 ? timers : [];
    if (key === 'toggle') {
      const timer = running ?? only;
      if (timer !== undefined) void toggle(timer);
      return timer !== undefined;
    }
    if (running === null) return false;
    void (key === 'more' ? addMinute(running) : turn(running, -60 * addedMinutes));
    return true;
  });
}

interface TimerTitleProps {
  readonly timers: readonly Timer[] | undefined;
}

/** The tab's title, also in a hidden tab: the time left of the timer that ends first. Renders nothing. */
function TimerTitle({ timers }: TimerTitleProps) {
  const intl = useIntl();
  const first = firstToEnd(timers ?? []);
  const seconds = useRemainingSeconds(first === null ? null : endOf(first), { alsoHidden: true });
  useDocumentTitle(
    first === null || seconds === null
      ? intl.formatMessage({ id: 'timer.pageTitle' })
      : intl.formatMessage(
          { id: 'timer.runningTitle' },
          { remaining: countdownText(seconds), name: timerName(intl, first) },
        ),
  );
  return null;
}

/** Calls `onKey`, which returns whether the key had something to do; otherwise it is the page's. */
function useTimerKeys(onKey: (key: TimerKey) => boolean): void {
  const inUse = useStoredValue(singleKeysInUse, true);
  const press = useEffectEvent(onKey);
  useEffect(() => {
    if (!inUse) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = timerKeyOf(event);
      if (key === undefined || isKeyForSomethingElse(event)) return;
      if (key === 'toggle' && (event.repeat || isOnControl(event))) return;
      if (press(key)) event.preventDefault();
    };
    // Before the line takes the plus.
    return onEvents(document, ['keydown'], onKeyDown, { capture: true });
  }, [inUse]);
}
