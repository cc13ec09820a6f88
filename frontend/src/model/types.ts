// The types of the API: alarms, timers, and what a client may write.

/** Days on which an alarm rings. */
export const repeats = ['daily', 'weekday', 'weekend', 'days', 'rule', 'once'] as const;
export type Repeat = (typeof repeats)[number];

/** A way to repeat that only a newer server knows: it is shown, kept, and rings at the server's instants. */
export type NewerRepeat = string & { readonly isNewer: true };

/** Days of the week in the API, in its order. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** A calendar day, `2026-12-24`. */
export type Day = string;

/** Names of the built-in sounds, the default first, then from soft to insistent; the server has the same list. */
export const builtInSounds = ['default', 'dawn', 'chime', 'marimba', 'pulse'] as const;
export type BuiltInSound = (typeof builtInSounds)[number];

/** All sounds: `own` is a file that only the visitor's device has; other devices play the default sound. */
export const soundNames = [...builtInSounds, 'own'] as const;
export type SoundName = (typeof soundNames)[number];

/** The lists of rows that a browser owns. */
export type ListName = 'alarms' | 'timers';

/** What an alarm does on days off. */
export type OnDaysOff = 'silent' | 'ring';

/** A boolean of the API: 1 is on or running, 0 is off or stopped. */
export type Enabled = 0 | 1;

/** An instant in RFC 3339, in UTC, with milliseconds at most. */
export type Instant = string;

export interface Alarm {
  readonly id: number;
  readonly browserId: string;
  /** Local time `HH:mm` in `timezone`. */
  readonly time: string;
  readonly enabled: Enabled;
  readonly repeat: Repeat | NewerRepeat;
  /** With repeat `days`, Monday first; otherwise null. */
  readonly days: readonly Weekday[] | null;
  /** With repeat `rule`, a recurrence rule of RFC 5545; otherwise null. */
  readonly rule: string | null;
  /** With repeat `rule`, the day in `timezone` from which it counts; otherwise null. */
  readonly from: Day | null;
  /** With repeat `once`, the date in `timezone` if one was chosen; otherwise null. */
  readonly date: Day | null;
  readonly sound: SoundName;
  /** Minutes, 1 to 60. */
  readonly snoozeInterval: number;
  readonly label: string | null;
  /** IANA name. */
  readonly timezone: string;
  /** Null if it is off. */
  readonly nextTrigger: Instant | null;
  readonly snoozedUntil: Instant | null;
  /** The ring that will be skipped; null after its instant. */
  readonly skipped: Instant | null;
  /** The first day in `timezone` after a pause; null once it has begun. */
  readonly pausedUntil: Day | null;
  /** Whether it rings on days off. */
  readonly daysOff: OnDaysOff;
  readonly createdAt: Instant;
  /** The idempotency key from its creation; only in lists, and only if the client sent one. */
  readonly clientKey?: string;
}

/** What a client writes of an alarm; the rest belongs to the server. */
export type AlarmDraft = Pick<Alarm, 'time' | 'repeat'> &
  Partial<
    Pick<
      Alarm,
      | 'days'
      | 'date'
      | 'rule'
      | 'from'
      | 'daysOff'
      | 'enabled'
      | 'sound'
      | 'snoozeInterval'
      | 'label'
      | 'timezone'
      | 'pausedUntil'
    >
  >;

/** The fields that determine when an alarm rings. */
export type AlarmRule = Pick<Alarm, 'time' | 'repeat' | 'timezone'> &
  Partial<Pick<Alarm, 'days' | 'date' | 'rule' | 'from' | 'pausedUntil' | 'daysOff'>>;

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
  /** The end of the present run or step; null if the timer is stopped. */
  readonly endsAt: Instant | null;
  /** The time left of it when the server answered. */
  readonly remainingMs: number;
  /** Its total length, extensions included. */
  readonly runSeconds: number;
  /** The steps of one round. `steps`, `rounds` and `step` are null for a timer without steps. */
  readonly steps: readonly TimerStep[] | null;
  readonly rounds: number | null;
  /** The index of the present step over all rounds. */
  readonly step: number | null;
  /** As for alarms. */
  readonly clientKey?: string;
}

/** A part of a round of an interval timer. */
export interface TimerStep {
  readonly seconds: number;
  readonly label: string | null;
}

/** What a client writes of a timer; the server computes the rest. */
export type TimerDraft = Pick<Timer, 'hours' | 'minutes' | 'seconds'> &
  Partial<Pick<Timer, 'totalSeconds' | 'enabled' | 'sound' | 'label' | 'steps' | 'rounds'>>;

/** What a client writes of an interval timer; its duration follows from its steps. */
export type IntervalDraft = Pick<TimerDraft, 'steps' | 'rounds' | 'enabled' | 'sound' | 'label'>;

export type Kind = 'alarm' | 'timer';

export type Answer = 'stop' | 'snooze';

/** The answer to a ring that counts. */
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

/** A ring in the server's list. */
export type RungRing =
  | (Rung & { readonly kind: 'alarm' } & Pick<
        Alarm,
        'time' | 'repeat' | 'days' | 'date' | 'rule' | 'from' | 'timezone' | 'snoozeInterval'
      >)
  | (Rung & { readonly kind: 'timer' } & Pick<
        Timer,
        'totalSeconds' | 'steps' | 'rounds' | 'step' | 'endsAt'
      >);

/** The event of an alarm's ring; `alarm` is the row after the ring. */
export interface AlarmTrigger {
  readonly type: 'ALARM_TRIGGER';
  readonly alarm: Alarm;
  readonly scheduledFor: Instant;
  readonly answered: Answered | null;
}

/** The event of a timer's ring; `timer` is the row after it. */
export interface TimerComplete {
  readonly type: 'TIMER_COMPLETE';
  readonly timer: Timer;
  readonly scheduledFor: Instant;
  readonly answered: Answered | null;
}

/** An account. */
export interface User {
  readonly id: number;
  /** The account's browser id, which a browser uses while it is signed in. */
  readonly uuid: string;
  readonly username: string;
  readonly lastVisited: Instant;
}

/** A browser that is signed in to the account. */
export interface AccountSession {
  readonly id: number;
  /** A name such as Firefox; null if unknown. */
  readonly browser: string | null;
  /** A name such as Windows; null if unknown. */
  readonly system: string | null;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  /** Whether it is this browser. */
  readonly current: boolean;
}

/** A name and a password. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Whether the server offers push, and the key for subscriptions. */
export interface PushOffer {
  readonly enabled: boolean;
  /** In base64url; null if push is off. */
  readonly publicKey: string | null;
}

/** A device that rings with the site closed. */
export interface PushDevice {
  readonly id: string;
  /** `pending` until it has confirmed its subscription; `failing` if it gets or shows no rings. */
  readonly state: 'pending' | 'active' | 'failing';
  /** The operator of its push service. */
  readonly service: 'google' | 'mozilla' | 'apple' | 'microsoft' | 'other';
  readonly hideLabels: boolean;
  /** For how many seconds an unanswered ring is repeated. */
  readonly ringFor: number;
  /** How many rings in a row it has not reported as shown. */
  readonly unshownRings: number;
  readonly lastAcceptedAt: Instant | null;
  readonly lastShownAt: Instant | null;
  readonly createdAt: Instant;
}
