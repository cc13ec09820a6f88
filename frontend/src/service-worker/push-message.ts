// A push as it arrives. What it holds is in docs/push.md; a newer server may have written it, and something has to be
// shown in any case.
import type { RingName, ShownData } from '../browser/worker-talk';

/** A ring, and by what this device may answer it. */
export interface PushedRing extends RingName {
  readonly device: string;
  readonly token: string;
  /** A step of a timer begins, and the timer goes on: it is worth one sound, and that only in time. */
  readonly isStep?: true;
}

/** What the server sends of itself in `data`. */
interface PushedData {
  readonly ring?: PushedRing | undefined;
  /** The first push to a device: its code, sent back, shows that the device can be reached. */
  readonly hello?: { readonly device: string; readonly code: string };
  /** A ring that was answered on another device. */
  readonly stop?: RingName | undefined;
  /** Words for what only the worker knows to have happened; `{time}` stands for when it rings again. */
  readonly texts?: Partial<Record<'missed' | 'unsent' | 'snoozed', string>>;
}

/** The options of a notification, with those that TypeScript's types leave out. */
export interface NoticeOptions extends NotificationOptions {
  readonly renotify?: boolean;
  readonly timestamp?: number | undefined;
  readonly vibrate?: readonly number[];
  readonly actions?: readonly unknown[] | undefined;
}

/** What a notification keeps with it. */
export interface NoticeData extends ShownData {
  readonly ring: PushedRing | null;
  readonly texts?: PushedData['texts'];
}

export interface PushMessage extends PushedData {
  readonly title: string;
  /** As the server wants it shown. */
  readonly options: NoticeOptions;
  /** The page that a click opens. */
  readonly navigate: string;
}

/** Reads a push: its text, or a notification that the browser has made of it already. What is not there stays away. */
export function messageOf(pushed: unknown): PushMessage {
  const outer = fieldsOf(typeof pushed === 'string' ? parsed(pushed) : pushed);
  const notification = fieldsOf(outer.notification ?? outer);
  // One by one: what a browser has made does not let its fields be copied.
  const { title, navigate, body, tag, lang, dir, silent, timestamp, actions } =
    notification as NoticeOptions & { readonly title?: string; readonly navigate?: string };
  const { ring, hello, stop, texts } = fieldsOf(notification.data) as PushedData;
  const pictures = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' };
  return {
    title: title ?? 'Tokibako',
    options: { ...pictures, body, tag, lang, dir, silent, timestamp, actions },
    navigate: navigate ?? '/',
    ring: ring?.token ? ring : undefined,
    hello,
    stop,
    texts,
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
