// Sends offline changes when the server can be reached, from one tab at a time.
import { endAll, listenersTo } from '../browser/listeners';
import { underLock } from '../browser/timed-lock';
import { isAtBeginning } from '../rings/timer-steps';
import { after } from '../time/background-timer';
import { synchronisedNow } from '../time/synchronised-time';
import { onWake } from '../time/wake';
import { browserId, onBrowserIdChange } from '../identity/browser-id';
import { fetchCities, hasCities, hasUnsentCities, sendCities } from '../api/cities-sync';
import { requestOnce } from '../api/client';
import { hasDaysOff, hasUnsentDaysOff, keptDaysOff } from './days-off';
import { loadDaysOffSync } from './load-days-off-sync';
import { fetchSaved, refetchEverywhere } from '../rows/lists';
import { listPaths } from '../rows/store';
import { onMyCitiesChange } from '../api/my-cities';
import { followNumbers, isWaiting, onOutboxChange, refuse, removeSent, unsaved } from './outbox';
import { isOverruled, isSameRun, planOf, type Intent, type Plan, type Row } from './outbox-merge';
import { isRefused, ProblemError } from '../api/problem-error';
import { sendRun } from './timer-run-requests';
import { onOrderChange, renumberInOrder, removeSentOrder, unsavedOrder } from './timer-order';
import type { ListName, Timer } from '../model/types';

/** The result of sending offline changes. */
export interface Sent {
  /** Rows that were saved as they were changed here. */
  readonly saved: readonly Row[];
  /** Rows that were changed elsewhere meanwhile and were kept that way. */
  readonly kept: readonly Row[];
}

const lists: readonly ListName[] = ['alarms', 'timers'];
const tryAgainMs = 15_000;
/** The pause doubles with each fault, to 16 minutes. */
const faultsAtMost = 6;
/** The longest wait for another tab that is sending. */
const otherTabSendsWithinMs = 10_000;
/** Several changes of the cities or of the days off within this time are sent together. */
const listRestMs = 1_000;
const listeners = listenersTo<[sent: Sent]>();

/** Calls back whenever rows were sent, until the returned function is called. */
export const onSent = listeners.add;

/** Sends unsaved changes now and whenever the server may be reachable again, until the returned function is called. */
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
  // For changes that this tab or another has just stored.
  const sendLater = () => {
    sendIn(tryAgainMs);
  };
  const stop = endAll(
    onWake(send),
    followNumbers(),
    onOutboxChange(sendLater),
    onOrderChange(sendLater),
    onMyCitiesChange(() => {
      sendIn(listRestMs);
    }),
    keptDaysOff.subscribe(() => {
      sendIn(listRestMs);
    }),
    onBrowserIdChange(() => {
      if (hasCities()) void fetchCities().catch(() => undefined);
      if (hasDaysOff()) {
        void loadDaysOffSync()
          .then(({ fetchDaysOff }) => fetchDaysOff())
          .catch(() => undefined);
      }
    }),
  );
  send();
  return () => {
    cancel();
    stop();
  };
}

/** Sends all unsaved changes; fails if the server cannot be reached. */
export async function sendUnsaved(): Promise<void> {
  if (!isAnythingUnsaved()) return;
  // The server recognises what two tabs send, by the keys of new rows.
  await underLock({ name: 'tokibako-outbox', withinMs: otherTabSendsWithinMs }, async () => {
    const saved: Row[] = [];
    const kept: Row[] = [];
    const failures: ProblemError[] = [];
    try {
      for (const list of lists.filter(hasUnsaved)) await sendList(list, { saved, kept, failures });
    } finally {
      if (saved.length + kept.length > 0) listeners.notify({ saved, kept });
    }
    await sendCities();
    if (hasUnsentDaysOff()) await (await loadDaysOffSync()).sendDaysOff();
    const [failure] = failures;
    if (failure !== undefined) throw failure;
  });
}

function isAnythingUnsaved(): boolean {
  return lists.some(hasUnsaved) || hasUnsentCities() || hasUnsentDaysOff();
}

function hasUnsaved(list: ListName): boolean {
  const hasOrder = list === 'timers' && unsavedOrder() !== null;
  return hasOrder || unsaved(list).some(({ refused }) => refused !== true);
}

interface Results {
  readonly saved: Row[];
  readonly kept: Row[];
  /** Rows that the server failed to store, which keep no other row from being sent. */
  readonly failures: ProblemError[];
}

async function sendList(list: ListName, { saved, kept, failures }: Results): Promise<void> {
  const failedBefore = failures.length;
  const rows = new Map((await fetchSaved(list)).map((row) => [row.id, row as Row]));
  try {
    for (const intent of unsaved(list)) {
      if (intent.refused === true || intent.browserId !== browserId()) continue;
      // A tab that was frozen while it was sending continues with changes that another one has sent.
      if (!isWaiting(intent)) continue;
      const server = rows.get(intent.id) ?? null;
      const changed = await sendOne(intent, server).catch((failure: unknown) => {
        if (!isFault(failure)) throw failure;
        failures.push(failure);
        return failure;
      });
      if (changed instanceof ProblemError) continue;
      if (changed !== null) saved.push(changed);
      else if (server !== null && isOverruled(intent, server, synchronisedNow())) kept.push(server);
    }
    // An order that contains a row which the server does not have would be refused.
    if (list === 'timers' && failures.length === failedBefore) await sendOrder();
  } finally {
    await refetchEverywhere(list).catch(() => undefined);
  }
}

/** Returns the row as it was saved; null if nothing was changed. */
async function sendOne(intent: Intent, server: Row | null): Promise<Row | null> {
  const plan = planOf(intent, server, synchronisedNow());
  try {
    const saved = await carryOut(plan, intent, server);
    removeSent(intent, saved);
    if (saved !== null && intent.list === 'timers') renumberInOrder(intent.id, saved.id);
    if (plan.send === 'nothing') return null;
    return plan.send === 'deletion' ? intent.base : plan.row;
  } catch (failure) {
    if (!isRefused(failure)) throw failure;
    // A refused new row stays, so that what was typed is not lost; for others the server's version is kept.
    if (plan.send === 'new') refuse(intent);
    else removeSent(intent, server);
    return null;
  }
}

/** Sends the order of the timers when the server has all of them. */
async function sendOrder(): Promise<void> {
  const ids = unsavedOrder();
  if (ids === null) return;
  try {
    await requestOnce('PUT', `${listPaths.timers}/order`, { ids });
  } catch (failure) {
    if (!isRefused(failure)) throw failure;
  }
  removeSentOrder(ids);
}

/** Sends the requests of a plan; returns the server's row afterwards, or null if it has none. */
async function carryOut(plan: Plan, intent: Intent, server: Row | null): Promise<Row | null> {
  const { list, id, key } = intent;
  const path = listPaths[list];
  if (plan.send === 'nothing') return server;
  if (plan.send === 'deletion') {
    await requestOnce('DELETE', `${path}/${String(id < 0 ? await arrived(intent) : id)}`);
    return null;
  }
  const { row, fields } = plan;
  const timer = row as unknown as Timer;
  if (plan.send === 'new') {
    const made = await requestOnce<Row>('POST', path, { ...fields, clientKey: key });
    const its = `${path}/${String(made.id)}`;
    let saved = made;
    // An earlier request may have created it without its response arriving, and it may have been changed here since.
    const rest = planOf({ ...intent, kind: 'change', base: made }, made, synchronisedNow());
    if ('fields' in rest && hasAny(rest.fields))
      saved = await requestOnce<Row>('PATCH', its, rest.fields);
    if (list === 'timers' && !isSameRun(made, row)) {
      // An earlier attempt may have sent only a part.
      if (!isAtBeginning(made as unknown as Timer))
        saved = await requestOnce<Row>('PATCH', its, { enabled: 0 });
      saved = asRow(await sendRun(its, timer)) ?? saved;
    }
    return (await skip(its, row)) ?? saved;
  }
  const own = `${path}/${String(id)}`;
  let saved = server;
  if (hasAny(fields)) saved = await requestOnce<Row>('PATCH', own, fields);
  if (plan.run === 'anew') {
    const stopped = await requestOnce<Row>('PATCH', own, { enabled: 0 });
    saved = asRow(await sendRun(own, timer)) ?? stopped;
  } else if (plan.run !== null) saved = await requestOnce<Row>('POST', `${own}/extend`, plan.run);
  if (plan.skip === 'skip') saved = (await skip(own, row)) ?? saved;
  if (plan.skip === 'unskip') saved = await requestOnce<Row>('DELETE', `${own}/skip`);
  return saved;
}

/** The id of a new row, found by its key: the request that creates it is repeated. */
async function arrived(intent: Intent): Promise<number> {
  const made = planOf({ ...intent, kind: 'create' }, null, synchronisedNow());
  const fields = 'fields' in made ? made.fields : {};
  const body = { ...fields, enabled: 0, clientKey: intent.key };
  return (await requestOnce<Row>('POST', listPaths[intent.list], body)).id;
}

/** Whether the server failed at one request, as opposed to being away or overloaded. */
function isFault(failure: unknown): failure is ProblemError {
  return failure instanceof ProblemError && failure.status === 500;
}

function hasAny(fields: object): boolean {
  return Object.keys(fields).length > 0;
}

/** Skips the ring that is skipped here; the server does so only if it is the next one. Null if none is skipped here. */
async function skip(path: string, { skipped }: Row): Promise<Row | null> {
  if (typeof skipped !== 'string') return null;
  const query = new URLSearchParams({ scheduledFor: skipped });
  return requestOnce<Row>('POST', `${path}/skip?${query.toString()}`);
}

function asRow(timer: Timer | null): Row | null {
  return timer;
}
