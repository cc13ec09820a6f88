// Adds many alarms or timers: alarms in batches, timers one after the other. Each has a key, so that the import can be
// repeated.
import { request } from '../api/client';
import { refetchEverywhere } from './lists';
import { listPaths } from './store';
import { ProblemError } from '../api/problem-error';
import type { Schemas } from '../model/schemas';
import type { AlarmDraft, IntervalDraft, ListName, TimerDraft } from '../model/types';

/**
 * The result for a row: `full` if the browser has reached its limit, `refused` if the server does not accept the row.
 */
export type Outcome = 'added' | 'full' | 'refused';

interface RowToAdd {
  /** The server finds the row by this key if the response to an earlier request was lost. */
  readonly key: string;
  readonly draft: AlarmDraft | TimerDraft | IntervalDraft;
  /** An alarm that skips its next ring. */
  readonly skips?: boolean;
}

/** The results of some rows, by their keys. */
type OnOutcomes = (outcomes: readonly (readonly [key: string, outcome: Outcome])[]) => void;

/** As many as the server takes in one request. */
const batchSize = 100;

/**
 * Adds rows in order and returns the result for each, until `signal` is aborted. Fails if the server cannot be reached
 * or asks for a longer wait; when it is called again with the remaining rows, no row is added twice.
 */
export async function addRows(
  list: ListName,
  rows: readonly RowToAdd[],
  onOutcomes: OnOutcomes,
  signal: AbortSignal,
): Promise<void> {
  const size = list === 'alarms' ? batchSize : 1;
  let isFull = false;
  try {
    for (let at = 0; at < rows.length && !signal.aborted; at += size) {
      const some = rows.slice(at, at + size);
      const outcomes: readonly Outcome[] = isFull
        ? some.map(() => 'full')
        : await (list === 'alarms' ? addedAlarms(some) : addedTimers(some));
      isFull = outcomes.includes('full');
      onOutcomes(some.map(({ key }, index) => [key, outcomes[index] ?? 'refused']));
    }
  } finally {
    if (rows.length > 0) await refetchEverywhere(list).catch(() => undefined);
  }
}

async function addedAlarms(rows: readonly RowToAdd[]): Promise<readonly Outcome[]> {
  const path = listPaths.alarms;
  const alarms = rows.map(({ key, draft }) => ({ ...draft, clientKey: key }));
  const { results } = await request<Schemas['AlarmBatch']>('POST', `${path}/batch`, { alarms });
  const outcomes: Outcome[] = [];
  for (const [index, { alarm, problem }] of results.entries()) {
    if (alarm && rows[index]?.skips === true) {
      await request('POST', `${path}/${String(alarm.id)}/skip`);
    }
    outcomes.push(alarm ? 'added' : problem === 'full' ? 'full' : 'refused');
  }
  return outcomes;
}

async function addedTimers(rows: readonly RowToAdd[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { key, draft } of rows) outcomes.push(await addedTimer({ ...draft, clientKey: key }));
  return outcomes;
}

async function addedTimer(body: object): Promise<Outcome> {
  try {
    await request('POST', listPaths.timers, body);
    return 'added';
  } catch (failure) {
    if (!(failure instanceof ProblemError)) throw failure;
    if (failure.problem?.type === '/problems/full') return 'full';
    if (failure.status === 422) return 'refused';
    throw failure;
  }
}
