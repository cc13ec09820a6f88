// Changes made while the server could not be reached: one intent per row, stored until the server has it.
//
// An intent contains the row as the server had it, to tell changes elsewhere from changes here (`outbox-merge.ts`). A
// row that the server does not have yet has a negative id, and a key by which the server recognises repeated requests.
import { useStoredValue } from '../browser/stored-value';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import { browserId, randomUuid } from '../identity/browser-id';
import { ownedValue, useOwner } from '../identity/owned-values';
import { listNames } from '../model/rows';
import type { ListName, Fields, Row } from '../model/types';
import { alarmDeletions, timerDeletions } from '../rings/pending-deletions';
import { synchronisedNow } from '../time/synchronised-time';
import { changesSince, mayBeUndone, planOf, type Intent } from './outbox-merge';

const none: readonly Intent[] = [];
/** The ids that new rows have got since this page was opened: a dialog may still have the temporary one. */
const numbers = new Map<number, number>();
/** The latest requests without a response that are remembered of a row. */
const unansweredAtMost = 12;
const numbersTopic = 'row-numbers';
const stored = ownedValue<readonly Intent[]>(
  'outbox:v1',
  none,
  (value) => (Array.isArray(value) ? value.filter(isIntent) : null),
  {
    onRenew: 'carry',
    onLeave: 'drop',
    // As if the server still had the row as it was.
    isUnsaved: (one) =>
      one.refused !== true && planOf(one, one.base, synchronisedNow()).send !== 'nothing',
  },
);

/** This browser's unsaved intents, the oldest first. */
export function unsaved(list: ListName): readonly Intent[] {
  const own = browserId();
  return stored.read().filter((one) => one.list === list && one.browserId === own);
}

/** This browser's unsaved intents as a hook. */
export function useUnsaved(list: ListName): readonly Intent[] {
  const all = useStoredValue(stored, none);
  const own = useOwner();
  return all.filter((one) => one.list === list && one.browserId === own);
}

export function isUnsaved(list: ListName, id: number): boolean {
  const number = presentId(id);
  return number < 0 || unsaved(list).some((one) => one.id === number);
}

/** The present id of a row that may have been new when it was shown under `id`. */
export function presentId(id: number): number {
  return numbers.get(id) ?? id;
}

/** The id under which a row was shown first in this tab: it identifies the row while the server gives it another one. */
export function firstIdOf(id: number): number {
  for (const [first, became] of numbers) if (became === id) return first;
  return id;
}

/** Stores a new row and returns it, with a negative id that is unique in the outbox. */
export function enqueueNew(list: ListName, key: string, row: Fields, now: number): Row {
  const id = newId(now);
  const made = { ...row, id, browserId: browserId() };
  put({ list, id, kind: 'create', key, base: null, changes: made, revision: 0 });
  return made;
}

function newId(now: number): number {
  const lowest = Math.min(0, ...stored.read().map(({ id }) => id), ...numbers.keys());
  return Math.min(-Math.trunc(now), lowest - 1);
}

/** Stores changes of a row, given as it is shown; returns the changed row. */
export function enqueueChange(list: ListName, row: Row, changes: Fields, answers?: string): Row {
  const found = find(list, row.id);
  // What the server refused is not sent with a later change.
  const known = found?.refused === true && found.kind !== 'create' ? undefined : found;
  put({
    list,
    id: row.id,
    kind: known?.kind === 'create' ? 'create' : 'change',
    key: known?.key ?? randomUuid(),
    base: known === undefined ? row : known.base,
    changes: { ...known?.changes, ...changes },
    revision: (known?.revision ?? 0) + 1,
    ...(known?.unanswered && { unanswered: known.unanswered }),
    ...(answers !== undefined && { answers }),
  });
  return { ...row, ...changes };
}

/** Stores the deletion of a row, even of a new one, because the request that creates it may arrive without a response. */
export function enqueueDeletion(list: ListName, row: Row): void {
  const known = find(list, row.id);
  const isNew = known?.kind === 'create';
  put({
    list,
    id: row.id,
    kind: 'delete',
    key: known?.key ?? randomUuid(),
    base: isNew ? null : (known?.base ?? row),
    changes: isNew ? known.changes : {},
    revision: (known?.revision ?? 0) + 1,
    ...(known?.unanswered && { unanswered: known.unanswered }),
  });
}

/**
 * Stores that a request is being sent, with what it sets, or null if it creates the row: it may arrive without a response.
 * Returns the instant that stands for the request.
 */
export function noteSending(intent: Intent, changes: Fields | null, now: number): number {
  const known = latestOf(intent);
  const { unanswered = [] } = known ?? intent;
  const at = Math.max(Math.trunc(now), ...unanswered.map((one) => one.at + 1));
  if (known !== undefined) {
    const latest = [...unanswered, { at, changes }].slice(-unansweredAtMost);
    replace(known, { ...known, unanswered: latest });
  }
  return at;
}

/**
 * Removes an intent that was sent, given the server's row after it, or null if there is none, and the requests that were
 * answered. It stays, as a change of that row, with what was changed here meanwhile, and as long as an earlier request may
 * still arrive.
 */
export function removeSent(
  sent: Intent,
  saved: Row | null,
  answered: readonly number[],
  now: number,
): void {
  if (saved !== null && sent.id !== saved.id) shareNumber(sent.id, saved.id);
  // A list that was fetched meanwhile may have given a new row its id.
  const known = latestOf(sent);
  if (known === undefined) return;
  const { unanswered: waiting = [], ...others } = known;
  const unanswered = waiting.filter(({ at }) => !answered.includes(at));
  const isSent = known.revision === sent.revision;
  const next: Intent = {
    ...others,
    id: saved?.id ?? newId(now),
    kind: known.kind === 'delete' ? 'delete' : 'change',
    base: saved,
    changes: isSent ? known.changes : changesSince(sent.list, sent.changes, known.changes),
    ...(unanswered.length > 0 && { unanswered }),
  };
  const isChanged = !isSent && saved !== null;
  replace(known, isChanged || mayBeUndone(next, now) ? next : null);
}

/** The stored intent of a row; undefined if there is none. */
export function intentOf(list: ListName, id: number): Intent | undefined {
  return find(list, id) ?? find(list, presentId(id));
}

function shareNumber(first: number, became: number): void {
  noteNumber(first, became);
  announceToTabs(numbersTopic, [first, became]);
}

function noteNumber(first: number, became: number): void {
  numbers.set(first, became);
  for (const deletions of [alarmDeletions, timerDeletions]) deletions.rename(first, became);
}

/** Follows the ids that new rows get in other tabs, until the returned function is called. */
export function followNumbers(): () => void {
  return onTabMessage(numbersTopic, (message) => {
    noteNumber(...(message as readonly [number, number]));
  });
}

/** Marks an intent as refused by the server, unless it was changed since. */
export function refuse(intent: Intent): void {
  stored.write(
    stored
      .read()
      .map((one) =>
        one.key === intent.key && one.revision === intent.revision
          ? { ...one, refused: true as const }
          : one,
      ),
  );
}

/** Deletes an intent, unless it was changed since. */
export function dropIntent(intent: Intent): void {
  stored.write(
    stored.read().filter((one) => one.key !== intent.key || one.revision !== intent.revision),
  );
}

/** Calls back whenever something is stored or saved. */
export const onOutboxChange = stored.subscribe;

/** An intent as it is stored now; undefined if it was sent. */
export function latestOf({ list, key }: Intent): Intent | undefined {
  return unsaved(list).find((one) => one.key === key);
}

function find(list: ListName, id: number): Intent | undefined {
  return unsaved(list).find((one) => one.id === id);
}

function replace(known: Intent, next: Intent | null): void {
  stored.write(
    stored.read().flatMap((one) => (one !== known ? [one] : next === null ? [] : [next])),
  );
}

/** Replaces the row's previous intent. */
function put(intent: Omit<Intent, 'browserId'>): void {
  const whole: Intent = { ...intent, browserId: browserId() };
  stored.write([...stored.read().filter((one) => !isSame(one, whole)), whole]);
}

function isSame(one: Intent, other: Intent): boolean {
  return one.list === other.list && one.id === other.id && one.browserId === other.browserId;
}

function isIntent(value: unknown): value is Intent {
  if (typeof value !== 'object' || value === null) return false;
  const {
    browserId: whose,
    list,
    id,
    kind,
    key,
    base,
    changes,
    revision,
  } = value as Partial<Intent>;
  return (
    typeof whose === 'string' &&
    listNames.some((known) => known === list) &&
    typeof id === 'number' &&
    (kind === 'create' || kind === 'change' || kind === 'delete') &&
    typeof key === 'string' &&
    typeof base === 'object' &&
    typeof changes === 'object' &&
    typeof revision === 'number'
  );
}
