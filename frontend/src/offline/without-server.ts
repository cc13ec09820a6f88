// Writes that go to the server, or to the outbox if it cannot be reached.
import { showUnsaved } from '../rows/lists';
import { isUnsaved } from './outbox';
import { isAway } from '../api/problem-error';
import type { ListName } from '../model/types';

interface Write<Answer> {
  readonly send: () => Promise<Answer>;
  /** Stores the write in the outbox; returns what the server would have answered. */
  readonly keep: () => Answer;
}

/**
 * Sends a write of a row (null for a new one). Stores it in the outbox if the server cannot be reached, or if an
 * earlier one is there.
 */
export async function orKept<Answer>(
  list: ListName,
  id: number | null,
  { send, keep }: Write<Answer>,
): Promise<Answer> {
  if (id === null || !isUnsaved(list, id)) {
    try {
      return await send();
    } catch (failure) {
      if (!isAway(failure)) throw failure;
    }
  }
  const answer = keep();
  await showUnsaved(list);
  return answer;
}
