// Parses rows and events at the edge of the page: an older page has to cope with a newer server.
import {
  repeats,
  soundNames,
  weekdays,
  type Alarm,
  type AlarmTrigger,
  type Answered,
  type AnsweredRing,
  type ListName,
  type Repeat,
  type RingName,
  type RungRing,
  type SoundName,
  type Timer,
  type TimerComplete,
  type TimerStep,
  type Weekday,
  type RowOf,
} from './types';

/** The fields of a type, which may hold anything. */
type Unparsed<Type> = Readonly<Partial<Record<KeyOf<Type>, unknown>>>;
type KeyOf<Type> = Type extends unknown ? keyof Type : never;

const parsers: { readonly [List in ListName]: (row: unknown) => RowOf[List] | null } = {
  alarms: alarmOf,
  timers: timerOf,
};

/** The lists of rows that a browser owns. */
export const listNames = Object.keys(parsers) as readonly ListName[];

/** Parses a list. A row that this page cannot read is left out, and its id logged to the console. */
export function parseRows<List extends ListName>(
  list: List,
  unparsed: unknown,
): readonly RowOf[List][] {
  return rowsOf(unparsed, parsers[list]);
}

/** Parses an event of the stream; null if this page cannot read it. */
export function announcementOf(data: unknown): AlarmTrigger | TimerComplete | null {
  if (!isObject<AlarmTrigger | TimerComplete>(data) || !isInstant(data.scheduledFor)) return null;
  const { scheduledFor } = data;
  const answered = answeredOf(data.answered);
  if (data.type === 'ALARM_TRIGGER') {
    const alarm = alarmOf(data.alarm);
    return alarm && { type: 'ALARM_TRIGGER', alarm, scheduledFor, answered };
  }
  if (data.type === 'TIMER_COMPLETE') {
    const timer = timerOf(data.timer);
    return timer && { type: 'TIMER_COMPLETE', timer, scheduledFor, answered };
  }
  return null;
}

/**
 * Parses the server's list of rings. A ring that this page cannot read is left out, and its id logged to the console.
 */
export function ringsOf(list: unknown): readonly RungRing[] {
  return rowsOf(list, ringOf);
}

/** Parses an answer that was given elsewhere; null if this page cannot read it. */
export function answeredRingOf(data: unknown): AnsweredRing | null {
  const answered = answeredOf(data);
  if (answered === null || !isObject<AnsweredRing>(data) || !isRingId(data)) return null;
  return { kind: data.kind, id: data.id, scheduledFor: data.scheduledFor, ...answered };
}

/** Parses the answer that counts; fails if there is none. */
export function answerOf(data: unknown): Answered {
  const answered = answeredOf(data);
  if (answered === null) throw new Error('the server answered no answer');
  return answered;
}

/** Parses a sound's name; a sound that only a newer version knows becomes the default one. */
export function soundOf(name: unknown): SoundName {
  return soundNames.find((known) => known === name) ?? 'default';
}

function alarmOf(row: unknown): Alarm | null {
  if (!isObject<Alarm>(row)) return null;
  const { enabled, repeat, timezone, time, snoozeInterval } = row;
  const rule = ruleOf(row);
  const isAlarm =
    isOwned(row) &&
    isEnabled(enabled) &&
    typeof repeat === 'string' &&
    rule !== null &&
    typeof timezone === 'string' &&
    typeof time === 'string' &&
    typeof snoozeInterval === 'number' &&
    isInstantOrNull(row.nextTrigger) &&
    isInstantOrNull(row.snoozedUntil);
  if (!isAlarm) return null;
  const read: Omit<Alarm, AlarmField> = {
    ...rule,
    skipped: isInstant(row.skipped) ? row.skipped : null,
    pausedUntil: isDay(row.pausedUntil) ? row.pausedUntil : null,
    daysOff: row.daysOff === 'ring' ? 'ring' : 'silent',
    sound: soundOf(row.sound),
  };
  return { ...row, ...read } as Alarm;
}

/** The fields of an alarm that every server sends, and whose values this page can take as they are. */
type AlarmField =
  | 'id'
  | 'browserId'
  | 'clientKey'
  | 'createdAt'
  | 'time'
  | 'timezone'
  | 'repeat'
  | 'enabled'
  | 'nextTrigger'
  | 'snoozedUntil'
  | 'snoozeInterval'
  | 'label';

/** Whether this page knows how an alarm repeats. */
export function isKnownRepeat(repeat: string): repeat is Repeat {
  return repeats.some((known) => known === repeat);
}

type Days = Pick<Alarm, 'days' | 'date' | 'rule' | 'from'>;

/** What belongs to a way to repeat; older servers send less. Null if its days are missing. */
function ruleOf({ repeat, days, date, rule, from }: Unparsed<Alarm>): Days | null {
  const none = { days: null, date: null, rule: null, from: null };
  if (repeat === 'rule') {
    return typeof rule === 'string' ? { ...none, rule, from: isDay(from) ? from : null } : null;
  }
  if (repeat !== 'days') return { ...none, date: isDay(date) ? date : null };
  const known = Array.isArray(days) ? weekdays.filter((day) => days.includes(day)) : [];
  return known.length === 0 ? null : { ...none, days: known satisfies readonly Weekday[] };
}

function timerOf(row: unknown): Timer | null {
  if (!isObject<Timer>(row)) return null;
  const isTimer =
    isOwned(row) &&
    isEnabled(row.enabled) &&
    typeof row.totalSeconds === 'number' &&
    typeof row.remainingMs === 'number' &&
    isInstantOrNull(row.endsAt);
  if (!isTimer) return null;
  const { totalSeconds, runSeconds } = row;
  const read: Omit<Timer, TimerField> = {
    ...intervalsOf(row),
    sound: soundOf(row.sound),
    runSeconds: typeof runSeconds === 'number' ? runSeconds : (totalSeconds as number),
  };
  return { ...row, ...read } as Timer;
}

/** The fields of a timer that every server sends, and whose values this page can take as they are. */
type TimerField =
  | 'id'
  | 'browserId'
  | 'clientKey'
  | 'createdAt'
  | 'hours'
  | 'minutes'
  | 'seconds'
  | 'totalSeconds'
  | 'remainingMs'
  | 'enabled'
  | 'endsAt'
  | 'label';

type Steps = Pick<Timer, 'steps' | 'rounds' | 'step'>;

/** The steps of a timer; older servers send none. */
function intervalsOf({ steps, rounds, step }: Unparsed<Steps>): Steps {
  const isStep = (one: unknown) => isObject<TimerStep>(one) && typeof one.seconds === 'number';
  return Array.isArray(steps) &&
    steps.every(isStep) &&
    typeof rounds === 'number' &&
    typeof step === 'number'
    ? { steps: steps as readonly TimerStep[], rounds, step }
    : { steps: null, rounds: null, step: null };
}

function ringOf(row: unknown): RungRing | null {
  if (!isObject<RungRing>(row) || !isRingId(row) || !isOwned(row)) return null;
  const rule = ruleOf(row);
  const isKnown =
    row.kind === 'timer'
      ? typeof row.totalSeconds === 'number'
      : typeof row.repeat === 'string' &&
        rule !== null &&
        typeof row.timezone === 'string' &&
        typeof row.time === 'string' &&
        typeof row.snoozeInterval === 'number';
  const answered = answeredOf(row.answered);
  if (!isKnown) return null;
  const ring = { ...row, sound: soundOf(row.sound), answered };
  if (row.kind !== 'timer') return { ...ring, ...rule } as unknown as RungRing;
  const endsAt = isInstant(row.endsAt) ? row.endsAt : null;
  return { ...ring, ...intervalsOf(row), endsAt } as unknown as RungRing;
}

/** An answer that only a newer version knows has ended the ring, too. */
function answeredOf(data: unknown): Answered | null {
  if (!isObject<Answered>(data) || typeof data.answer !== 'string' || !isInstant(data.at))
    return null;
  const snoozedUntil = isInstant(data.snoozedUntil) ? data.snoozedUntil : null;
  return { answer: data.answer === 'snooze' ? 'snooze' : 'stop', at: data.at, snoozedUntil };
}

function isRingId<Row extends Unparsed<RingName>>(data: Row): data is Row & RingName {
  const isKind = data.kind === 'alarm' || data.kind === 'timer';
  return isKind && typeof data.id === 'number' && isInstant(data.scheduledFor);
}

function rowsOf<Row>(list: unknown, parse: (row: unknown) => Row | null): readonly Row[] {
  if (!Array.isArray(list)) throw new Error('the server answered no list');
  return list.flatMap((unparsed: unknown) => {
    const row = parse(unparsed);
    if (row === null) warnOnce(unparsed);
    return row ?? [];
  });
}

const warned = new Set<unknown>();

/** Logs only the id of the row, because labels are private. */
function warnOnce(row: unknown): void {
  const id = isObject<RingName>(row) ? row.id : undefined;
  if (warned.has(id)) return;
  warned.add(id);
  console.warn('left out a row that this version of the page cannot read:', id);
}

function isOwned({ id, label }: Unparsed<Alarm>): boolean {
  return typeof id === 'number' && (label === null || typeof label === 'string');
}

function isEnabled(value: unknown): boolean {
  return value === 0 || value === 1;
}

function isInstantOrNull(value: unknown): boolean {
  return value === null || isInstant(value);
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isObject<Type>(value: unknown): value is Unparsed<Type> {
  return typeof value === 'object' && value !== null;
}
