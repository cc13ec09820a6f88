// A server's event stream that comes back by itself.
//
// EventSource does the reading: it parses in the browser and needs no copy of the protocol here. What it leaves
// out is done here: its own reconnect gives up for good after one 502, 503 or 429 and hides the wait that such a
// refusal asks for, and it does not notice a connection that went silent.
import { after } from '../time/background-timer';
import { remaining, type Pending } from '../time/pending-timeouts';
import { storedValue, type StoredValue } from '../browser/stored-value';
import { readClocks } from '../time/synchronised-time';
import { onWake } from '../time/wake';
import { retryDelay } from './backoff';
import { browserId, onBrowserIdChange } from './browser-id';
import { askedWaitMs } from './client';
import { followEndedId } from './identity';

export interface EventStreamListener {
  /** An event's data, parsed. */
  readonly onEvent: (data: unknown) => void;
  /** The stream stands again after it was lost: what changed meanwhile has to be fetched. */
  readonly onReturn: () => void;
  /** The stream cannot be had for now: what changes has to be asked for, from time to time until it returns. */
  readonly onAbsence: () => void;
}

/** The server pings every 15 seconds; silence this long means the connection is gone. */
const silentForMs = 40_000;
/** By the second attempt in vain it is not just a server that starts anew. */
const absentFrom = 2;
/** At most so often is asked instead of listened. */
const askEveryMs = 30_000;
/** A longer wait is not kept, whoever asks for it: alarms have to ring. */
const heedAtMostMs = 5 * 60_000;

/** Listens to the stream at `path` until the returned function is called. */
export function listenToStream(path: string, listener: EventStreamListener): () => void {
  const position = positionOf(path);
  let source: EventSource | null = null;
  let attemptsInVain = 0;
  let lost = false;
  let refused: Pending | null = null;
  let askedAt = -Infinity;
  let cancelWait: () => void = () => undefined;

  const waitFor = (delayMs: number, then: () => void) => {
    cancelWait();
    cancelWait = after(delayMs, then);
  };
  const drop = () => {
    if (!lost) console.warn(`lost the stream of ${path}; trying again`);
    lost = true;
    source?.close();
    source = null;
    waitFor(retryDelay(attemptsInVain, Math.random()), tryAgain);
    attemptsInVain += 1;
    if (attemptsInVain < absentFrom || performance.now() - askedAt < askEveryMs) return;
    askedAt = performance.now();
    listener.onAbsence();
  };
  const heedRefusal = async (url: string) => {
    const waitMs = Math.min(await askedWaitMs(url), heedAtMostMs);
    refused = { id: 0, delayMs: waitMs, armedAt: readClocks() };
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
  function connect() {
    const whose = browserId();
    const own = new EventSource(streamUrl(path, whose, position.read()));
    source = own;
    heard();
    const passOn = (event: MessageEvent<string>) => {
      if (own !== source) return;
      heard();
      listener.onEvent(JSON.parse(event.data));
      if (whose === browserId()) {
        position.write({ browserId: whose, lastEventId: event.lastEventId });
      }
    };
    own.addEventListener('message', passOn);
    own.addEventListener('ready', (event: MessageEvent<string>) => {
      if (own !== source) return;
      attemptsInVain = 0;
      heard();
      if (event.lastEventId !== '' && whose === browserId()) {
        position.write({ browserId: whose, lastEventId: event.lastEventId });
      }
      if (lost) listener.onReturn();
      lost = false;
    });
    own.addEventListener('identity', () => {
      if (own === source) followEndedId(whose);
    });
    own.addEventListener('ping', () => {
      if (own === source) heard();
    });
    own.addEventListener('error', () => {
      if (own !== source) return;
      const isRefused = own.readyState === EventSource.CLOSED;
      drop();
      // No answer to that either leaves its own wait.
      if (isRefused && navigator.onLine) heedRefusal(own.url).catch(() => undefined);
    });
  }
  const stop = () => {
    lost = true;
    cancelWait();
    source?.close();
    source = null;
  };
  const stopWaking = onWake(() => {
    if (source !== null) return;
    attemptsInVain = 0;
    tryAgain();
  });
  const stopFollowing = onBrowserIdChange(() => {
    // It has the id that was left, which may be an account's.
    position.clear();
    source?.close();
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

interface Position {
  readonly browserId: string;
  readonly lastEventId: string;
}

const positions = new Map<string, StoredValue<Position | null>>();

/** Where a stream was left, kept so that a reload or another tab goes on from there. */
function positionOf(path: string): StoredValue<Position | null> {
  const known = positions.get(path);
  if (known !== undefined) return known;
  const position = storedValue<Position | null>(`stream:${path}`, null, (stored) => {
    const { browserId: whose, lastEventId } = stored as Partial<Position>;
    return typeof whose === 'string' && typeof lastEventId === 'string'
      ? { browserId: whose, lastEventId }
      : null;
  });
  positions.set(path, position);
  return position;
}

function streamUrl(path: string, whose: string, position: Position | null): string {
  const query = new URLSearchParams({ browserId: whose });
  if (position?.browserId === whose) query.set('lastEventId', position.lastEventId);
  return `${path}?${query.toString()}`;
}
