// One due moment of an alarm or timer: what there is to know of it when it rings.
import { soundOf } from '../api/rows';
import { stepAt, stepCount, type StepPlace } from './timer-steps';
import type {
  Alarm,
  AlarmTrigger,
  Kind,
  RungRing,
  SoundName,
  Timer,
  TimerComplete,
} from '../api/types';

interface Due {
  /** Names the occurrence: kind, id and the instant it is due. */
  readonly key: string;
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  readonly label: string | null;
  readonly sound: SoundName;
}

export interface AlarmOccurrence extends Due {
  readonly kind: 'alarm';
  /** Local time `HH:mm` in the alarm's zone. */
  readonly time: string;
  readonly snoozeMinutes: number;
  /** The schedule it comes from; an alarm whose schedule was changed does not ring by the old one. */
  readonly schedule: string;
  /** Snoozed here, whatever the server heard of it. */
  readonly snoozedHere?: true;
}

export interface TimerOccurrence extends Due {
  readonly kind: 'timer';
  readonly totalSeconds: number;
  /** The step that begins with this ring, which then is a short one; absent at the end of the timer. */
  readonly begins?: StepPlace;
}

/** Steps of a timer that ring here without another word of the server. */
const stepsAhead = 60;

export type Occurrence = AlarmOccurrence | TimerOccurrence;

/** An occurrence out of the storage or from another tab, which may be of another version; null where it is none. */
export function occurrenceOf(stored: unknown): Occurrence | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const one = stored as Partial<Occurrence>;
  const isOne =
    (one.kind === 'alarm' || one.kind === 'timer') &&
    typeof one.key === 'string' &&
    typeof one.id === 'number' &&
    typeof one.dueAt === 'number';
  return isOne ? ({ ...one, sound: soundOf(one.sound) } as Occurrence) : null;
}

/** What an alarm will ring as next; null while it will not. */
export function nextOfAlarm(alarm: Alarm): AlarmOccurrence | null {
  return alarm.enabled === 1 && alarm.nextTrigger !== null
    ? ofAlarm(alarm, Date.parse(alarm.nextTrigger))
    : null;
}

/** What a timer will ring as: at the ends of its steps from now on, of which it has one or many; nothing while it stands. */
export function nextOfTimer(timer: Timer): readonly TimerOccurrence[] {
  if (timer.endsAt === null) return [];
  const first = timer.step ?? 0;
  const last = Math.min(first + stepsAhead, Math.max(1, stepCount(timer)));
  let endsAt = Date.parse(timer.endsAt);
  return Array.from({ length: last - first }, (_, ahead) => {
    const begins = stepAt(timer, first + ahead + 1);
    const occurrence = ofTimer(timer, endsAt, begins);
    endsAt += (begins?.seconds ?? 0) * 1000;
    return occurrence;
  });
}

/** Whether a ring ends by itself after some seconds: a step begins, and the timer goes on. */
export function isShort(occurrence: Occurrence): boolean {
  return occurrence.kind === 'timer' && occurrence.begins !== undefined;
}

/** What the server announced as due. */
export function announced(announcement: AlarmTrigger | TimerComplete): Occurrence {
  return announcement.type === 'ALARM_TRIGGER'
    ? ofAlarm(announcement.alarm, Date.parse(announcement.scheduledFor))
    : ofTimer(announcement.timer, Date.parse(announcement.scheduledFor), begun(announcement.timer));
}

/** What the server lists as rung. */
export function listed(ring: RungRing): Occurrence {
  const dueAt = Date.parse(ring.scheduledFor);
  const { id, label, sound } = ring;
  const due = { key: keyOf(ring.kind, id, dueAt), id, dueAt, label, sound };
  if (ring.kind === 'timer') {
    const { totalSeconds } = ring;
    return { kind: 'timer', ...due, totalSeconds, ...beginning(begun(ring)) };
  }
  return {
    kind: 'alarm',
    ...due,
    time: localTime(dueAt, ring),
    snoozeMinutes: ring.snoozeInterval,
    schedule: scheduleOf(ring),
  };
}

/** The occurrence that a snooze at `now` leads to. */
export function snoozed(occurrence: AlarmOccurrence, now: number): AlarmOccurrence {
  const dueAt = now + occurrence.snoozeMinutes * 60_000;
  return { ...occurrence, key: keyOf('alarm', occurrence.id, dueAt), dueAt, snoozedHere: true };
}

/** The schedule of an alarm as one text, to compare. */
export function scheduleOf({
  time,
  repeat,
  timezone,
}: Pick<Alarm, 'time' | 'repeat' | 'timezone'>): string {
  return `${time} ${repeat} ${timezone}`;
}

function ofAlarm(alarm: Alarm, dueAt: number): AlarmOccurrence {
  return {
    kind: 'alarm',
    key: keyOf('alarm', alarm.id, dueAt),
    id: alarm.id,
    dueAt,
    label: alarm.label,
    sound: alarm.sound,
    time: localTime(dueAt, alarm),
    snoozeMinutes: alarm.snoozeInterval,
    schedule: scheduleOf(alarm),
  };
}

function ofTimer(timer: Timer, dueAt: number, begins: StepPlace | null): TimerOccurrence {
  const { id, label, sound, totalSeconds } = timer;
  const due = { key: keyOf('timer', id, dueAt), id, dueAt, label, sound };
  return { kind: 'timer', ...due, totalSeconds, ...beginning(begins) };
}

/** The step that began with the last ring of a timer that has run on. */
function begun(timer: Pick<Timer, 'steps' | 'rounds' | 'step' | 'endsAt'>): StepPlace | null {
  return timer.endsAt === null || timer.step === null ? null : stepAt(timer, timer.step);
}

function beginning(begins: StepPlace | null): Pick<TimerOccurrence, 'begins'> {
  return begins === null ? {} : { begins };
}

/** The name of an occurrence. */
export function keyOf(kind: Kind, id: number, dueAt: number): string {
  return `${kind}:${String(id)}:${String(dueAt)}`;
}

/** `HH:mm` in the alarm's zone: after a snooze, or where a clock change moved it, not the time it is set to. */
function localTime(dueAt: number, { timezone, time }: Pick<Alarm, 'time' | 'timezone'>): string {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: timezone,
    }).format(dueAt);
  } catch {
    // A zone the server knows and this browser does not.
    return time;
  }
}
