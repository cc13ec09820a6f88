// Adds many alarms or timers one after the other, in a way that can be repeated: each has a key of its own.
import { request } from './client';
import { listPaths, refetchEverywhere, type ListName } from './lists';
import { ProblemError } from './problem-error';
import type { AlarmDraft, IntervalDraft, TimerDraft } from './types';

/** What became of a row: `full` where the browser may have no more of them, `refused` where the server does not take it. */
export type Outcome = 'added' | 'full' | 'refused';

export interface RowToAdd {
  /** By which the server finds the row again, should it have been added by a request whose answer was lost. */
  readonly key: string;
  readonly draft: AlarmDraft | TimerDraft | IntervalDraft;
  /** An alarm that passes over its next ring. */
  readonly skips?: boolean;
}

/**
 * Adds rows in their order and tells what becomes of each. Fails where nobody answers, or where the server asks for a longer
 * rest; called again with the rows that are left, it adds none twice.
 */
export async function addRows(
  list: ListName,
  rows: readonly RowToAdd[],
  onOutcome: (key: string, outcome: Outcome) => void,
): Promise<void> {
  let isFull = false;
  try {
    for (const { key, draft, skips = false } of rows) {
      const outcome: Outcome = isFull
        ? 'full'
        : await added(list, { ...draft, clientKey: key }, skips);
      isFull = outcome === 'full';
      onOutcome(key, outcome);
    }
  } finally {
    if (rows.length > 0) await refetchEverywhere(list).catch(() => undefined);
  }
}

async function added(list: ListName, body: object, skips: boolean): Promise<Outcome> {
  try {
    const { id } = await request<{ readonly id: number }>('POST', listPaths[list], body);
    if (skips) await request('POST', `${listPaths[list]}/${String(id)}/skip`);
    return 'added';
  } catch (failure) {
    if (!(failure instanceof ProblemError)) throw failure;
    if (failure.problem?.type === '/problems/full') return 'full';
    if (failure.status === 422) return 'refused';
    throw failure;
  }
}
