// The requests that bring a timer into another state of its run.
import { requestOnce } from '../api/client';
import type { Schemas } from '../model/schemas';
import type { Timer } from '../model/types';
import { startOf } from '../rings/timer-run';
import { isAtBeginning } from '../rings/timer-steps';
import { synchronisedNow } from '../time/synchronised-time';

/**
 * `path` is the timer's, whose state on the server is its beginning. Returns the server's timer afterwards; null if
 * nothing had to be sent.
 */
export async function sendRun(path: string, timer: Timer): Promise<Timer | null> {
  if (isAtBeginning(timer)) return null;
  const { startedAt, endsAt, isMoved } = startOf(timer, synchronisedNow());
  const start = { enabled: 1, startedAt } satisfies Schemas['TimerChanges'];
  let saved = await requestOnce<Timer>('PATCH', path, start);
  if (isMoved) saved = await sendEnd(path, { endsAt, runSeconds: timer.runSeconds });
  if (timer.endsAt === null && timer.remainingMs > 0)
    saved = await requestOnce<Timer>('POST', `${path}/pause`);
  return saved;
}

/** Moves the end of a timer that runs on the server. */
export function sendEnd(
  path: string,
  { endsAt, runSeconds }: Pick<Timer, 'endsAt' | 'runSeconds'>,
): Promise<Timer> {
  const end = { endsAt, runSeconds } satisfies Partial<Record<keyof Schemas['TimerEnd'], unknown>>;
  return requestOnce<Timer>('PUT', `${path}/end`, end);
}
