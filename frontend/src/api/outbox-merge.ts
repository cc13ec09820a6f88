// Merges changes that were made offline: what to show until they are sent, and what to send.
//
// It compares each field in three versions: as the row was (`base`), as it was changed here, and as the server has it
// now. A field that only one side changed is taken from that side. Rings are not lost: on beats off, and an edit beats
// a deletion. If both sides changed a field, the change that arrives later wins; clocks are not compared, because a
// device's may be wrong.
import { nextTriggerOf, type RingRule } from '../rings/next-trigger';
import { atPresent } from '../rings/timer-steps';
import type { ListName } from './lists';
import type { Fields, Intent, Row } from './outbox';
import type { Timer } from './types';

/** Fields that the server computes. Starting and stopping a timer has requests of its own. */
const serversOwn: ReadonlySet<string> = new Set([
  'id',
  'browserId',
  'createdAt',
  'nextTrigger',
  'snoozedUntil',
  'skipped',
  'endsAt',
  'remainingMs',
  'runSeconds',
  'step',
]);
/** Fields that are only valid together. */
const groups: readonly (readonly string[])[] = [
  ['hours', 'minutes', 'seconds', 'totalSeconds'],
  ['repeat', 'days', 'date'],
];
const schedule = ['time', 'repeat', 'days', 'date', 'timezone', 'pausedUntil', 'enabled'];

/** What to send for an intent. */
export type Plan =
  | { readonly send: 'nothing' }
  | { readonly send: 'new'; readonly fields: Fields; readonly row: Row }
  | {
      readonly send: 'change';
      readonly fields: Fields;
      readonly row: Row;
      /** Whether the timer has to be started, or stopped. */
      readonly runs: boolean;
    }
  | { readonly send: 'deletion' };

/** Rows with their unsaved changes. */
export function withUnsaved<One extends { readonly id: number }>(
  rows: readonly One[],
  intents: readonly Intent[],
): readonly One[] {
  if (intents.length === 0) return rows;
  const of = new Map(intents.map((intent) => [intent.id, intent]));
  const shown = rows.flatMap((row) => {
    const intent = of.get(row.id);
    if (intent?.kind === 'delete') return [];
    return intent === undefined ? [row] : [{ ...row, ...intent.changes, id: row.id }];
  });
  const made = intents
    .filter(({ kind }) => kind === 'create')
    .map(({ changes, id }) => ({ ...changes, id }) as unknown as One);
  return [...shown, ...made];
}

/** The computed fields of a changed alarm, until the server computes them. */
export function withNextRing(alarm: Row, changes: Fields, now: number): Fields {
  if (!schedule.some((field) => field in changes)) return changes;
  const whole = { ...alarm, ...changes };
  const next = isOn(whole) ? nextTriggerOf(whole as unknown as RingRule, now) : null;
  return { ...changes, nextTrigger: next === null ? null : instantText(next), snoozedUntil: null };
}

/** A row after time has passed without the server: what was due has rung on this page, if at all. */
export function movedOn<One extends { readonly id: number }>(row: One, now: number): One {
  const { steps, nextTrigger, repeat } = row as Fields;
  if (Array.isArray(steps)) {
    const present = atPresent(row as unknown as Timer, now) as unknown as One;
    if (!isPast((present as Fields).endsAt, now)) return present;
  }
  if (isPast((row as Fields).endsAt, now))
    return { ...row, enabled: 0, endsAt: null, remainingMs: 0 };
  if (!isPast(nextTrigger, now)) return row;
  const next = repeat === 'once' ? null : nextTriggerOf(row as unknown as RingRule, now);
  const nextText = next === null ? null : instantText(next);
  return { ...row, enabled: next === null ? 0 : 1, nextTrigger: nextText, snoozedUntil: null };
}

/** What to send for an intent, given the server's row; null if the server has none. */
export function planOf(intent: Intent, server: Row | null, now: number): Plan {
  const { kind, base, changes, list } = intent;
  if (kind === 'delete') {
    // A new row may have arrived without its response.
    if (server === null) return { send: base === null ? 'deletion' : 'nothing' };
    // Somebody else has edited it, so it is not deleted.
    return base !== null && isEdited(base, server, list)
      ? { send: 'nothing' }
      : { send: 'deletion' };
  }
  const whole = movedOn({ ...base, ...changes } as Row, now);
  if (server === null) {
    // Null is the same as absent.
    const fields = Object.entries(writable(whole, list)).filter(([, value]) => value !== null);
    return { send: 'new', fields: Object.fromEntries(fields), row: whole };
  }
  const fields = changed(intent, server, whole);
  const runs = list === 'timers' && runsOtherwise(intent, server, now);
  if (Object.keys(fields).length === 0 && !runs) return { send: 'nothing' };
  return { send: 'change', fields, row: whole, runs };
}

/** Whether the server keeps another version than the one wanted here, although nothing was sent. */
export function isOverruled({ kind, base, changes, list }: Intent, server: Row): boolean {
  if (kind === 'delete') return true;
  const wanted = Object.entries(writable(changes, list));
  return wanted.some(
    ([field, value]) => !isEqual(base?.[field], value) && !isEqual(server[field], value),
  );
}

/** The fields to send, given the server's row. */
function changed({ base, changes, list }: Intent, server: Row, whole: Row): Fields {
  // A one-time alarm that has rung here must not be armed for the next day.
  const isOver = 'nextTrigger' in changes && !isOn(whole);
  const ours = writable(isOver ? { ...changes, enabled: 0 } : changes, list);
  const news = Object.entries(ours).filter(([field, value]) => {
    if (isEqual(server[field], value)) return false;
    const isSetHere = !isEqual(base?.[field], value);
    if (field !== 'enabled' || isEqual(server[field], base?.[field])) return isSetHere;
    return isOn({ enabled: value });
  });
  const sent = Object.fromEntries(news);
  for (const group of groups) {
    if (!group.some((field) => field in sent)) continue;
    for (const field of group) if (field in ours) sent[field] = ours[field];
  }
  return sent;
}

/** Whether the timer has to be started or stopped on the server. */
function runsOtherwise({ base, changes }: Intent, server: Row, now: number): boolean {
  if (!('endsAt' in changes) || base === null) return false;
  const isRunThere =
    !isEqual(base.endsAt, server.endsAt) ||
    (server.endsAt === null && !isEqual(base.remainingMs, server.remainingMs));
  // Both sides changed it: the one that will ring wins.
  return !isRunThere || (typeof changes.endsAt === 'string' && !isPast(changes.endsAt, now));
}

/** Whether somebody changed settings of a row, or switched it on. */
function isEdited(base: Row, server: Row, list: ListName): boolean {
  const before = writable(base, list);
  const edited = Object.entries(writable(server, list)).some(
    ([field, value]) => field !== 'enabled' && !isEqual(before[field], value),
  );
  return edited || (isOn(server) && !isOn(base));
}

/** The fields that a client may write. */
function writable(row: Fields, list: ListName): Fields {
  return Object.fromEntries(
    Object.entries(row).filter(
      ([field]) => !serversOwn.has(field) && !(list === 'timers' && field === 'enabled'),
    ),
  );
}

function isOn({ enabled }: Fields): boolean {
  return enabled === 1;
}

function isPast(instant: unknown, now: number): boolean {
  return typeof instant === 'string' && Date.parse(instant) <= now;
}

/** Fields are plain values, or lists of them. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function instantText(instant: number): string {
  return new Date(instant).toISOString();
}
