// Parses a push message. docs/push.md describes it. A newer server may have written it, and something must be shown in
// any case.
import type { RingName } from '../model/types';
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
  readonly texts?: Partial<Record<'missed' | 'unsent' | 'snoozed', string>>;
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
