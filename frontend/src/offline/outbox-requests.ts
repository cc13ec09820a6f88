// The requests that bring the server's row into the state that an edit wants.
import { requestOnce } from '../api/client';
import type { Fields, Row, Schemas, Timer } from '../model/types';
import {
  atBeginning,
  isAtBeginning,
  runOf,
  standsAtItsEnd,
  started,
  startOf,
} from '../rings/timer-steps';
import { listPaths } from '../rows/store';
import { synchronisedNow } from '../time/synchronised-time';
import { latestOf } from './outbox';
import { isSameRun, planOf, type Intent, type Plan } from './outbox-merge';

/** Sends the requests of a plan; returns the server's row afterwards, or null if it has none. */
export async function carryOut(
  plan: Plan,
  intent: Intent,
  server: Row | null,
  note: (of: Intent, changes: Fields) => void,
): Promise<Row | null> {
  const { list, id, key } = intent;
  const path = listPaths[list];
  const noteRun = (of: Intent) => (timer: Timer) => {
    note(of, runOf(timer));
  };
  if (plan.send === 'nothing') return server;
  if (plan.send === 'deletion') {
    await requestOnce('DELETE', `${path}/${String(id)}`);
    return null;
  }
  const { row, fields } = plan;
  if (plan.send === 'new') {
    const starts = list === 'timers' && isJustStarted(row as unknown as Timer);
    const body = { ...fields, ...(starts && { enabled: 1 }), clientKey: key };
    const made = await requestOnce<Row>('POST', path, body);
    const own = `${path}/${String(made.id)}`;
    let saved = made;
    // It may have been deleted meanwhile, or another tab may have got its row.
    const latest = latestOf(intent);
    if (latest?.kind !== 'create') return made;
    // An earlier request may have created it without its response arriving, and it may have been changed here since.
    const rest = planOf({ ...latest, kind: 'change', base: made }, made, synchronisedNow());
    if (rest.send !== 'change') return made;
    note(latest, latest.changes);
    if (hasAny(rest.fields)) saved = await requestOnce<Row>('PATCH', own, rest.fields);
    if (list === 'timers') saved = (await sendRun(own, saved, rest.row, noteRun(latest))) ?? saved;
    return (await skip(own, rest.row)) ?? saved;
  }
  const own = `${path}/${String(id)}`;
  let saved = server;
  if (hasAny(fields)) saved = await requestOnce<Row>('PATCH', own, fields);
  if (plan.run === 'run') saved = await sendRun(own, saved, row, noteRun(intent), intent.answers);
  else if (plan.run !== null) saved = await requestOnce<Row>('POST', `${own}/extend`, plan.run);
  if (plan.skip === 'skip') saved = (await skip(own, row)) ?? saved;
  if (plan.skip === 'unskip') saved = await requestOnce<Row>('DELETE', `${own}/skip`);
  return saved;
}

/** Whether a timer has just been started from its beginning, so that the server may start it when it creates it. */
function isJustStarted(timer: Timer): boolean {
  if (timer.endsAt === null) return false;
  const now = synchronisedNow();
  const { startedAt, isMoved } = startOf(timer, now);
  return !isMoved && now - Date.parse(startedAt) < 1000;
}

/** Brings the server's timer into the wanted state of its run, and notes the states between; returns it afterwards. */
async function sendRun(
  path: string,
  server: Row | null,
  wanted: Row,
  note: (between: Timer) => void,
  answers?: string,
): Promise<Row | null> {
  if (server !== null && isSameRun(server, wanted)) return server;
  const timer = wanted as unknown as Timer;
  const known = server as object | null as Timer | null;
  const direct = known === null ? null : await sendDirectly(path, known, timer, answers);
  if (direct !== null && isSameRun(direct, wanted)) return direct;
  if (isAtBeginning(timer)) return direct;
  // From its beginning on, where a timer that has ended starts, too.
  const starts = known !== null && (isAtBeginning(known) || standsAtItsEnd(known));
  if (!starts) {
    note(atBeginning(timer));
    await requestOnce('PATCH', path, { enabled: 0 });
  }
  const { startedAt, endsAt, isMoved } = startOf(timer, synchronisedNow());
  note(started(atBeginning(timer), Date.parse(startedAt)));
  const start = { enabled: 1, startedAt } satisfies Schemas['TimerChanges'];
  let saved = await requestOnce<Row>('PATCH', path, start);
  if (isMoved) saved = await sendEnd(path, { endsAt, runSeconds: timer.runSeconds });
  if (timer.endsAt === null && timer.remainingMs > 0)
    saved = await requestOnce<Row>('POST', `${path}/pause`);
  return saved;
}

/** The one request that brings a timer into another state, if there is one; null otherwise. */
async function sendDirectly(
  path: string,
  server: Timer,
  wanted: Timer,
  answers?: string,
): Promise<Row | null> {
  const now = synchronisedNow();
  const seconds = wanted.runSeconds;
  if (answers !== undefined && wanted.endsAt !== null)
    return requestOnce<Row>('POST', `${path}/extend`, { seconds, scheduledFor: answers });
  if (isAtBeginning(wanted)) return requestOnce<Row>('PATCH', path, { enabled: 0 });
  const runs = server.endsAt !== null && Date.parse(server.endsAt) > now;
  if (runs && server.step === wanted.step) {
    const { endsAt } = wanted;
    if (endsAt !== null) return sendEnd(path, { endsAt, runSeconds: seconds });
    const left = Date.parse(server.endsAt) - now;
    if (wanted.remainingMs > 0 && Math.abs(left - wanted.remainingMs) < 1000)
      return requestOnce<Row>('POST', `${path}/pause`);
  }
  const continues = server.endsAt === null && !standsAtItsEnd(server);
  if (continues && wanted.endsAt !== null && server.step === wanted.step) {
    const startedMs = Date.parse(wanted.endsAt) - server.remainingMs;
    if (startedMs > now || server.runSeconds !== seconds) return null;
    const startedAt = new Date(startedMs).toISOString();
    const start = { enabled: 1, startedAt } satisfies Schemas['TimerChanges'];
    return requestOnce<Row>('PATCH', path, start);
  }
  return null;
}

/** Moves the end of a timer that runs on the server. */
function sendEnd(
  path: string,
  { endsAt, runSeconds }: Pick<Timer, 'endsAt' | 'runSeconds'>,
): Promise<Row> {
  const end = { endsAt, runSeconds } satisfies Partial<Record<keyof Schemas['TimerEnd'], unknown>>;
  return requestOnce<Row>('PUT', `${path}/end`, end);
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
