// The types of the API: alarms, timers, and what a client may write. They are the server's, narrowed where the site knows
// more; they come from its OpenAPI document, so that a page that no longer fits the server fails the type check.
import type { components } from '../../.build/api';

/** By their names in docs/openapi.json. */
export type Schemas = components['schemas'];

/** Names of the server, all of which must be in a list of the site. */
type Listed<List extends readonly unknown[], Name extends List[number]> = Name;

/** Days on which an alarm rings. */
export const repeats = [
  'daily',
  'weekday',
  'weekend',
  'days',
  'rule',
  'once',
] as const satisfies readonly Schemas['Alarm']['repeat'][];
export type Repeat = Listed<typeof repeats, Schemas['Alarm']['repeat']>;

/** A way to repeat that only a newer server knows: it is shown, kept, and rings at the server's instants. */
type NewerRepeat = string & { readonly isNewer: true };

/** Days of the week in the API, in its order. */
export const weekdays = [
  'mon',
  'tue',
  'wed',
  'thu',
  'fri',
  'sat',
  'sun',
] as const satisfies NonNullable<Schemas['Alarm']['days']>;
export type Weekday = Listed<typeof weekdays, NonNullable<Schemas['Alarm']['days']>[number]>;

/** A calendar day, `2026-12-24`. */
export type Day = Schemas['DayRange']['from'];

/** Names of the built-in sounds, the default first, then from soft to insistent. */
const builtInSounds = ['default', 'dawn', 'chime', 'marimba', 'pulse'] as const;
export type BuiltInSound = (typeof builtInSounds)[number];

/** All sounds: `own` is a file that only the visitor's device has; other devices play the default sound. */
export const soundNames = [
  ...builtInSounds,
  'own',
] as const satisfies readonly Schemas['Alarm']['sound'][];
export type SoundName = Listed<typeof soundNames, Schemas['Alarm']['sound']>;

/** The lists of rows that a browser owns. */
export type ListName = Extract<Schemas['ListChanged']['list'], 'alarms' | 'timers'>;

/** A boolean of the API: 1 is on or running, 0 is off or stopped. */
export type Enabled = Schemas['Alarm']['enabled'];

/** An instant in RFC 3339, in UTC, with milliseconds at most. */
export type Instant = Schemas['Instant'];

export interface Alarm extends Omit<Schemas['Alarm'], 'repeat'> {
  readonly repeat: Repeat | NewerRepeat;
}

/** The fields of a row that a client may change. */
type Changes<Row, Schema> = Partial<
  Pick<Row, Exclude<keyof Row & keyof Schema, 'browserId' | 'clientKey'>>
>;

/** What a client writes of an alarm; the rest belongs to the server. */
export type AlarmDraft = Pick<Alarm, 'time' | 'repeat'> & Changes<Alarm, Schemas['AlarmChanges']>;

/** The fields that determine when an alarm rings. */
export type AlarmRule = Pick<Alarm, 'time' | 'repeat' | 'timezone'> &
  Partial<Pick<Alarm, 'days' | 'date' | 'rule' | 'from' | 'pausedUntil' | 'daysOff'>>;

export type Timer = Schemas['Timer'];

/** A part of a round of an interval timer. */
export type TimerStep = Schemas['Step'];

/** What a client writes of a timer; the server computes the rest. */
export type TimerDraft = Pick<Timer, 'hours' | 'minutes' | 'seconds'> &
  Changes<Timer, Schemas['TimerChanges']>;

/** What a client writes of an interval timer; its duration follows from its steps. */
export type IntervalDraft = Pick<TimerDraft, 'steps' | 'rounds' | 'enabled' | 'sound' | 'label'>;

export type Kind = Schemas['RingAnswer']['kind'];

export type Answer = Schemas['RingAnswer']['answer'];

/** The answer to a ring that counts. */
export type Answered = Schemas['Answered'];

export type AnsweredRing = Schemas['RingAnswered'];

/** Which ring of which row. */
export type RingName = Pick<AnsweredRing, 'kind' | 'id' | 'scheduledFor'>;

type Rung = Pick<Schemas['Ring'], 'id' | 'scheduledFor' | 'label' | 'sound' | 'answered'>;
type RungAlarm = Extract<Schemas['SettingsView'], { readonly time: unknown }>;
type RungTimer = Extract<Schemas['SettingsView'], { readonly totalSeconds: unknown }>;

/** A ring in the server's list. */
export type RungRing =
  | (Rung & { readonly kind: 'alarm' } & Pick<Alarm, keyof RungAlarm>)
  | (Rung & { readonly kind: 'timer' } & RungTimer);

/** The event of an alarm's ring; `alarm` is the row after the ring. */
export interface AlarmTrigger extends Omit<Schemas['AlarmTrigger'], 'alarm'> {
  readonly alarm: Alarm;
}

/** The event of a timer's ring; `timer` is the row after it. */
export type TimerComplete = Schemas['TimerComplete'];

export type User = Schemas['User'];

/** A browser that is signed in to the account. */
export type AccountSession = Schemas['Session'];

export type Credentials = Pick<Schemas['Login'] & Schemas['NewUser'], 'username' | 'password'>;

/** Whether the server offers push, and the key for subscriptions. */
export type PushOffer = Schemas['Push'];

/** A device that rings with the site closed. */
export type PushDevice = Schemas['Device'];

/** The type of the rows of each list. */
export interface RowOf {
  readonly alarms: Alarm;
  readonly timers: Timer;
}

/** Some fields of a row of either list. */
export interface Fields extends Partial<Omit<Alarm, keyof Timer>>, Partial<Timer> {}

/** A row of either list. */
export interface Row extends Fields {
  readonly id: number;
}

/** Rows, and the instant at which their fetch began: they contain nothing later. */
export interface FetchedRows<Row> {
  readonly rows: readonly Row[];
  /** Milliseconds since the epoch. */
  readonly asOf: number;
}
