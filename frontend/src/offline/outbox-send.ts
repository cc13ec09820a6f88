// Sends edits as soon as they are stored, or when the server can be reached again, from one tab at a time.
import { disposeAll, createEmitter } from '../browser/emitter';
import { underLock } from '../browser/timed-lock';
import { after } from '../time/background-timer';
import { synchronisedNow } from '../time/synchronised-time';
import { onWake } from '../time/wake';
import { browserId, onBrowserIdChange } from '../identity/browser-id';
import { isAccountHere } from '../identity/account-here';
import { confirmAccount, doubtAccount, followEndedId } from '../identity/identity';
import { requestOnce } from '../api/client';
import { announceToTabs } from '../browser/tab-channel';
import {
  fetchSyncedList,
  sendListsOfHiddenPage,
  sendSyncedLists,
  syncedListNames,
  syncedLists,
} from './synced-lists';
import { expectChanges, fetchRows, isCurrent, refetch } from '../rows/lists';
import { listOf, listPaths, removeRow, savedRows, saveRow, matchArrivedRows } from '../rows/store';
import { listNames, parseRows } from '../model/rows';
import {
  dropIntent,
  followNumbers,
  intentOf,
  latestOf,
  noteSending,
  presentId,
  onOutboxChange,
  refuse,
  removeSent,
  unsaved,
} from './outbox';
import { carryOut } from './outbox-requests';
import { isEqual, isOverruled, mayBeUndone, planOf, type Intent } from './outbox-merge';
import type { Fields, Row, Schemas, ListName } from '../model/types';
import { isAway, isRefused, isRenewed, ProblemError } from '../api/problem-error';
import { onOrderChange, renumberInOrder, removeSentOrder, unsavedOrder } from './timer-order';

/** The result of sending edits that had to wait. */
export interface Sent {
  /** Rows that were saved as they were changed here. */
  readonly saved: readonly Row[];
  /** Rows that were changed elsewhere meanwhile and stay that way. */
  readonly theirs: readonly Row[];
}

const tryAgainMs = 15_000;
/** The pause doubles with each fault, to 16 minutes. */
const faultsAtMost = 6;
/** The longest wait for another tab that is sending. */
const otherTabSendsWithinMs = 10_000;
/** Several changes of a list that is sent as a whole are sent together within this time. */
const listRestMs = 1_000;
/** Who made an edit waits this long for the server; it is sent in any case. */
const responseWithinMs = 3_000;
const listeners = createEmitter<[sent: Sent]>();

/** Calls back whenever edits were sent that had to wait, until the returned function is called. */
export const onSent = listeners.subscribe;

/** Sends edits now and whenever the server may be reachable again, until the returned function is called. */
export function keepSending(): () => void {
  let cancel: () => void = () => undefined;
  /** How many times in a row the server has failed at a row. */
  let faults = 0;
  const sendIn = (ms: number) => {
    cancel();
    if (isAnythingUnsaved()) cancel = after(ms, send);
  };
  const send = () => {
    cancel();
    void sendUnsaved()
      .then(
        () => false,
        (failure: unknown) => isFault(failure),
      )
      .then((isFaulty) => {
        faults = isFaulty ? Math.min(faults + 1, faultsAtMost) : 0;
        sendIn(tryAgainMs * 2 ** faults);
      });
  };
  // For edits that another tab has stored and cannot send.
  const sendLater = () => {
    sendIn(tryAgainMs);
  };
  const stop = disposeAll(
    onWake(() => {
      // What has changed elsewhere meanwhile is not known yet.
      doubtAccount();
      expectChanges();
      send();
    }),
    followNumbers(),
    onOutboxChange(sendLater),
    onOrderChange(sendLater),
    ...syncedListNames.map((name) =>
      syncedLists[name].subscribe(() => {
        sendIn(listRestMs);
      }),
    ),
    sendListsOfHiddenPage(),
    onBrowserIdChange(() => {
      // What went over to this id has been waiting since it could not be sent under the former one.
      sendIn(listRestMs);
      // What is stored of the former one may say nothing.
      for (const name of syncedListNames) fetchSyncedList(name).catch(() => undefined);
    }),
  );
  send();
  return () => {
    cancel();
    stop();
  };
}

/** Somebody who waits for the response to an edit. */
interface Waiter {
  readonly list: ListName;
  readonly id: number;
  readonly resolve: (row: Row | null) => void;
  readonly reject: (refusal: ProblemError) => void;
}

const waiters = new Set<Waiter>();
/** The keys of edits that were made in this tab and have not failed: their sending is not announced. */
const fresh = new Set<string>();

/**
 * Sends an edit that was just stored. Returns the row as saved, or as it is shown here if it will be sent later. Fails if
 * the server refuses the edit, which is then undone.
 */
export async function sendEdit(list: ListName, row: Row): Promise<Row> {
  const intent = intentOf(list, row.id);
  if (intent !== undefined) fresh.add(intent.key);
  const saved = await new Promise<Row | null>((resolve, reject) => {
    const waiter = { list, id: row.id, resolve, reject };
    waiters.add(waiter);
    const giveUp = () => {
      waiters.delete(waiter);
      resolve(null);
    };
    const cancel = after(responseWithinMs, giveUp);
    void sendUnsaved()
      .catch(() => undefined)
      .then(() => {
        cancel();
        giveUp();
      });
  });
  const id = saved?.id ?? presentId(row.id);
  const shown = listOf(list)?.rows.find((one) => one.id === id);
  return shown ?? saved ?? row;
}

function waitersFor({ list, id }: Intent): readonly Waiter[] {
  const waiting = [...waiters].filter(
    (one) => one.list === list && presentId(one.id) === presentId(id),
  );
  waiting.forEach((waiter) => waiters.delete(waiter));
  return waiting;
}

let running: Promise<void> | null = null;
let queued: Promise<void> | null = null;

/** Sends all edits, one after the other; fails if the server cannot be reached. */
export function sendUnsaved(): Promise<void> {
  if (running === null) return start();
  // What was stored meanwhile may be too late for the sending that is under way.
  queued ??= running.then(start, start);
  return queued;
}

function start(): Promise<void> {
  queued = null;
  const own = sendUnderLock().finally(() => {
    if (running === own) running = null;
  });
  running = own;
  return own;
}

function sendUnderLock(): Promise<void> {
  if (!isAnythingUnsaved()) return Promise.resolve();
  // A page that is being closed has no time to wait for a lock, but a deletion is still sent by the browser.
  if (document.visibilityState === 'hidden' && waiters.size > 0) return sendPending();
  // The server recognises what two tabs send, by the keys of new rows.
  return underLock({ name: 'tokibako-outbox', withinMs: otherTabSendsWithinMs }, sendPending);
}

/** Sends all edits; if it turns out that the account has another id by now, the rest under that. */
async function sendPending(): Promise<void> {
  const owner = browserId();
  try {
    await sendOwned();
  } catch (failure) {
    if (!isRenewed(failure)) throw failure;
    await followEndedId(owner);
    if (owner === browserId()) throw failure;
    await sendPending();
  }
}

async function sendOwned(): Promise<void> {
  const results: Results = { saved: [], theirs: [], failures: [] };
  try {
    // Under a former id of the account everything would be lost.
    if (isAccountHere()) await confirmAccount();
    for (const list of listNames) if (hasUnsaved(list)) await sendList(list, results);
  } catch (failure) {
    // What waits from now on is announced when it was sent, and other devices may have changed the rows by then.
    if (!isRenewed(failure)) fresh.clear();
    doubtAccount();
    expectChanges();
    throw failure;
  } finally {
    const { saved, theirs } = results;
    if (saved.length + theirs.length > 0) listeners.emit({ saved, theirs });
  }
  await sendSyncedLists();
  const [failure] = results.failures;
  if (failure !== undefined) throw failure;
}

function isAnythingUnsaved(): boolean {
  return (
    listNames.some(hasUnsaved) || syncedListNames.some((name) => syncedLists[name].hasUnsent())
  );
}

function hasUnsaved(list: ListName): boolean {
  const hasOrder = list === 'timers' && unsavedOrder() !== null;
  return hasOrder || unsaved(list).some(({ refused }) => refused !== true);
}

interface Results {
  readonly saved: Row[];
  readonly theirs: Row[];
  /** Rows that the server failed to store, which keep no other row from being sent. */
  readonly failures: ProblemError[];
}

async function sendList(list: ListName, results: Results): Promise<void> {
  const failedBefore = results.failures.length;
  const tried = new Set<string>();
  let isFetched = false;
  for (;;) {
    matchArrivedRows(list, savedRows(list)?.rows ?? []);
    // Also what is changed while this is sending. A tab that was frozen does not send what another one has sent.
    const intent = unsaved(list).find((one) => one.refused !== true && !tried.has(versionOf(one)));
    if (intent === undefined) break;
    // What was sent without a response may have arrived since the list was fetched.
    const isKnown = isCurrent(list) && (isFetched || intent.unanswered === undefined);
    if (!isKnown && (intent.id > 0 || intent.kind === 'delete')) {
      await fetchRows(list);
      isFetched = true;
      continue;
    }
    tried.add(versionOf(intent));
    try {
      await sendOne(intent, results);
    } catch (failure) {
      if (!isFault(failure)) throw failure;
      fresh.delete(intent.key);
      results.failures.push(failure);
      waitersFor(intent).forEach(({ resolve }) => {
        resolve(null);
      });
    }
  }
  // An order that contains a row which the server does not have would be refused.
  if (list === 'timers' && results.failures.length === failedBefore) await sendOrder();
}

function versionOf({ id, key, revision }: Intent): string {
  return [id, key, revision].join(' ');
}

async function sendOne(intent: Intent, results: Results): Promise<void> {
  const { list, key } = intent;
  const server = serverRow(intent);
  const now = synchronisedNow();
  const plan = planOf(intent, server, now);
  if (plan.send === 'nothing' && mayBeUndone(intent, now)) return;
  let became: Row | null;
  let sent = intent;
  const requests: number[] = [];
  const note = (of: Intent, changes: Fields | null) => {
    sent = of;
    requests.push(noteSending(of, changes, synchronisedNow()));
  };
  if (plan.send === 'new') note(intent, null);
  if (plan.send === 'change') note(intent, intent.changes);
  try {
    became = await carryOut(plan, intent, server, note);
  } catch (failure) {
    if (!isRefused(failure)) throw failure;
    // It was deleted elsewhere.
    if (failure.status === 404 && plan.send === 'deletion') {
      complete(intent, null, requests);
      return;
    }
    if (failure.status === 404 && server !== null) {
      // An edit wins over a deletion: it is sent again, as a new row.
      removeRow(list, server.id);
      await sendOne(intent, results);
      return;
    }
    takeBack(intent, server, failure);
    return;
  }
  // If another tab got a response meanwhile, which of the two is the later one is not known: this one counts as lost.
  const latest = latestOf(intent);
  const isLost = latest === undefined || !isEqual(latest.base, intent.base);
  // Without its list the saved row could not be shown.
  if (isLost || savedRows(list) === undefined) await fetchRows(list);
  if (!isLost) complete(sent, became, requests);
  if (!fresh.delete(key)) {
    if (plan.send === 'deletion')
      results.saved.push(intent.base ?? { ...intent.changes, id: intent.id });
    else if (plan.send !== 'nothing') results.saved.push(plan.row);
  }
  if (plan.send === 'nothing' && server !== null && isOverruled(intent, server, now))
    results.theirs.push(server);
}

/** The row of an intent as the server has it; null if it has none. */
function serverRow({ list, id }: Intent): Row | null {
  const row = savedRows(list)?.rows.find((one) => one.id === id);
  return row ?? null;
}

/** Stores the row after its edit, in all tabs, and removes the edit, whose requests were answered. */
function complete(intent: Intent, became: Row | null, answered: readonly number[]): void {
  const { list, id } = intent;
  // A list that was fetched meanwhile may have given a new row its id.
  if (became === null) removeRow(list, presentId(id));
  else {
    const [row] = parseRows(list, [became]);
    if (row !== undefined) saveRow(list, row);
  }
  removeSent(intent, became, answered, synchronisedNow());
  if (became !== null && list === 'timers') renumberInOrder(id, became.id);
  announceToTabs('list-changed', list);
  // Otherwise it was changed during the request, and is sent again.
  if (intentOf(list, became?.id ?? id) !== undefined) return;
  waitersFor(intent).forEach(({ resolve }) => {
    resolve(became);
  });
}

/** Takes back an edit that the server refuses. Who waits for it says so; otherwise it is kept until somebody is told. */
function takeBack(intent: Intent, server: Row | null, refusal: ProblemError): void {
  const waiting = waitersFor(intent);
  fresh.delete(intent.key);
  if (waiting.length === 0) refuse(intent);
  else {
    dropIntent(intent);
    // What was changed here meanwhile stays.
    if (intent.kind !== 'create') removeSent(intent, server, [], synchronisedNow());
  }
  waiting.forEach(({ reject }) => {
    reject(refusal);
  });
  void refetch(intent.list).catch(() => undefined);
}

/** Sends the order of the timers when the server has all of them. */
async function sendOrder(): Promise<void> {
  const ids = unsavedOrder();
  if (ids === null) return;
  try {
    await requestOnce('PUT', `${listPaths.timers}/order`, {
      ids: [...ids],
    } satisfies Schemas['TimerOrder']);
  } catch (failure) {
    if (!isRefused(failure)) throw failure;
  }
  await fetchRows('timers');
  removeSentOrder(ids);
  announceToTabs('list-changed', 'timers');
}

/** Whether the server failed at one request, as opposed to being away or overloaded. */
function isFault(failure: unknown): failure is ProblemError {
  return failure instanceof ProblemError && failure.status === 500 && !isAway(failure);
}
