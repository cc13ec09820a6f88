// The requests that bring a timer at its beginning into another state of its run.
import { requestOnce } from '../api/client';
import type { Timer } from '../model/types';
import { startOf } from '../rings/timer-run';
import { isAtBeginning } from '../rings/timer-steps';
import { synchronisedNow } from '../time/synchronised-time';

/** `path` is the timer's, whose state on the server is its beginning. */
export async function sendRun(path: string, timer: Timer): Promise<void> {
  if (isAtBeginning(timer)) return;
  const extend = (seconds: number) => requestOnce('POST', `${path}/extend`, { seconds });
  const { before, startedAt, after } = startOf(timer, synchronisedNow());
  if (before > 0) await extend(before);
  await requestOnce('PATCH', path, { enabled: 1, startedAt });
  if (after > 0) await extend(after);
  if (timer.endsAt === null && timer.remainingMs > 0) await requestOnce('POST', `${path}/pause`);
}
