// An occurrence: one due instant of an alarm or timer, with everything needed to ring it.
import { soundOf } from '../model/rows';
import { stepAt, stepCount, type StepPlace } from './timer-steps';
import type {
  Alarm,
  AlarmTrigger,
  Kind,
  RungRing,
  SoundName,
  Timer,
  TimerComplete,
} from '../model/types';
import { isoDay } from '../time/zone-offset';

interface Due {
  /** Identifies the occurrence: kind, id and due instant. */
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
  /** The alarm's schedule as text; if the schedule has changed, the occurrence no longer counts. */
  readonly schedule: string;
  /** Snoozed here, even if the server does not know. */
  readonly snoozedHere?: true;
}

export interface TimerOccurrence extends Due {
  readonly kind: 'timer';
  readonly totalSeconds: number;
  /** The step that begins with this ring; absent at the end of the timer. */
  readonly begins?: StepPlace;
}

/** How many steps of a timer ring here without further information from the server. */
const stepsAhead = 60;

export type Occurrence = AlarmOccurrence | TimerOccurrence;

/** An occurrence from storage or another tab, which may be of another version; null if it is invalid. */
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

/** The next ring of an alarm; null if there is none. */
export function nextOfAlarm(alarm: Alarm): AlarmOccurrence | null {
  return alarm.enabled === 1 && alarm.nextTrigger !== null
    ? ofAlarm(alarm, Date.parse(alarm.nextTrigger))
    : null;
}

/** The next rings of a timer: the ends of its steps from now on; none if it is stopped. */
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

/** Whether a ring ends by itself after some seconds, because a step begins and the timer runs on. */
export function isShort(occurrence: Occurrence): boolean {
  return occurrence.kind === 'timer' && occurrence.begins !== undefined;
}

/** The occurrence of an event of the stream. */
export function announced(announcement: AlarmTrigger | TimerComplete): Occurrence {
  return announcement.type === 'ALARM_TRIGGER'
    ? ofAlarm(announcement.alarm, Date.parse(announcement.scheduledFor))
    : ofTimer(announcement.timer, Date.parse(announcement.scheduledFor), begun(announcement.timer));
}

/** The occurrence of a ring in the server's list. */
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

/** The occurrence after a snooze at `givenAt`. Like the server it ignores fractions of a millisecond. */
export function snoozed(occurrence: AlarmOccurrence, givenAt: number): AlarmOccurrence {
  const dueAt = Math.trunc(givenAt) + occurrence.snoozeMinutes * 60_000;
  return { ...occurrence, key: keyOf('alarm', occurrence.id, dueAt), dueAt, snoozedHere: true };
}

/**
 * The schedule of an alarm as text, for comparison; for most alarms the same text as in tabs of an older deployment.
 */
export function scheduleOf({
  time,
  repeat,
  days,
  date,
  rule,
  from,
  timezone,
}: Pick<Alarm, 'time' | 'repeat' | 'days' | 'date' | 'rule' | 'from' | 'timezone'>): string {
  const chosen = days?.join() ?? date ?? (rule === null ? null : `${rule} ${from ?? ''}`);
  return [time, repeat, ...(chosen === null ? [] : [chosen]), timezone].join(' ');
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

/** The step that began with the last ring of a timer. */
function begun(timer: Pick<Timer, 'steps' | 'rounds' | 'step' | 'endsAt'>): StepPlace | null {
  return timer.endsAt === null || timer.step === null ? null : stepAt(timer, timer.step);
}

function beginning(begins: StepPlace | null): Pick<TimerOccurrence, 'begins'> {
  return begins === null ? {} : { begins };
}

/** Whether its row is one that the server does not have yet. */
export function isOnlyHere({ id }: Occurrence): boolean {
  return id < 0;
}

export function keyOf(kind: Kind, id: number, dueAt: number): string {
  return `${kind}:${String(id)}:${String(dueAt)}`;
}

/** Whether an alarm does not ring at an instant because of a skip or a pause. */
export function isPassedOver(
  { skipped, pausedUntil, timezone }: Pick<Alarm, 'skipped' | 'pausedUntil' | 'timezone'>,
  dueAt: number,
): boolean {
  if (skipped !== null && Date.parse(skipped) === dueAt) return true;
  return pausedUntil !== null && isoDay(dueAt, timezone) < pausedUntil;
}

/** The local time in the alarm's zone. After a snooze or a clock change it differs from the time that is set. */
function localTime(dueAt: number, { timezone, time }: Pick<Alarm, 'time' | 'timezone'>): string {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: timezone,
    }).format(dueAt);
  } catch {
    // A zone that the server knows and this browser does not.
    return time;
  }
}
