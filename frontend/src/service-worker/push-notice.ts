// From a push message to a notification: its fields, its duration, sound and buttons, and the times in its texts.
// docs/push.md describes the message. A newer server may have written it, and something must be shown in any case.
import type { RingName } from '../model/types';
import { ringDevice } from '../push/ring-device';
import type { ShownData } from '../push/worker-talk';

/** A ring, and the token to answer it. */
export interface PushedRing extends RingName {
  readonly device: string;
  readonly token: string;
  /** A step of a timer begins and the timer runs on: it sounds once, and only in time. */
  readonly isStep?: true;
  /** The server repeats an unanswered ring every half minute: which repeat this is, from 1. */
  readonly repeat?: number;
}

/** The server's own part of the message, `data`. */
interface PushedData {
  readonly ring?: PushedRing | undefined;
  /** The first push to a device: sending its code back confirms the subscription. */
  readonly hello?: { readonly device: string; readonly code: string };
  /** A ring that was answered on another device. */
  readonly stop?: RingName | undefined;
  /** Texts for events that only the worker knows; `{time}` is when it rings again. */
  readonly texts?: Partial<Record<'missed' | 'unsent' | 'snoozed' | 'late', string>>;
  /** The time of day in the body, such as `07:00`, if it contains one. */
  readonly time?: string | null | undefined;
}

/** The options of a notification, including those that TypeScript's types lack. */
export interface NoticeOptions extends NotificationOptions {
  readonly renotify?: boolean;
  readonly timestamp?: number | undefined;
  readonly vibrate?: readonly number[];
  readonly actions?: readonly unknown[] | undefined;
}

export interface NoticeData extends ShownData {
  readonly ring: PushedRing | null;
  readonly texts?: PushedData['texts'];
  /** When a ring was shown first, by this device's clock in milliseconds since the epoch. */
  readonly shownAt?: number | undefined;
}

export interface PushMessage extends PushedData {
  readonly title: string;
  /** The options that the server wants. */
  readonly options: NoticeOptions;
  /** The page that a click opens. */
  readonly navigate: string;
}

/** Parses a push: its text, or a notification that the browser has created from it. Missing fields stay missing. */
export function messageOf(pushed: unknown): PushMessage {
  const outer = fieldsOf(typeof pushed === 'string' ? parsed(pushed) : pushed);
  const notification = fieldsOf(outer.notification ?? outer);
  // One by one, because the fields of a browser's notification are getters.
  const { title, navigate, body, tag, lang, dir, silent, timestamp, actions } =
    notification as NoticeOptions & { readonly title?: string; readonly navigate?: string };
  const { ring, hello, stop, texts, time } = fieldsOf(notification.data) as PushedData;
  const pictures = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' };
  return {
    title: title ?? 'Tokibako',
    options: { ...pictures, body, tag, lang, dir, silent, timestamp, actions },
    navigate: navigate ?? '/',
    ring: ring?.token ? ring : undefined,
    hello,
    stop,
    texts,
    time,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export interface Notice {
  readonly title: string;
  readonly options: NoticeOptions;
}

/** A notification does not wait longer for the visitor's choice of hours. */
const choiceIsReadWithinMs = 500;
/** The latest that a ring sounds, as on pages and on the server. */
const ringsLateForMs = 10 * 60_000;
/** The latest for the ring of a step, and the interval of repeats. */
const halfMinuteMs = 30_000;
/** Sound, and alternating milliseconds of vibration and pause. */
const loud: NoticeOptions = { silent: false, vibrate: [400, 200, 400, 200, 400] };
const silent: NoticeOptions = { silent: true };

/** Whether a ring is in time; false if its instant is unknown. */
export function isFresh({ scheduledFor, isStep, repeat = 0 }: PushedRing, now: number): boolean {
  const mayBeLateForMs = isStep ? halfMinuteMs : ringsLateForMs + repeat * halfMinuteMs;
  return now - Date.parse(scheduledFor) <= mayBeLateForMs;
}

/**
 * A ring: stays until it is answered, unless it is that of a step, and has buttons. Silent if something else sounds
 * already.
 */
export function ringNotice(message: PushMessage, ring: PushedRing, isSilent: boolean): Notice {
  const { title, options, navigate, texts } = message;
  // A repeat is shown in the place of the one before it.
  const shownAt = ring.repeat ? undefined : Date.now();
  const data: NoticeData = { navigate, ring, texts, shownAt };
  // `renotify` makes the same notification sound again; browsers reject it without a tag.
  const sound = isSilent ? silent : { ...loud, renotify: Boolean(options.tag) };
  const requireInteraction = !ring.isStep;
  return { title, options: { ...options, ...sound, requireInteraction, data } };
}

/** A ring that came too late. */
export async function missedNotice(
  message: PushMessage,
  { scheduledFor }: PushedRing,
): Promise<Notice> {
  const { options, texts } = message;
  const body = texts?.missed ? await withTime(texts.missed, scheduledFor) : options.body;
  return plainNotice({ ...message, options: { ...options, body } }, false);
}

/** A notification without buttons; if its ring is over it is silent, whatever the server wanted. */
export function plainNotice(message: PushMessage, isOver: boolean): Notice {
  const { title, options, navigate, ring } = message;
  const data: NoticeData = { navigate, ring: null, isOver };
  const sound = ring === undefined && options.silent === false ? loud : silent;
  return {
    title,
    options: { ...options, ...sound, actions: [], data },
  };
}

// Times of day, on the clock of 12 or 24 hours that the visitor has chosen on the site.

/** A text with the local time of an instant instead of `{time}`. */
export function withTime(text: string, instant: string): Promise<string> {
  // `toTimeString` begins with `07:00:00` in every language.
  return rewritten(text, '{time}', new Date(instant).toTimeString().slice(0, 5));
}

/** The message with the time in its body, which the server writes on a 24-hour clock, on the visitor's clock. */
export async function onVisitorsClock(message: PushMessage): Promise<PushMessage> {
  const { options, time } = message;
  try {
    if (!time || !options.body) return message;
    const body = await rewritten(options.body, time, time);
    return { ...message, options: { ...options, body } };
  } catch {
    // A newer server may write times in another form.
    return message;
  }
}

/** The text with a time such as `07:00` instead of `written`, on the visitor's clock. */
async function rewritten(text: string, written: string, time: string): Promise<string> {
  const device = await Promise.race([ringDevice(), pause(choiceIsReadWithinMs)]);
  const [hour, minutes = ''] = time.split(':');
  const own = device?.hours?.[Number(hour)]?.replace('{minutes}', minutes);
  return text.replace(written, own ?? time);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
