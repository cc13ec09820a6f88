// Shows what rings, on every page, until it is answered.
import { useEffect, useSyncExternalStore } from 'react';
import { useAlarms } from '../../rows/alarms';
import { rowsAsOf } from '../../rows/lists';
import { useTimers } from '../../rows/timers';
import { alarmDeletions, timerDeletions, useHiddenRows } from '../../rings/pending-deletions';
import { isShort } from '../../rings/occurrence';
import { AlarmPopUp } from './alarm-pop-up';
import type { Ring } from '../../rings/ring-book';
import { currentRings, onBookChange } from '../../services/ring-store';
import { ingestLists } from '../../services/ring-watch';
import { lazyComponent } from '../../loading/lazy-component';
import { usePreloadedSounds } from '../../services/preloaded-sounds';
import { TimerPopUp } from './timer-pop-up';
import { useFlashingTitle } from './flashing-title';

const StepBanner = lazyComponent(
  async () => (await import(/* webpackChunkName: "step-banner" */ './step-banner')).StepBanner,
);

const noRings: readonly Ring[] = [];

/** Mount it once, beside the pages. */
export function Ringing() {
  useListsForRinging();
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
