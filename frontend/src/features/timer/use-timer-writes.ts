// Writes to timers outside of the form, by buttons and by keys: Space pauses and starts, plus and minus move the end by
// a minute. A failure is shown in a toast.
import { useIntl } from 'react-intl';
import {
  createTimer,
  deleteTimer,
  extendTimer,
  pauseTimer,
  resetTimer,
  startTimer,
  runsAs,
  setTimerRun,
  turned,
  turnTimer,
} from '../../rows/timers';
import { onRowsChange } from '../../rows/store';
import type { Timer } from '../../model/types';
import { useToasts } from '../../components/dialogs/toasts';
import { useDeleteWithUndo } from '../../components/lists/tool-list';
import { rowCreated, writeFailureText } from '../../components/forms/save-result';
import { timerDeletions } from '../../rings/pending-deletions';
import { atBeginning, leftMs } from '../../rings/timer-steps';
import { synchronisedNow } from '../../time/synchronised-time';
import { lengthText } from '../../i18n/duration-text';
import { ringSettings } from '../../sound/ring-settings';
import { startedDraft, type TimerSeed, timerName } from './timer-seed';

/** The minutes that one press adds. */
export const addedMinutes = 1;

/** The functions return whether they succeeded. */
export function useTimerWrites() {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const failedTitle = formatMessage({ id: 'timer.errorTitle' });
  const remove = useDeleteWithUndo(timerDeletions, deleteTimer, {
    deleted: 'timer.deletedTitle',
    failed: { title: failedTitle, text: formatMessage({ id: 'timer.deleteFailed' }) },
  });

  async function attempt(write: Promise<unknown>): Promise<boolean> {
    try {
      await write;
      return true;
    } catch (failure) {
      const text = writeFailureText(intl, failure, 'timer.errorText');
      toasts.showFailure(failedTitle, text);
      return false;
    }
  }

  /** Shows a toast that brings back the run that a timer had, as long as it has the run that it has now. */
  function offerBack(before: Timer, now: Timer, title: string) {
    toasts.show({
      kind: 'timer run',
      title: (count) => (count === 1 ? title : formatMessage({ id: 'timer.changed' }, { count })),
      text: timerName(intl, before),
      lasts: 'long',
      undo: () => void attempt(setTimerRun(before)),
      canUndo: () => runsAs(now),
      subscribe: onRowsChange,
    });
  }

  return {
    /** Returns the timer, or null if it failed. */
    startNew: async (seed: TimerSeed): Promise<Timer | null> => {
      const sound = ringSettings.read().newSound;
      const created = createTimer({ ...startedDraft(seed), sound });
      if (!(await attempt(created))) return null;
      rowCreated();
      return created;
    },
    toggle: ({ id, enabled }: Timer) => attempt(enabled === 1 ? pauseTimer(id) : startTimer(id)),
    addMinute: ({ id }: Timer) => attempt(extendTimer(id, addedMinutes * 60)),
    /** Changes the time left of a running timer by some seconds, with a toast that takes it back. */
    turn: async (timer: Timer, by: number) => {
      const after = turned(timer, by);
      const left = Math.ceil(leftMs(timer, synchronisedNow()) / 1000) + by;
      if (!(await attempt(turnTimer(timer, by)))) return;
      const length = lengthText(intl, Math.max(1, left));
      offerBack(timer, after, formatMessage({ id: 'timer.turned' }, { length }));
    },
    /** Resets a timer, with a toast that lets it go on where it was. */
    reset: async (timer: Timer) => {
      if (!(await attempt(resetTimer(timer.id))) || isOver(timer)) return;
      offerBack(timer, atBeginning(timer), formatMessage({ id: 'timer.resetDone' }));
    },
    remove: ({ id }: Timer) => {
      remove(id);
    },
  };
}

/** True for a timer that has run out and was not reset. */
export function isOver(timer: Timer): boolean {
  return timer.enabled === 0 && timer.remainingMs <= 0;
}

export type TimerKey = 'toggle' | 'more' | 'less';

const keys: Readonly<Partial<Record<string, TimerKey>>> = {
  ' ': 'toggle',
  '+': 'more',
  '-': 'less',
  '−': 'less',
};

export function timerKeyOf({ key }: KeyboardEvent): TimerKey | undefined {
  return keys[key];
}

/** Space and Enter press what has the focus. */
export function isOnControl({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element && target.closest('button, a, summary, [role="button"]') !== null
  );
}
