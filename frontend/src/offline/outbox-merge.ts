// Merges changes that were made offline: what to show until they are sent, and what to send.
//
// It compares each field in three versions: as the row was (`base`), as it was changed here, and as the server has it
// now. A field that only one side changed is taken from that side. Rings are not lost: on beats off, and an edit beats
// a deletion. If both sides changed a field, the change that arrives later wins; clocks are not compared, because a
// device's may be wrong.
import { arrivesWithinMs } from '../api/client';
import type { RingRule } from '../rings/next-trigger';
import { atPresent } from '../rings/timer-steps';
import { nextTriggerHere } from './days-off';
import { isKnownRepeat } from '../model/rows';
import type { Fields, Row, RowOf, ListName, Timer } from '../model/types';

/** A request that was sent and has no response yet. */
export interface Unanswered {
  /** When it was sent, in milliseconds since the epoch; no two of a row have the same instant. */
  readonly at: number;
  /** What it sets; null if it creates the row. */
  readonly changes: Fields | null;
}

export interface Intent {
  readonly browserId: string;
  readonly list: ListName;
  /** The row's id; negative until the server has the row. */
  readonly id: number;
  readonly kind: 'create' | 'change' | 'delete';
  /** The idempotency key of a new row. */
  readonly key: string;
  /** The row as the server had it; null for a new one. */
  readonly base: Row | null;
  /** The new values of fields; for a new row, all fields. */
  readonly changes: Fields;
  /** Requests without a response. They may have arrived, and then what they set is nobody else's change, or may still do so. */
  readonly unanswered?: readonly Unanswered[];
  /** Counts the changes to this intent. */
  readonly revision: number;
  /** The instant of the ring that an extension of a timer answers. */
  readonly answers?: string;
  /**
   * The server refused it, and nobody was told. A new row stays until it is changed or deleted, any other change until
   * it was read.
   */
  readonly refused?: true;
}

/**
 * What a field is. Those of an `identity` or a `state` belong to the server: they are never sent, because starting and
 * stopping a timer, and skipping a ring, have requests of their own. Those of a `state`, of a timer's `plan` and of the `days`
 * of an alarm are only valid together. `days` and `schedule` decide when an alarm rings.
 */
type FieldKind = 'identity' | 'state' | 'plan' | 'days' | 'schedule' | 'setting';

const fieldsOf: {
  readonly [List in ListName]: Readonly<Record<keyof RowOf[List], FieldKind>>;
} = {
  alarms: {
    id: 'identity',
    browserId: 'identity',
    clientKey: 'identity',
    createdAt: 'identity',
    nextTrigger: 'state',
    snoozedUntil: 'state',
    skipped: 'state',
    repeat: 'days',
    days: 'days',
    date: 'days',
    rule: 'days',
    from: 'days',
    time: 'schedule',
    timezone: 'schedule',
    pausedUntil: 'schedule',
    daysOff: 'schedule',
    enabled: 'schedule',
    sound: 'setting',
    snoozeInterval: 'setting',
    label: 'setting',
  },
  timers: {
    id: 'identity',
    browserId: 'identity',
    clientKey: 'identity',
    createdAt: 'identity',
    enabled: 'state',
    endsAt: 'state',
    remainingMs: 'state',
    runSeconds: 'state',
    step: 'state',
    hours: 'plan',
    minutes: 'plan',
    seconds: 'plan',
    totalSeconds: 'plan',
    steps: 'plan',
    rounds: 'plan',
    sound: 'setting',
    label: 'setting',
  },
};

type FieldName = keyof Fields;

/** Undefined for a field that only a newer server knows, which is a setting like others. */
function kindOf(list: ListName, field: string): FieldKind | undefined {
  return (fieldsOf[list] as Readonly<Partial<Record<string, FieldKind>>>)[field];
}

function fieldsOfKind(list: ListName, ...kinds: readonly FieldKind[]): readonly FieldName[] {
  const all = Object.keys(fieldsOf[list]) as FieldName[];
  return all.filter((field) => kinds.some((kind) => kind === kindOf(list, field)));
}

const states: Readonly<Record<ListName, readonly FieldName[]>> = {
  alarms: fieldsOfKind('alarms', 'state'),
  timers: fieldsOfKind('timers', 'state'),
};
const plan = fieldsOfKind('timers', 'plan');
/** Fields that are only valid together. */
const groups = [plan, fieldsOfKind('alarms', 'days')];
const schedule = fieldsOfKind('alarms', 'days', 'schedule');

/** What to send for an intent. */
export type Plan =
  | { readonly send: 'nothing' }
  | { readonly send: 'new'; readonly fields: Fields; readonly row: Row }
  | {
      readonly send: 'change';
      readonly fields: Fields;
      readonly row: Row;
      /** The run of a timer to send: its state, or an extension. */
      readonly run: 'run' | Extension | null;
      /** A skip to send, or the undo of one. */
      readonly skip: 'skip' | 'unskip' | null;
    }
  | { readonly send: 'deletion' };

/** An extension of the run that ends at an instant. */
interface Extension {
  readonly seconds: number;
  readonly endsAt: string;
}

export function withUnsaved<One extends { readonly id: number }>(
  rows: readonly One[],
  intents: readonly Intent[],
): readonly One[] {
  const pending = intents.filter(({ kind, refused }) => kind === 'create' || refused !== true);
  if (pending.length === 0) return rows;
  const of = new Map(pending.map((intent) => [intent.id, intent]));
  // A new timer that the server has, but not in the same state as here.
  const waiting = new Set<unknown>(pending.filter(({ id }) => id < 0).map(({ key }) => key));
  const shown = rows.flatMap((row) => {
    const intent = of.get(row.id);
    if (waiting.has((row as Fields).clientKey)) return [];
    if (intent?.kind === 'delete') return [];
    return intent === undefined ? [row] : [{ ...row, ...intent.changes, id: row.id }];
  });
  const made = pending
    .filter(({ kind }) => kind === 'create')
    .map(({ changes, id }) => ({ ...changes, id }) as unknown as One);
  return [...shown, ...made];
}

/** The computed fields of a changed alarm, until the server computes them. */
export function withNextRing(alarm: Row, changes: Fields, now: number): Fields {
  const whole = { ...alarm, ...changes };
  const isSame = schedule.every(
    (field) => !(field in changes) || isEqual(changes[field], alarm[field]),
  );
  // A snooze and a skip stay.
  if (isSame && isOn(alarm) && alarm.nextTrigger !== undefined) return changes;
  const next = isOn(whole) ? nextTriggerHere(whole as unknown as RingRule, now) : null;
  const nextTrigger = next === null ? null : instantText(next);
  return { ...changes, nextTrigger, snoozedUntil: null, skipped: null };
}

/** An alarm under days off that the server does not have. Snoozes and rings that are due stay. */
export function underDaysOff<One extends { readonly id: number }>(row: One, now: number): One {
  const { enabled, snoozedUntil, nextTrigger, skipped, repeat } = row as Fields;
  const isKnown = typeof repeat === 'string' && isKnownRepeat(repeat);
  if (enabled !== 1 || typeof snoozedUntil === 'string' || isPast(nextTrigger, now) || !isKnown)
    return row;
  const next = nextUnskipped(row as unknown as RingRule, skipped, now);
  return { ...row, nextTrigger: next === null ? null : instantText(next) };
}

/** A row after some time without the server: overdue rings have rung on this page, if at all. */
export function movedOn<One extends { readonly id: number }>(row: One, now: number): One {
  const { steps, endsAt, nextTrigger, skipped } = row as Fields;
  if (isPast(endsAt, now)) {
    const isInSteps = Array.isArray(steps);
    const present = isInSteps ? (atPresent(row as unknown as Timer, now) as unknown as One) : row;
    if (!isPast((present as Fields).endsAt, now)) return present;
    return { ...present, enabled: 0, endsAt: null, remainingMs: 0 };
  }
  const alarm = isPast(skipped, now) ? { ...row, skipped: null } : row;
  if (!isPast(nextTrigger, now)) return alarm;
  const next = unskippedAfter(alarm, now);
  const nextText = next === null ? null : instantText(next);
  return { ...alarm, enabled: next === null ? 0 : 1, nextTrigger: nextText, snoozedUntil: null };
}

/** The next ring of an alarm that is not skipped; null after the ring of a one-time alarm. */
export function unskippedAfter(alarm: object, now: number): number | null {
  const { repeat, skipped } = alarm as Fields;
  if (repeat === 'once') return null;
  return nextUnskipped(alarm as RingRule, skipped, now);
}

function nextUnskipped(alarm: RingRule, skipped: unknown, now: number): number | null {
  const next = nextTriggerHere(alarm, now);
  const isSkipped = next !== null && isSameInstant(skipped, instantText(next));
  return isSkipped ? nextTriggerHere(alarm, next) : next;
}

/** What to send for an intent, given the server's row; null if the server has none. */
export function planOf(stored: Intent, server: Row | null, now: number): Plan {
  const intent = server === null ? stored : withSent(stored, server, now);
  const { kind, base, changes, list } = intent;
  if (kind === 'delete') {
    // The list may be older than the row, unless the row has no id yet.
    if (server === null) return { send: stored.id > 0 ? 'deletion' : 'nothing' };
    // Somebody else has edited it, so it is not deleted.
    return base !== null && isEdited(base, server, list)
      ? { send: 'nothing' }
      : { send: 'deletion' };
  }
  const whole = movedOn({ ...base, ...changes } as Row, now);
  if (server === null) {
    // Null is the same as absent.
    const fields = entriesOf(writable(whole, list)).filter(([, value]) => value !== null);
    return { send: 'new', fields: fieldsFrom(fields), row: whole };
  }
  const fields = changed(intent, server, whole);
  const run = list === 'timers' ? runOf(intent, server, whole, now) : null;
  const skip = list === 'alarms' ? skipOf(intent, server, fields, now) : null;
  if (Object.keys(fields).length === 0 && run === null && skip === null) return { send: 'nothing' };
  return { send: 'change', fields, row: whole, run, skip };
}

/** An intent whose base has what the server got of it without a response: only the rest is somebody else's change. */
function withSent(intent: Intent, server: Row, now: number): Intent {
  const { base, list, unanswered = [] } = intent;
  if (base === null) return intent;
  const arrived = unanswered.flatMap(({ changes }) => {
    if (changes === null) return [];
    const isSameState =
      list === 'timers' &&
      'endsAt' in changes &&
      isSameRun(movedOn({ ...base, ...changes }, now), movedOn(server, now));
    return namesOf(changes).filter((field) =>
      list === 'timers' && states.timers.includes(field)
        ? isSameState
        : isEqual(server[field], changes[field]) || isSameInstant(server[field], changes[field]),
    );
  });
  const known = fieldsFrom(arrived.map((field) => [field, server[field]]));
  return { ...intent, base: { ...base, ...known } };
}

/** Whether a request without a response may still arrive, and make another row of it than was set here since. */
export function mayBeUndone(intent: Intent, now: number): boolean {
  const { base, changes, kind, list, unanswered = [] } = intent;
  const wanted = movedOn({ ...base, ...changes } as Row, now);
  const undoes = (sent: Fields) =>
    namesOf(sent).some((field) => {
      if (kindOf(list, field) === 'identity') return false;
      if (list === 'timers' && states.timers.includes(field))
        return !isSameRun(movedOn({ ...wanted, ...sent }, now), wanted);
      // What else the server computes follows from the schedule.
      if (states.alarms.includes(field) && field !== 'skipped') return false;
      return !isEqual(sent[field], wanted[field]) && !isSameInstant(sent[field], wanted[field]);
    });
  return unanswered.some(
    ({ at, changes: sent }) =>
      Math.abs(now - at) < arrivesWithinMs &&
      (kind === 'delete' ? sent === null : sent !== null && undoes(sent)),
  );
}

/** The changes of a row that were made after others of them were sent. */
export function changesSince(list: ListName, sent: Fields, changes: Fields): Fields {
  const isLater = (field: FieldName) => field in changes && !isEqual(changes[field], sent[field]);
  const together = [...groups, states[list]];
  return fieldsFrom(
    entriesOf(changes).filter(([field]) =>
      (together.find((group) => group.includes(field)) ?? [field]).some(isLater),
    ),
  );
}

/** Whether the server keeps another version than the one wanted here, although nothing was sent. */
export function isOverruled(intent: Intent, server: Row, now: number): boolean {
  const { kind, base, changes, list } = withSent(intent, server, now);
  if (kind === 'delete') return true;
  const { skipped } = changes;
  const isToSkip = typeof skipped === 'string' && !isPast(skipped, now);
  if (isToSkip && !isSameInstant(server.skipped, skipped)) return true;
  const wanted = entriesOf(writable(changes, list));
  return wanted.some(
    ([field, value]) => !isEqual(base?.[field], value) && !isEqual(server[field], value),
  );
}

/** The fields to send, given the server's row. */
function changed({ base, changes, list }: Intent, server: Row, whole: Row): Fields {
  // A one-time alarm that has rung here must not be armed for the next day.
  const isOver = 'nextTrigger' in changes && !isOn(whole);
  const { enabled, ...others } = writable(isOver ? { ...changes, enabled: 0 } : changes, list);
  const ours: Fields =
    enabled === undefined || isBySkip(base, changes) ? others : { ...others, enabled };
  const isNew = (field: FieldName) => {
    const value = ours[field];
    if (!(field in ours) || isEqual(server[field], value)) return false;
    const isSetHere = !isEqual(base?.[field], value);
    if (field !== 'enabled' || isEqual(server[field], base?.[field])) return isSetHere;
    return value === 1;
  };
  const together = (field: FieldName) => groups.find((group) => group.includes(field)) ?? [field];
  return fieldsFrom(entriesOf(ours).filter(([field]) => together(field).some(isNew)));
}

/** Whether a skip, or its undo, has switched a one-time alarm: it does so on the server, too. */
function isBySkip(base: Row | null, { skipped, nextTrigger }: Fields): boolean {
  if (typeof skipped === 'string') return !isSameInstant(skipped, base?.skipped);
  return skipped === null && isSameInstant(nextTrigger, base?.skipped);
}

/** The run of a timer to send; null if the server's timer is in the same state, or its own change counts. */
function runOf(
  { base, changes }: Intent,
  server: Row,
  whole: Row,
  now: number,
): 'run' | Extension | null {
  if (!('endsAt' in changes) || base === null) return null;
  const isSamePlan = plan.every((field) => isEqual(server[field], whole[field]));
  if (isSamePlan && isSameRun(server, whole)) return null;
  const isRunThere = !isSameRun(movedOn(base, now), movedOn(server, now));
  const willRing = typeof whole.endsAt === 'string';
  // Both sides changed it: a running timer wins, and of two extensions the longer one.
  if (isRunThere && (!willRing || (isExtended(base, changes) && endOf(server) >= endOf(whole))))
    return null;
  const more = (endOf(whole) - endOf(server)) / 1000;
  const runs = isSamePlan && isEqual(server.step, whole.step) && endOf(server) > now;
  const isLonger = more > 0 && Number(whole.runSeconds) - Number(server.runSeconds) === more;
  return runs && isLonger ? { seconds: more, endsAt: String(server.endsAt) } : 'run';
}

/** Whether the only change of a run here was an extension. */
function isExtended(base: Row, changes: Fields): boolean {
  const moreMs = (Number(changes.runSeconds) - Number(base.runSeconds)) * 1000;
  return moreMs > 0 && endOf(changes) - endOf(base) === moreMs;
}

/** Whether two timers have the same end, or are stopped at the same place; clock readings differ slightly. */
export function isSameRun(one: Row, other: Row): boolean {
  if (!isEqual(one.step, other.step) || (one.endsAt === null) !== (other.endsAt === null))
    return false;
  const apart =
    one.endsAt === null
      ? Number(one.remainingMs) - Number(other.remainingMs)
      : endOf(one) - endOf(other);
  return Math.abs(apart) < 1000;
}

function endOf({ endsAt }: Fields): number {
  return typeof endsAt === 'string' ? Date.parse(endsAt) : NaN;
}

/** The skip to send, or its undo; only the intended ring is ever skipped. */
function skipOf({ base, changes }: Intent, server: Row, sent: Fields, now: number) {
  const { skipped } = changes;
  // A change of the schedule or the switch ends a skip on the server.
  const isAnew = schedule.some((field) => field in sent);
  if (typeof skipped === 'string' && !isPast(skipped, now))
    return isAnew || isSameInstant(server.nextTrigger, skipped) ? 'skip' : null;
  const isTakenBack = skipped === null && !isAnew && isSameInstant(base?.skipped, server.skipped);
  return isTakenBack ? 'unskip' : null;
}

function isSameInstant(one: unknown, other: unknown): boolean {
  return (
    typeof one === 'string' && typeof other === 'string' && Date.parse(one) === Date.parse(other)
  );
}

/** Whether somebody changed settings of a row, or switched it on. */
function isEdited(base: Row, server: Row, list: ListName): boolean {
  const before = writable(base, list);
  const edited = entriesOf(writable(server, list)).some(
    ([field, value]) => field !== 'enabled' && !isEqual(before[field], value),
  );
  return edited || (isOn(server) && !isOn(base));
}

function namesOf(fields: Fields): readonly FieldName[] {
  return Object.keys(fields) as FieldName[];
}

function entriesOf(fields: Fields): readonly (readonly [FieldName, unknown])[] {
  return Object.entries(fields) as [FieldName, unknown][];
}

function fieldsFrom(entries: readonly (readonly [FieldName, unknown])[]): Fields {
  return Object.fromEntries(entries);
}

/** The fields that a client may write. */
function writable(row: Fields, list: ListName): Fields {
  return fieldsFrom(
    entriesOf(row).filter(([field]) => {
      const kind = kindOf(list, field);
      return kind !== 'identity' && kind !== 'state';
    }),
  );
}

function isOn({ enabled }: Fields): boolean {
  return enabled === 1;
}

function isPast(instant: unknown, now: number): boolean {
  return typeof instant === 'string' && Date.parse(instant) <= now;
}

/** Fields are plain values, or lists of them. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function instantText(instant: number): string {
  return new Date(instant).toISOString();
}
