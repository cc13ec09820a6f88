// One due moment of an alarm or timer: what there is to know of it when it rings.
import { soundOf } from '../api/rows';
import type {
  Alarm,
  AlarmTrigger,
  Instant,
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
}

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

/** What a timer will ring as; null while it stands still. */
export function nextOfTimer(timer: Timer): TimerOccurrence | null {
  return timer.endsAt === null ? null : ofTimer(timer, timer.endsAt);
}

/** What the server announced as due. */
export function announced(announcement: AlarmTrigger | TimerComplete): Occurrence {
  return announcement.type === 'ALARM_TRIGGER'
    ? ofAlarm(announcement.alarm, Date.parse(announcement.scheduledFor))
    : ofTimer(announcement.timer, announcement.scheduledFor);
}

/** What the server lists as rung. */
export function listed(ring: RungRing): Occurrence {
  const dueAt = Date.parse(ring.scheduledFor);
  const { id, label, sound } = ring;
  const due = { key: keyOf(ring.kind, id, dueAt), id, dueAt, label, sound };
  if (ring.kind === 'timer') return { kind: 'timer', ...due, totalSeconds: ring.totalSeconds };
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

function ofTimer(timer: Timer, endsAt: Instant): TimerOccurrence {
  const { id, label, sound, totalSeconds } = timer;
  const dueAt = Date.parse(endsAt);
  return { kind: 'timer', key: keyOf('timer', id, dueAt), id, dueAt, label, sound, totalSeconds };
}

/** Whether it is of a row that the server does not have yet. */
export function isOnlyHere({ id }: Occurrence): boolean {
  return id < 0;
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
