// Writes that go to the server, or are kept until it can be reached.
import { showUnsaved, type ListName } from './lists';
import { isUnsaved } from './outbox';
import { isAway } from './problem-error';

interface Write<Answer> {
  readonly send: () => Promise<Answer>;
  /** Keeps it instead, and returns what the server would have answered. */
  readonly keep: () => Answer;
}

/** Sends a write of a row, which is null for a new one; keeps it where nobody answers, or where an earlier one is kept. */
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
