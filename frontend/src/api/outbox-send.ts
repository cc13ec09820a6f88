// Sends what was changed without the server as soon as it can be reached, from one tab at a time.
import { after } from '../time/background-timer';
import { synchronisedNow } from '../time/synchronised-time';
import { onWake } from '../time/wake';
import { browserId } from './browser-id';
import { requestOnce } from './client';
import { fetchSaved, listPaths, refetchEverywhere, type ListName } from './lists';
import { onOutboxChange, refuse, settle, unsaved, type Intent, type Row } from './outbox';
import { planOf, type Plan } from './outbox-merge';
import { ProblemError } from './problem-error';

const lists: readonly ListName[] = ['alarms', 'timers'];
const tryAgainMs = 15_000;

/** Sends what is not saved yet, now and whenever the server may be there again, until the returned function is called. */
export function keepSending(): () => void {
  let cancel: () => void = () => undefined;
  const send = () => {
    cancel();
    void sendUnsaved()
      .catch(() => undefined)
      .then(() => {
        if (lists.some(hasUnsaved)) cancel = after(tryAgainMs, send);
      });
  };
  const stops = [
    onWake(send),
    // What another tab, or this one, has just kept.
    onOutboxChange(() => {
      cancel();
      if (lists.some(hasUnsaved)) cancel = after(tryAgainMs, send);
    }),
  ];
  send();
  return () => {
    cancel();
    stops.forEach((stop) => {
      stop();
    });
  };
}

/** Sends all that is not saved yet; fails where the server cannot be reached. */
export async function sendUnsaved(): Promise<void> {
  if (!lists.some(hasUnsaved)) return;
  await alone(async () => {
    for (const list of lists.filter(hasUnsaved)) await sendList(list);
  });
}

function hasUnsaved(list: ListName): boolean {
  return unsaved(list).some(({ refused }) => refused !== true);
}

/** Another tab that is sending already does it for this one. */
async function alone(send: () => Promise<void>): Promise<void> {
  // Typed as always there, yet missing outside of secure contexts.
  const { locks } = navigator as { readonly locks?: LockManager | null };
  if (!locks) return send();
  await locks.request('tokibako-outbox', async () => send());
}

async function sendList(list: ListName): Promise<void> {
  const rows = new Map((await fetchSaved(list)).map((row) => [row.id, row as Row]));
  try {
    for (const intent of unsaved(list)) {
      if (intent.refused !== true && intent.browserId === browserId()) {
        await sendOne(intent, rows.get(intent.id) ?? null);
      }
    }
  } finally {
    await refetchEverywhere(list).catch(() => undefined);
  }
}

async function sendOne(intent: Intent, server: Row | null): Promise<void> {
  const plan = planOf(intent, server, synchronisedNow());
  try {
    settle(intent, await carryOut(plan, intent));
  } catch (failure) {
    const { status } = failure instanceof ProblemError ? failure : { status: 0 };
    const isFinal = status >= 400 && status < 500 && status !== 429;
    if (!isFinal) throw failure;
    // A new row stays, or what somebody typed would be gone; of others the server has what holds.
    if (plan.send === 'new') refuse(intent);
    else settle(intent);
  }
}

/** The row that the intent has become, if it is another than before. */
async function carryOut(plan: Plan, { list, id, key }: Intent): Promise<Row | null> {
  const path = listPaths[list];
  if (plan.send === 'nothing') return null;
  if (plan.send === 'deletion') {
    await requestOnce('DELETE', `${path}/${String(id)}`);
    return null;
  }
  const { row, fields } = plan;
  if (plan.send === 'new') {
    const start = list === 'timers' ? startOf(row) : {};
    const made = await requestOnce<Row>('POST', path, { ...fields, ...start, clientKey: key });
    return isPaused(list, row)
      ? requestOnce<Row>('POST', `${path}/${String(made.id)}/pause`)
      : made;
  }
  const own = `${path}/${String(id)}`;
  if (Object.keys(fields).length > 0) await requestOnce('PATCH', own, fields);
  if (plan.runs) {
    await requestOnce('PATCH', own, { enabled: 0 });
    const start = startOf(row);
    if ('startedAt' in start) await requestOnce('PATCH', own, start);
    if (isPaused(list, row)) await requestOnce('POST', `${own}/pause`);
  }
  return null;
}

/** What sets a timer to where it stands here: as if it had been started when so much was left of it as is now. */
function startOf(row: Row): object {
  const { endsAt, remainingMs, totalSeconds } = row as Readonly<Record<string, unknown>>;
  const totalMs = Number(totalSeconds) * 1000;
  const now = synchronisedNow();
  const left = typeof endsAt === 'string' ? Date.parse(endsAt) - now : Number(remainingMs);
  if (typeof endsAt !== 'string' && left >= totalMs) return { enabled: 0 };
  return { enabled: 1, startedAt: new Date(now - (totalMs - left)).toISOString() };
}

function isPaused(list: ListName, row: Row): boolean {
  const { endsAt, remainingMs, totalSeconds } = row as Readonly<Record<string, unknown>>;
  const left = Number(remainingMs);
  return list === 'timers' && endsAt === null && left > 0 && left < Number(totalSeconds) * 1000;
}
