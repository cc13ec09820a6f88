// Turns of a running timer by hand: more or less time left, and back.
import { request } from '../api/client';
import type { Timer } from '../model/types';
import { sendEnd, sendRun } from '../offline/timer-run-requests';
import { keepTimerRun, extendTimer, pathOf } from './timers';
import { shortened } from '../rings/timer-run';
import { atPresent } from '../rings/timer-steps';
import { synchronisedNow } from '../time/synchronised-time';
import { save } from './lists';
import { listOf } from './store';

/** Changes the time left by some seconds; at least one is left. */
export function turnTimer(timer: Timer, by: number): Promise<Timer> {
  if (by > 0) return extendTimer(timer.id, by);
  return setTimerRun(shortened(timer, -by, Math.trunc(synchronisedNow())));
}

/** Brings a timer into another state of its run, for example back into an earlier one. */
export function setTimerRun(run: Timer): Promise<Timer> {
  const path = pathOf(run.id);
  const endsOtherwise = isInSameStep(run);
  return save('timers', run.id, {
    send: async () => {
      if (endsOtherwise) return sendEnd(path, run);
      await request<Timer>('PATCH', path, { enabled: 0 });
      await sendRun(path, run);
      return run;
    },
    expect: (timers) => timers.map((timer) => (timer.id === run.id ? run : timer)),
    keep: () => keepTimerRun(run.id, () => run),
  });
}

/** Whether a timer runs, and is now in the step of another state, so that only its end differs. */
function isInSameStep({ id, step, endsAt }: Timer): boolean {
  const timer = listOf('timers')?.rows.find((row) => row.id === id);
  if (timer === undefined || endsAt === null) return false;
  const present = atPresent(timer, synchronisedNow());
  return present.step === step && Date.parse(present.endsAt ?? '') > synchronisedNow();
}
