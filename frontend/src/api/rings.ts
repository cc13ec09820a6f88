// The server's list of rings, and answers to them, which are stored until the server has them.
import { atBeginning } from '../rings/timer-steps';
import { after } from '../time/background-timer';
import { synchronisedNow } from '../time/synchronised-time';
import { browserId } from '../identity/browser-id';
import { ownedValue } from '../identity/owned-values';
import { request } from './client';
import { refetchEverywhere } from '../rows/lists';
import { changeRows } from '../rows/store';
import { isRefused } from './problem-error';
import { answerOf, ringsOf } from '../model/rows';
import type { Schemas, Answer, Answered, Kind, RungRing, Timer } from '../model/types';
import { keepTimerStop } from '../rows/timers';

const path = '/api/rings';
/** How far the server looks back. */
const looksBackMs = 24 * 3_600_000;
/** An older answer is of no use: the server keeps the log for an hour, and alarms for a day. */
const maxAgeMs = looksBackMs;
const mostUnsent = 50;
const tryAgainMs = 15_000;

/** An answer that was given here and that the server does not have yet. */
interface UnsentAnswer {
  readonly browserId: string;
  readonly kind: Kind;
  readonly id: number;
  /** Milliseconds since the epoch, like `givenAt`. */
  readonly dueAt: number;
  readonly answer: Answer;
  readonly givenAt: number;
}

const unsent = ownedValue<readonly UnsentAnswer[]>(
  'unsent-answers:v1',
  [],
  (stored) => (Array.isArray(stored) ? stored.filter(isUnsent) : null),
  { onRenew: 'carry', onLeave: 'drop' },
);

/** The rings since an instant that still ring or were answered; from ten minutes ago at least to a day ago at most. */
export async function fetchRings(since: number | null): Promise<{
  readonly rings: readonly RungRing[];
  readonly since: number;
}> {
  // The server gets whole milliseconds.
  const now = Math.trunc(synchronisedNow());
  const tenMinutesAgo = now - 10 * 60_000;
  if (since === null || since >= tenMinutesAgo) {
    return { rings: ringsOf(await request('GET', path)), since: tenMinutesAgo };
  }
  const from = Math.max(since, now - looksBackMs);
  const query = new URLSearchParams({ since: new Date(from).toISOString() });
  return { rings: ringsOf(await request('GET', `${path}?${query.toString()}`)), since: from };
}

/**
 * Answers a ring at once, or when the server can be reached again. Fails if neither is possible. `givenAt` is in
 * milliseconds since the epoch.
 */
export async function answerRing(
  ring: { readonly kind: Kind; readonly id: number; readonly dueAt: number },
  answer: Answer,
  givenAt = synchronisedNow(),
): Promise<Answered | null> {
  const { kind, id, dueAt } = ring;
  // The server does not have the row yet, so it does not ring there.
  if (id < 0) return answerHere(ring, answer);
  if (kind === 'timer') showStopped(id);
  const given = { browserId: browserId(), kind, id, dueAt, answer, givenAt };
  unsent.write([...unsent.read(), given].slice(-mostUnsent));
  return send(given);
}

/** Answers a ring of a row that only this browser has. */
function answerHere(
  { kind, id, dueAt }: { readonly kind: Kind; readonly id: number; readonly dueAt: number },
  answer: Answer,
): Answered {
  if (kind === 'timer') keepTimerStop(id);
  return { answer, at: new Date(dueAt).toISOString(), snoozedUntil: null };
}

/** Reports that this device sounds a ring, so that it gets no push of it. */
export async function reportHeard(
  ring: { readonly kind: Kind; readonly id: number; readonly dueAt: number },
  device: string,
): Promise<void> {
  const { kind, id, dueAt } = ring;
  const heard: Schemas['HeardRing'] = {
    kind,
    id,
    scheduledFor: new Date(dueAt).toISOString(),
    device,
  };
  await request('POST', `${path}/heard`, heard);
}

/** Sends the answers that the server does not have yet. */
export async function sendUnsentAnswers(): Promise<void> {
  const oldest = synchronisedNow() - maxAgeMs;
  const waiting = unsent.read().filter(({ givenAt }) => givenAt > oldest);
  if (waiting.length < unsent.read().length) unsent.write(waiting);
  for (const given of waiting.filter(({ browserId: whose }) => whose === browserId())) {
    await send(given).catch(() => null);
  }
}

let cancelTrial: () => void = () => undefined;

/**
 * The answer that counts; null if the server does not know the ring. If the server cannot be reached, it is retried.
 */
async function send(given: UnsentAnswer): Promise<Answered | null> {
  try {
    const answered = await postAnswer(given);
    removeSent(given);
    return answered;
  } catch (failure) {
    if (isRefused(failure)) {
      removeSent(given);
      if (failure.status === 404) {
        void refetchEverywhere(listOf(given.kind)).catch(() => undefined);
        return null;
      }
    } else {
      cancelTrial();
      cancelTrial = after(tryAgainMs, () => void sendUnsentAnswers());
    }
    throw failure;
  }
}

async function postAnswer({ kind, id, dueAt, answer, givenAt }: UnsentAnswer): Promise<Answered> {
  const body: Schemas['RingAnswer'] = {
    kind,
    id,
    scheduledFor: new Date(dueAt).toISOString(),
    answer,
    givenAt: new Date(givenAt).toISOString(),
  };
  const answered = answerOf(await request('POST', `${path}/answer`, body));
  await refetchEverywhere(listOf(kind)).catch(() => undefined);
  return answered;
}

/** Shows a completed timer as reset, before the server has the answer; one that was started again goes on. */
function showStopped(id: number): void {
  changeRows('timers', (timers) =>
    timers.map((row) => {
      const timer = row as Timer;
      const isOver = timer.id === id && timer.endsAt === null && timer.remainingMs === 0;
      return isOver ? atBeginning(timer) : timer;
    }),
  );
}

function removeSent(given: UnsentAnswer): void {
  unsent.write(unsent.read().filter((other) => !isSame(other, given)));
}

function isSame(one: UnsentAnswer, other: UnsentAnswer): boolean {
  return one.kind === other.kind && one.id === other.id && one.dueAt === other.dueAt;
}

function listOf(kind: Kind): 'alarms' | 'timers' {
  return kind === 'alarm' ? 'alarms' : 'timers';
}

function isUnsent(stored: unknown): stored is UnsentAnswer {
  if (typeof stored !== 'object' || stored === null) return false;
  const { browserId: whose, kind, id, dueAt, answer, givenAt } = stored as Partial<UnsentAnswer>;
  return (
    typeof whose === 'string' &&
    (kind === 'alarm' || kind === 'timer') &&
    (answer === 'stop' || answer === 'snooze') &&
    [id, dueAt, givenAt].every((number) => typeof number === 'number')
  );
}
