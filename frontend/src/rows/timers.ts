// Timers of this browser: the list, and all edits of it. An edit is stored and shown at once, and sent then.
import { replayedClickTime } from '../loading/early-input';
import { timerDeletions } from '../rings/pending-deletions';
import {
  broughtBack,
  extended,
  runOf,
  shortened,
  started,
  startOf,
  paused,
  standsAtItsEnd,
  atBeginning,
  atPresent,
} from '../rings/timer-steps';
import { synchronisedNow } from '../time/synchronised-time';
import { randomUuid } from '../identity/browser-id';
import { knownRow, knownRowNow } from './lists';
import type { Fields, Row, IntervalDraft, Timer, TimerDraft } from '../model/types';
import { enqueueChange, enqueueDeletion, enqueueNew } from '../offline/outbox';
import { sendEdit, sendUnsaved } from '../offline/outbox-send';
import { isSameRun, movedOn } from '../offline/outbox-merge';
import { keepOrder } from '../offline/timer-order';

export async function createTimer(draft: TimerDraft | IntervalDraft): Promise<Timer> {
  const { enabled, ...settings } = draft;
  const now = pressedNow();
  const chosen = { ...defaults, ...settings };
  const createdAt = new Date(now).toISOString();
  const row = { ...chosen, ...planOf(chosen), createdAt } as unknown as Timer;
  const whole = enabled === 1 ? started(atBeginning(row), now) : atBeginning(row);
  return asTimer(await sendEdit('timers', enqueueNew('timers', randomUuid(), { ...whole }, now)));
}

/** Changes a timer; a new duration or new steps also reset it, unless it runs: then what has run of it counts. */
export async function updateTimer(id: number, changes: Partial<TimerDraft>): Promise<Timer> {
  timerDeletions.cancel(id);
  const row = await knownRow('timers', id);
  return asTimer(await sendEdit('timers', enqueueChange('timers', row, withRun(row, changes))));
}

/** Starts a timer with the time that is left, or from its beginning if nothing is; a running one goes on. */
export function startTimer(id: number): Promise<Timer> {
  const now = pressedNow();
  return changeRun(id, (timer) => started(timer, now));
}

/** Pauses a timer; a stopped one is unchanged. */
export function pauseTimer(id: number): Promise<Timer> {
  return changeRun(id, paused);
}

export function resetTimer(id: number): Promise<Timer> {
  return changeRun(id, atBeginning);
}

/** Adds time to a running timer. */
export function extendTimer(id: number, seconds: number): Promise<Timer> {
  return changeRun(id, (timer, now) => extended(timer, seconds, now));
}

/** Changes the time left by some seconds; at least one is left. */
export function turnTimer(timer: Timer, by: number): Promise<Timer> {
  if (by > 0) return extendTimer(timer.id, by);
  return setTimerRun(turned(timer, by));
}

/** The timer as a turn leaves it. */
export function turned(timer: Timer, by: number): Timer {
  const now = wholeNow();
  return by > 0 ? extended(timer, by, now) : shortened(timer, -by, now);
}

/** Whether the run of a timer is still this one, which has run on since. */
export function runsAs(run: Timer): boolean {
  const row = knownRowNow('timers', run.id);
  return row !== null && isSameRun(row, movedOn(asRow(run), wholeNow()));
}

/** Brings a timer into another state of its run, for example back into an earlier one, which has run on since. */
export function setTimerRun(run: Timer): Promise<Timer> {
  return changeRun(run.id, (timer, now) => ({ ...timer, ...runOf(broughtBack(run, now)) }));
}

/**
 * Runs a timer again for some time after its ring, which was due at an instant in milliseconds since the epoch, and
 * stops that ring on all devices. If several devices do this, the first one counts. While the server is away, the
 * extension is stored, but the ring still has to be stopped. Fails if the timer no longer stands at this end.
 */
export async function extendRungTimer(id: number, seconds: number, dueAt: number): Promise<Timer> {
  const now = Math.max(wholeNow(), Math.ceil(dueAt));
  const row = await knownRow('timers', id, now);
  if (!standsAtItsEnd(asTimer(row))) throw new Error('the timer was changed since its ring');
  const run = runOf(extended(asTimer(row), seconds, now));
  const answers = new Date(dueAt).toISOString();
  return asTimer(await sendEdit('timers', enqueueChange('timers', row, run, answers)));
}

/** Deletes a timer; it leaves the list at once. */
export async function deleteTimer(id: number): Promise<void> {
  const row = await knownRow('timers', id);
  enqueueDeletion('timers', row);
  await sendEdit('timers', row);
}

/** Moves these timers to the front, in this order. It is sent when the server has all of them. */
export async function orderTimers(ids: readonly number[]): Promise<void> {
  keepOrder(ids);
  await sendUnsaved().catch(() => undefined);
}

/** Resets a timer after its ring that only this browser has; one that was started again, or has further steps, continues. */
export function keepTimerStop(id: number): void {
  const row = knownRowNow('timers', id);
  if (row === null || !standsAtItsEnd(asTimer(row))) return;
  enqueueChange('timers', row, runOf(atBeginning(asTimer(row))));
}

/** Stores and sends what a start, a pause, a reset or another act makes of a timer's run. */
async function changeRun(id: number, act: (timer: Timer, now: number) => Timer): Promise<Timer> {
  const row = await knownRow('timers', id);
  const timer = asTimer(row);
  const after = act(timer, wholeNow());
  if (after === timer) return timer;
  return asTimer(await sendEdit('timers', enqueueChange('timers', row, runOf(after))));
}

/** The server's defaults for a new timer. */
const defaults: Omit<
  Timer,
  keyof ReturnType<typeof runOf> | 'id' | 'browserId' | 'clientKey' | 'createdAt' | 'totalSeconds'
> = {
  hours: 0,
  minutes: 0,
  seconds: 0,
  sound: 'default',
  label: null,
  steps: null,
  rounds: null,
};
/** The plan of a timer: a length, or steps and rounds. */
const plan = ['hours', 'minutes', 'seconds', 'steps', 'rounds'] as const;

/** A changed plan resets the timer; one that runs goes on with what has run of it. */
function withRun(row: Row, changes: Partial<Omit<TimerDraft, 'enabled'>>): Fields {
  if (!plan.some((field) => field in changes)) return changes;
  const timer = { ...asTimer(row), ...changes };
  const next = planOf(timer);
  const isSame = JSON.stringify(next) === JSON.stringify(planOf(asTimer(row)));
  if (isSame) return { ...changes, ...next };
  const reset = atBeginning({ ...timer, ...next });
  return { ...changes, ...next, ...runOf(goingOn(reset, asTimer(row), wholeNow())) };
}

/** The timer with its new plan at its beginning, or if it ran before, as if it had run with that plan since its start. */
function goingOn(reset: Timer, before: Timer, now: number): Timer {
  const running = atPresent(before, now);
  if (running.endsAt === null || Date.parse(running.endsAt) <= now) return reset;
  const start = Date.parse(startOf(running, now).startedAt);
  // A plan that would be over begins now.
  const isOver = start + reset.totalSeconds * 1000 <= now;
  return atPresent(started(reset, isOver ? now : start), now);
}

/** The plan as in the server's response: with steps, the length follows from them. */
function planOf({ hours, minutes, seconds, steps, rounds }: Pick<Timer, (typeof plan)[number]>) {
  const times = steps === null ? null : (rounds ?? 1);
  const totalSeconds =
    steps === null || times === null
      ? hours * 3600 + minutes * 60 + seconds
      : times * steps.reduce((sum, step) => sum + step.seconds, 0);
  return {
    hours: Math.floor(totalSeconds / 3600),
    minutes: Math.floor((totalSeconds % 3600) / 60),
    seconds: totalSeconds % 60,
    totalSeconds,
    steps: steps?.map(({ seconds: length, label }) => ({ seconds: length, label })) ?? null,
    rounds: times,
  };
}

function asTimer(row: Row): Timer {
  return row as unknown as Timer;
}

function asRow(timer: Timer): Row {
  return { ...timer };
}

/** Now, or when a button was pressed before its page could hear it. To be asked while the press is handled. */
function pressedNow(): number {
  const pressed = replayedClickTime();
  return pressed === null
    ? wholeNow()
    : Math.trunc(synchronisedNow() - (performance.now() - pressed));
}

/** Rows have whole milliseconds, as the server's. */
function wholeNow(): number {
  return Math.trunc(synchronisedNow());
}
