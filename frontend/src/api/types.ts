// The shapes on the wire: alarms, timers and what a client may write of them.

/** Days on which an alarm rings. */
export const repeats = ['daily', 'weekday', 'weekend', 'days', 'once'] as const;
export type Repeat = (typeof repeats)[number];

/** Days of the week on the wire, in its order. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** A calendar day, `2026-12-24`. */
export type Day = string;

/** Names of the built-in sounds, the usual one first, then from soft to insistent; the server knows the same ones. */
export const builtInSounds = ['default', 'dawn', 'chime', 'marimba', 'pulse'] as const;
export type BuiltInSound = (typeof builtInSounds)[number];

/** What a ring can sound like: `own` is a file that only the visitor's device has, others play the default sound. */
export const soundNames = [...builtInSounds, 'own'] as const;
export type SoundName = (typeof soundNames)[number];

/** The wire's boolean: 1 is on or running, 0 is off or stopped. */
export type Enabled = 0 | 1;

/** An instant as RFC 3339 text in UTC, at most milliseconds. */
export type Instant = string;

export interface Alarm {
  readonly id: number;
  readonly browserId: string;
  /** Local time `HH:mm` in `timezone`. */
  readonly time: string;
  readonly enabled: Enabled;
  readonly repeat: Repeat;
  /** With repeat `days`, Monday first; else null. */
  readonly days: readonly Weekday[] | null;
  /** With repeat `once`, the only day in `timezone` where one was chosen; else null. */
  readonly date: Day | null;
  readonly sound: SoundName;
  /** Minutes, 1 to 60. */
  readonly snoozeInterval: number;
  readonly label: string | null;
  /** IANA name. */
  readonly timezone: string;
  /** Null while disabled. */
  readonly nextTrigger: Instant | null;
  readonly snoozedUntil: Instant | null;
  /** The ring that it passes over; null once that instant has come. */
  readonly skipped: Instant | null;
  /** No ring before this day in `timezone`; null once it has begun. */
  readonly pausedUntil: Day | null;
  readonly createdAt: Instant;
  /** What the client that made it named it by; in lists, where it has such a name. */
  readonly clientKey?: string;
}

/** What a client writes of an alarm; the rest belongs to the server. */
export type AlarmDraft = Pick<Alarm, 'time' | 'repeat'> &
  Partial<
    Pick<
      Alarm,
      | 'days'
      | 'date'
      | 'enabled'
      | 'sound'
      | 'snoozeInterval'
      | 'label'
      | 'timezone'
      | 'pausedUntil'
    >
  >;

/** What says when an alarm rings. */
export type AlarmRule = Pick<Alarm, 'time' | 'repeat' | 'timezone'> &
  Partial<Pick<Alarm, 'days' | 'date' | 'pausedUntil'>>;

export interface Timer {
  readonly id: number;
  readonly browserId: string;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly totalSeconds: number;
  readonly enabled: Enabled;
  readonly sound: SoundName;
  readonly label: string | null;
  readonly createdAt: Instant;
  /** The end of the present run, or step; set while running, else null. */
  readonly endsAt: Instant | null;
  /** What was left of that when the server answered. */
  readonly remainingMs: number;
  /** How long that is in all: more than was set where it was extended. */
  readonly runSeconds: number;
  /** The steps of one round, as are `rounds` and `step` null for a timer of one duration. */
  readonly steps: readonly TimerStep[] | null;
  readonly rounds: number | null;
  /** The index of the present step over all rounds. */
  readonly step: number | null;
  /** As of an alarm. */
  readonly clientKey?: string;
}

/** A part of a round of an interval timer. */
export interface TimerStep {
  readonly seconds: number;
  readonly label: string | null;
}

/** What a client writes of a timer; the rest belongs to the server. */
export type TimerDraft = Pick<Timer, 'hours' | 'minutes' | 'seconds'> &
  Partial<Pick<Timer, 'totalSeconds' | 'enabled' | 'sound' | 'label' | 'steps' | 'rounds'>>;

/** What a client writes of an interval timer: its duration follows from its steps. */
export type IntervalDraft = Pick<TimerDraft, 'steps' | 'rounds' | 'enabled' | 'sound' | 'label'>;

export type Kind = 'alarm' | 'timer';

export type Answer = 'stop' | 'snooze';

/** The answer to a ring that stands. */
export interface Answered {
  readonly answer: Answer;
  readonly at: Instant;
  readonly snoozedUntil: Instant | null;
}

/** A ring that was answered. */
export interface AnsweredRing extends Answered {
  readonly kind: Kind;
  readonly id: number;
  readonly scheduledFor: Instant;
}

interface Rung {
  readonly id: number;
  readonly scheduledFor: Instant;
  readonly label: string | null;
  readonly sound: SoundName;
  /** Null while it rings. */
  readonly answered: Answered | null;
}

/** A ring as the server lists it. */
export type RungRing =
  | (Rung & { readonly kind: 'alarm' } & Pick<
        Alarm,
        'time' | 'repeat' | 'days' | 'date' | 'timezone' | 'snoozeInterval'
      >)
  | (Rung & { readonly kind: 'timer' } & Pick<
        Timer,
        'totalSeconds' | 'steps' | 'rounds' | 'step' | 'endsAt'
      >);

/** What the alarm stream announces; `alarm` is the row after the ring. */
export interface AlarmTrigger {
  readonly type: 'ALARM_TRIGGER';
  readonly alarm: Alarm;
  readonly scheduledFor: Instant;
  readonly answered: Answered | null;
}

/** What the timer stream announces; `timer` is the row after completion. */
export interface TimerComplete {
  readonly type: 'TIMER_COMPLETE';
  readonly timer: Timer;
  readonly scheduledFor: Instant;
  readonly answered: Answered | null;
}

/** An account. */
export interface User {
  readonly id: number;
  /** The browser id that the account keeps: a browser that signs in goes on with it. */
  readonly uuid: string;
  readonly username: string;
  readonly lastVisited: Instant;
}

/** A browser that is signed in to the account. */
export interface AccountSession {
  readonly id: number;
  /** Such as Firefox; null where it is not known. */
  readonly browser: string | null;
  /** Such as Windows; null where it is not known. */
  readonly system: string | null;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  /** Whether it is this browser. */
  readonly current: boolean;
}

/** By which an account is made, and found again. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Whether the server sends pushes, and the key by which browsers subscribe to them. */
export interface PushOffer {
  readonly enabled: boolean;
  /** base64url; null where push is off. */
  readonly publicKey: string | null;
}

/** A device that rings with the site closed. */
export interface PushDevice {
  readonly id: string;
  /** `pending` until it has answered the first push; `failing` where the push service refuses it. */
  readonly state: 'pending' | 'active' | 'failing';
  /** Whose push service reaches it. */
  readonly service: 'google' | 'mozilla' | 'apple' | 'microsoft' | 'other';
  readonly hideLabels: boolean;
  readonly lastAcceptedAt: Instant | null;
  readonly lastShownAt: Instant | null;
  readonly createdAt: Instant;
}
