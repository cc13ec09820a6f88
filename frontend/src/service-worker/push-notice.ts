// Turns messages into notifications: their duration, sound and buttons.
import type { NoticeData, NoticeOptions, PushedRing, PushMessage } from './push-message';
import { withTime } from './push-time';

export interface Notice {
  readonly title: string;
  readonly options: NoticeOptions;
}

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
  const data: NoticeData = { navigate, ring, texts };
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
