// What every page has and does in addition to its own content: rings, the marks on the ruler, the running timer, the toasts that
// belong to no page, and what runs whatever is shown: the lists, the time, unsent edits, this device's registration.
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIntl, type IntlShape } from 'react-intl';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { Ringing } from '../features/ringing/ring-screen';
import { HourMarks } from './hour-marks';
import { useToasts } from '../components/dialogs/toasts';
import { onEvents, disposeAll } from '../browser/emitter';
import { loadFailed, pressLoads } from '../loading/load-code';
import type { Row, Timer } from '../model/types';
import { onSent, keepSending } from '../offline/outbox-send';
import { lengthText, lengthInPhrase, shortCountdownText } from '../i18n/duration-text';
import { useVisitorClock, type VisitorClock } from '../i18n/clock-time';
import { useStoredValue } from '../browser/stored-value';
import { signedOut, checkAccount, followEndedId } from '../identity/identity';
import { onRenewedId } from '../api/client';
import { reportUncaught } from '../api/faults';
import { keepTimeSynchronised } from '../api/time-sync';
import { outsidePageCache } from '../browser/page-cache';
import { restoreBrowserId } from '../identity/id-cookie';
import { alarmDeletions, timerDeletions, useHiddenRows } from '../rings/pending-deletions';
import { keepListsFresh, useRows } from '../rows/lists';
import { whenIdle } from '../browser/idle';
import { onBrowserIdChange } from '../identity/browser-id';
import { ringDeviceId } from '../push/push-support';
import { startRinging } from '../ringing/clock';
import { followPushedRings } from '../ringing/pushed-rings';
import { preloadSoundsOfRows } from '../sound/sound-files';
import { ringSettings, ringsForMs } from '../sound/ring-settings';
import { TickRing } from '../components/faces/timer-ring';
import { SiteLink } from '../components/page/site-link';
import { Unseen } from '../components/page/texts';
import { localisedPath } from '../pages/paths';
import { firstToEnd, usePresentTimer, useTimerSeconds } from '../rings/timer-remaining';
import { barHeight } from '../styles/screens';
import { color, layer, radius, size, space } from '../styles/theme';
import { smallText, tabularTime } from '../styles/type';

/** Mount it once, beside the pages. */
export function EveryPage() {
  useEffect(startServices, []);
  useSavedToast();
  useSignedOutToast();
  useLoadFailureToast();
  return (
    <>
      <StillLoading />
      <HourMarks />
      <RunningTimer />
      <Ringing />
    </>
  );
}

function useLoadFailureToast(): void {
  const { formatMessage } = useIntl();
  const { showFailure } = useToasts();
  useEffect(
    () =>
      onEvents(window, [loadFailed], () => {
        showFailure(
          formatMessage({ id: 'site.loadFailedTitle' }),
          formatMessage({ id: 'site.loadFailedText' }),
        );
      }),
    [formatMessage, showFailure],
  );
}

/** Screen readers are told that what was pressed is being loaded if that takes longer than this. */
const loadsLongFromMs = 1_000;

/** Says that the code of what was pressed is still being loaded; in the dialog that it was pressed in, beside which all is inert. */
function StillLoading() {
  const { formatMessage } = useIntl();
  const [place, setPlace] = useState<Element | null>(null);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    let latest: unknown;
    const follow = ({ target, detail }: CustomEvent<Promise<void>>) => {
      latest = detail;
      const timeout = setTimeout(() => {
        setLong(true);
      }, loadsLongFromMs);
      const end = () => {
        clearTimeout(timeout);
        if (latest === detail) setLong(false);
      };
      setPlace((target as Element).closest('dialog') ?? document.body);
      detail.then(end, end);
    };
    return onEvents(window, [pressLoads], follow);
  }, []);
  if (place === null) return null;
  return createPortal(
    <Unseen role="status">{isLong && formatMessage({ id: 'site.loading' })}</Unseen>,
    place,
  );
}

const most = 5;

interface NamedRow {
  readonly label?: string | null;
  /** An alarm's. */
  readonly time?: string;
  /** A timer's. */
  readonly totalSeconds?: number;
}

function useSavedToast(): void {
  const intl = useIntl();
  const clock = useVisitorClock();
  const { show } = useToasts();
  useEffect(
    () =>
      onSent(({ saved, theirs }) => {
        const [id, rows] =
          theirs.length > 0
            ? (['unsaved.keptTitle', theirs] as const)
            : (['unsaved.savedTitle', saved] as const);
        show({ title: intl.formatMessage({ id }), text: namesOf(rows, intl, clock) });
      }),
    [intl, clock, show],
  );
}

function namesOf(rows: readonly Row[], intl: IntlShape, clock: VisitorClock): string {
  // Isolated, because its text direction may differ.
  const name = (row: Row) => `\u2068${nameOf(row, intl, clock)}\u2069`;
  const names = intl.formatList(rows.slice(0, most).map(name), {
    type: 'conjunction',
    style: 'narrow',
  });
  return rows.length > most ? `${names}…` : names;
}

function nameOf({ label, time, totalSeconds }: NamedRow, intl: IntlShape, clock: VisitorClock) {
  if (label !== null && label !== undefined) return label;
  return time === undefined ? lengthText(intl, totalSeconds ?? 0) : clock.textOf(time);
}

function useSignedOutToast(): void {
  const { formatMessage } = useIntl();
  const { show } = useToasts();
  const unseen = useStoredValue(signedOut, null);
  useEffect(() => {
    if (unseen === null) return undefined;
    const { unsaved } = unseen;
    const showOnceVisible = () => {
      if (document.hidden) return;
      show({
        title: formatMessage({ id: 'account.signedOutTitle' }),
        ...(unsaved > 0 && {
          text: formatMessage({ id: 'account.signedOutUnsaved' }, { count: unsaved }),
        }),
        lasts: 'long',
        onGone: () => {
          if (!document.hidden) signedOut.clear();
        },
      });
    };
    showOnceVisible();
    document.addEventListener('visibilitychange', showOnceVisible);
    return () => {
      document.removeEventListener('visibilitychange', showOnceVisible);
    };
  }, [unseen, formatMessage, show]);
}

/** Starts it all, once for a page, until the returned function is called. */
function startServices(): () => void {
  const stop = disposeAll(
    outsidePageCache(startData),
    startRinging(),
    followPushedRings(),
    preloadSoundsOfRows(),
    refreshDeviceOnChange(),
    reportUncaught(),
  );
  checkAccount();
  restoreBrowserId();
  return stop;
}

function startData(): () => void {
  return disposeAll(
    alarmDeletions.followTabs(),
    timerDeletions.followTabs(),
    keepListsFresh(),
    keepTimeSynchronised(),
    keepSending(),
    onRenewedId((id) => void followEndedId(id)),
  );
}

/** Keeps this device's registration for rings with the site closed up to date: checks it now and after changes, until the returned function is called. */
function refreshDeviceOnChange(): () => void {
  return disposeAll(
    whenIdle(checkDevice),
    onBrowserIdChange(checkDevice),
    // Rings with the site closed last as long as those of pages.
    ringSettings.subscribe(checkDevice),
  );
}

/** Few browsers have push, so its code is loaded by those only. */
function checkDevice(): void {
  if (ringDeviceId.read() === null) return;
  import(/* webpackChunkName: "push" */ '../push/push-devices')
    .then(({ refreshDevice, sendAnswers }) =>
      Promise.all([refreshDevice(ringsForMs() / 1000), sendAnswers()]),
    )
    .catch(() => undefined);
}

function RunningTimer() {
  const { locale } = useIntl();
  const { pathname } = useLocation();
  const { rows: timers = [] } = useRows('timers');
  const hidden = useHiddenRows(timerDeletions);
  const path = localisedPath('/timer', locale);
  const first = firstToEnd(timers.filter(({ id }) => !hidden.has(id)));
  return first === null || pathname === path ? null : <Corner timer={first} path={path} />;
}

function Corner({ timer: row, path }: { readonly timer: Timer; readonly path: string }) {
  const intl = useIntl();
  const timer = usePresentTimer(row);
  const seconds = useTimerSeconds(timer);
  const length = lengthInPhrase(intl, timer.totalSeconds);
  const name = timer.label ?? intl.formatMessage({ id: 'timer.unnamed' }, { length });
  return (
    <aside data-corner="" aria-label={intl.formatMessage({ id: 'timer.name' })}>
      <Pill to={path}>
        <Ring>
          <TickRing few running fraction={seconds / timer.runSeconds} />
        </Ring>
        <Time>{shortCountdownText(seconds)}</Time> <Name>{name}</Name>
      </Pill>
    </aside>
  );
}

const Pill = styled(SiteLink)`
  ${smallText}
  position: fixed;
  z-index: ${layer.offer};
  inset-block-end: ${space[16]};
  inset-inline-start: ${space[16]};
  display: flex;
  align-items: center;
  gap: ${space[8]};
  max-inline-size: calc(100% - 2 * ${space[16]});
  min-block-size: ${size.touch};
  padding-inline: ${space[8]} ${space[16]};
  border: ${size.hairline} solid ${color.controlLine};
  border-radius: ${radius.full};
  background: ${color.surface};
  color: ${color.ink};
  text-decoration: none;

  /* Above buttons that stay at the end of the screen, and the line with the offer of another language. */
  html:has([data-bar]) & {
    inset-block-end: ${barHeight};
  }

  html:has([data-language-offer]) & {
    inset-block-end: ${space[64]};
  }

  @media print {
    display: none;
  }
`;

const Ring = styled.span`
  flex: none;
  inline-size: ${size.mark};
  block-size: ${size.mark};
`;

const Time = styled.span`
  ${tabularTime}
`;

const Name = styled.bdi`
  min-inline-size: 0;
  max-inline-size: ${size.menu};
  color: ${color.inkSoft};
  overflow-wrap: anywhere;
`;
