// Rings on every page: watches for rings, and shows them until they are answered.
import { useEffect, useSyncExternalStore } from 'react';
import { useAlarms } from '../../rows/alarms';
import { onBrowserIdChange } from '../../identity/browser-id';
import { checkAccount } from '../../identity/identity';
import { rowsAsOf } from '../../rows/lists';
import { useTimers } from '../../rows/timers';
import { reportUncaught } from '../../api/faults';
import { restoreBrowserId } from '../../identity/id-cookie';
import { whenIdle } from '../../browser/idle';
import { ringDeviceId } from '../../push/ring-device-id';
import { alarmDeletions, timerDeletions, useHiddenRows } from '../../rings/pending-deletions';
import { isShort } from '../../rings/occurrence';
import { ringSettings, ringsForMs } from '../../sound/ring-settings';
import { AlarmPopUp } from './alarm-pop-up';
import type { Ring } from '../../rings/ring-book';
import { currentRings, onBookChange } from './ring-store';
import { keepRinging, ingestLists } from './ring-watch';
import { lazyComponent } from '../../loading/lazy-component';
import { usePreloadedSounds } from './preloaded-sounds';
import { TimerPopUp } from './timer-pop-up';
import { useFlashingTitle } from './flashing-title';
import { useSavedToast } from './saved-toast';
import { followPushedRings } from './pushed-rings';

const StepBanner = lazyComponent(
  async () => (await import(/* webpackChunkName: "step-banner" */ './step-banner')).StepBanner,
);

const noRings: readonly Ring[] = [];

/** Mount it once, beside the pages. */
export function Ringing() {
  useEffect(keepRinging, []);
  useEffect(checkAccount, []);
  useEffect(followPushedRings, []);
  useEffect(keepDevice, []);
  useEffect(reportUncaught, []);
  useEffect(restoreBrowserId, []);
  useListsForRinging();
  useSavedToast();
  const rings = useSyncExternalStore(onBookChange, currentRings, () => noRings);
  const [newest, ...others] = rings.filter((ring) => !isShort(ring));
  const step = rings.find(isShort);
  useFlashingTitle(newest);
  return (
    <>
      {step?.kind === 'timer' && step.begins !== undefined && (
        <StepBanner key={step.key} ring={step} step={step.begins} />
      )}
      {newest !== undefined && <PopUp newest={newest} others={others} />}
    </>
  );
}

interface PopUpProps {
  readonly newest: Ring;
  readonly others: readonly Ring[];
}

function PopUp({ newest, others }: PopUpProps) {
  return newest.kind === 'alarm' ? (
    <AlarmPopUp key={newest.key} ring={newest} others={others} />
  ) : (
    <TimerPopUp key={newest.key} ring={newest} others={others} />
  );
}

/** Few browsers have push, so the code that maintains it is loaded by those only. */
function keepDevice() {
  const keep = () => {
    if (ringDeviceId.read() === null) return;
    import(/* webpackChunkName: "push" */ '../../push/push-devices')
      .then(({ keepDeviceRight, sendAnswers }) =>
        Promise.all([keepDeviceRight(ringsForMs() / 1000), sendAnswers()]),
      )
      .catch(() => undefined);
  };
  const stopWaiting = whenIdle(keep);
  const stopFollowing = onBrowserIdChange(keep);
  // Rings with the site closed last as long as those of pages.
  const stopSettings = ringSettings.subscribe(keep);
  return () => {
    stopWaiting();
    stopFollowing();
    stopSettings();
  };
}

/** Passes the lists to the watch, also whenever a deletion is pending or undone. */
function useListsForRinging() {
  const { alarms } = useAlarms();
  const deletedAlarms = useHiddenRows(alarmDeletions);
  useEffect(() => {
    if (alarms === undefined) return;
    ingestLists({ alarms: { rows: alarms, asOf: rowsAsOf(alarms) }, timers: undefined });
  }, [alarms, deletedAlarms]);

  const { timers } = useTimers();
  const deletedTimers = useHiddenRows(timerDeletions);
  useEffect(() => {
    if (timers === undefined) return;
    ingestLists({ alarms: undefined, timers: { rows: timers, asOf: rowsAsOf(timers) } });
  }, [timers, deletedTimers]);

  usePreloadedSounds([...(alarms ?? []), ...(timers ?? [])]);
}
