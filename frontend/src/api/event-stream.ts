// The stream of all that happens to what this browser owns, which comes back by itself.
//
// It is read with `fetch`: the browser id stays in a header and out of addresses and logs, and a server that refuses says
// at once why and for how long, neither of which EventSource can do.
import { createParser } from 'eventsource-parser';
import { after } from '../time/background-timer';
import { remaining, type Pending } from '../time/pending-timeouts';
import { storedValue } from '../browser/stored-value';
import { readClocks } from '../time/synchronised-time';
import { onWake } from '../time/wake';
import { retryDelay } from './backoff';
import { browserId, onBrowserIdChange } from './browser-id';
import { identification, retryAfterMs } from './client';

export interface StreamEvent {
  /** Unnamed for rings. */
  readonly name: string | undefined;
  /** Parsed. */
  readonly data: unknown;
}

export interface EventStreamListener {
  /** Something came over the stream, if only a ping. */
  readonly onSign?: () => void;
  readonly onEvent: (event: StreamEvent) => void;
  /** The stream stands again after it was lost: what changed meanwhile has to be fetched. */
  readonly onReturn: () => void;
  /** The stream cannot be had for now: what changes has to be asked for, from time to time until it returns. */
  readonly onAbsence: () => void;
}

const path = '/api/events';
/** The server pings every 15 seconds; silence this long means the connection is gone. */
const silentForMs = 40_000;
/** By the second attempt in vain it is not just a server that starts anew. */
const absentFrom = 2;
/** At most so often is asked instead of listened. */
const askEveryMs = 30_000;
/** A longer wait is not kept, whoever asks for it: alarms have to ring. */
const heedAtMostMs = 5 * 60_000;

interface Position {
  readonly browserId: string;
  readonly lastEventId: string;
}

/** Where the stream was left, kept so that a reload or another tab goes on from there. */
const position = storedValue<Position | null>('stream:v1', null, (stored) => {
  const { browserId: whose, lastEventId } = stored as Partial<Position>;
  return typeof whose === 'string' && typeof lastEventId === 'string'
    ? { browserId: whose, lastEventId }
    : null;
});

/** Listens to the stream until the returned function is called. */
export function listenToStream(listener: EventStreamListener): () => void {
  let connection: AbortController | null = null;
  let attemptsInVain = 0;
  let lost = false;
  let refused: Pending | null = null;
  let askedAt = -Infinity;
  let cancelWait: () => void = () => undefined;

  const waitFor = (delayMs: number, then: () => void) => {
    cancelWait();
    cancelWait = after(delayMs, then);
  };
  const hangUp = () => {
    connection?.abort();
    connection = null;
  };
  const drop = () => {
    if (!lost) console.warn('lost the stream of events; trying again');
    lost = true;
    hangUp();
    waitFor(retryDelay(attemptsInVain, Math.random()), tryAgain);
    attemptsInVain += 1;
    if (attemptsInVain < absentFrom || performance.now() - askedAt < askEveryMs) return;
    askedAt = performance.now();
    listener.onAbsence();
  };
  const tryAgain = () => {
    // A sleep counts as part of the wait.
    const rest = refused === null ? 0 : remaining(refused, readClocks());
    if (rest > 0) waitFor(rest, connect);
    else connect();
  };
  const heard = () => {
    waitFor(silentForMs, drop);
  };
  const takeUp = (name: string | undefined, data: string) => {
    if (name === 'ping') return;
    if (name !== 'ready') {
      listener.onEvent({ name, data: JSON.parse(data) });
      return;
    }
    attemptsInVain = 0;
    if (lost) listener.onReturn();
    lost = false;
  };
  const follow = async (own: AbortController) => {
    const whose = browserId();
    // In a tab beside this one the browser may have become another, of which this one has not heard yet.
    const isOurs = () => own === connection && whose === browserId();
    const place = position.read();
    const response = await fetch(path, {
      headers: {
        ...identification(),
        ...(place?.browserId === whose ? { 'Last-Event-ID': place.lastEventId } : {}),
      },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: own.signal,
    });
    if (!isOurs()) return;
    if (!response.ok || response.body === null) {
      const waitMs = Math.min(retryAfterMs(response, Date.now()) ?? 0, heedAtMostMs);
      refused = { id: 0, delayMs: waitMs, armedAt: readClocks() };
      return;
    }
    heard();
    const parser = createParser({
      onEvent: ({ event, id, data }) => {
        if (!isOurs()) return;
        try {
          takeUp(event, data);
        } catch (failure) {
          // What a newer server says must not cost the rings that follow.
          console.warn('an event that this version of the page cannot take:', failure);
        }
        if (id !== undefined && isOurs()) position.write({ browserId: whose, lastEventId: id });
      },
    });
    const text = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || !isOurs()) return;
      heard();
      listener.onSign?.();
      parser.feed(text.decode(value, { stream: true }));
    }
  };
  function connect() {
    hangUp();
    const own = new AbortController();
    connection = own;
    heard();
    const ended = () => {
      if (own === connection) drop();
    };
    follow(own).then(ended, ended);
  }
  const stop = () => {
    lost = true;
    cancelWait();
    hangUp();
  };
  const stopWaking = onWake(() => {
    if (connection !== null) return;
    attemptsInVain = 0;
    tryAgain();
  });
  const stopFollowing = onBrowserIdChange(() => {
    // The id that was left may be an account's.
    if (position.read()?.browserId !== browserId()) position.clear();
    attemptsInVain = 0;
    connect();
  });
  // A page with an open connection cannot enter the back/forward cache, or would swallow events there.
  window.addEventListener('pagehide', stop);
  connect();
  return () => {
    window.removeEventListener('pagehide', stop);
    stopFollowing();
    stopWaking();
    stop();
  };
}
