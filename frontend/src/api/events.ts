// The stream of events: its connection, which is opened again after a loss, and what each event causes: rings, answers, and
// changes by other devices.
import { after } from '../time/background-timer';
import { browserId, onBrowserIdChange } from '../identity/browser-id';
import { fetchSyncedList, mayExist, syncedListNames } from '../offline/synced-lists';
import { checkAccount, followEndedId } from '../identity/identity';
import { replaceRowEverywhere, refetchEverywhere } from '../rows/lists';
import { isAwayNow, identification, retryAfterMs } from './client';
import { announcementOf, answeredRingOf, listNames } from '../model/rows';
import type { Schemas, AlarmTrigger, AnsweredRing, TimerComplete } from '../model/types';
import { createParser } from 'eventsource-parser';
import { disposeAll, onEvents } from '../browser/emitter';
import { remaining, type Pending } from '../time/pending-timeouts';
import { onWake } from '../time/wake';
import { ownedValue } from '../identity/owned-values';
import { isRenewed, ProblemError } from './problem-error';
import { readClocks } from '../time/synchronised-clock';

export type Announcement = AlarmTrigger | TimerComplete;

interface EventListener {
  /** Something has arrived, even if only a ping. */
  readonly onSign: () => void;
  /** A ring, now or while the stream was disconnected. */
  readonly onRing: (announcement: Announcement) => void;
  /** A ring was answered on another device. */
  readonly onAnswer: (answered: AnsweredRing) => void;
  /** The stream is connected again after a loss. */
  readonly onReturn: () => void;
}

/** While the stream is connected, lost requests are rare; after a lost stream all lists are fetched anyway. */
const retriesAtMost = 4;
/** When many hidden pages learn of the same change, they fetch it one after the other within this time. */
const spreadMs = 2_000;

/** Listens until the returned function is called; keeps the lists up to date. */
export function listenToEvents(listener: EventListener): () => void {
  const refetchAll = () => {
    listNames.forEach((list) => {
      refetchSoon(list);
    });
    syncedListNames.filter(mayExist).forEach((list) => {
      refetchSoon(list);
    });
  };
  return listenToStream({
    onSign: listener.onSign,
    onEvent: ({ name, data }) => {
      if (name === undefined) ring(data, listener);
      if (name === 'answered') answer(data, listener);
      if (name === 'changed') refetchSoon((data as Schemas['ListChanged']).list);
      if (name === 'identity') void followEndedId(browserId());
    },
    onReturn: () => {
      // The event that says so is not replayed.
      checkAccount();
      refetchAll();
      listener.onReturn();
    },
    onAbsence: refetchAll,
  });
}

function ring(data: unknown, { onRing }: EventListener): void {
  const announcement = announcementOf(data);
  if (announcement === null) {
    console.warn('a ring that this version of the page cannot read');
    return;
  }
  onRing(announcement);
  // The event contains the row, so that thousands of pages do not fetch their lists at the same instant.
  const dueAt = Date.parse(announcement.scheduledFor);
  if (announcement.type === 'ALARM_TRIGGER') {
    replaceRowEverywhere('alarms', announcement.alarm, dueAt);
  } else {
    replaceRowEverywhere('timers', announcement.timer, dueAt);
  }
}

function answer(data: unknown, { onAnswer }: EventListener): void {
  const answered = answeredRingOf(data);
  if (answered !== null) onAnswer(answered);
}

interface Refetching {
  readonly cancel: () => void;
  /** The number of failed attempts in a row. */
  readonly failures: number;
}

/** What is fetched for each list that an event may name. */
const fetchings = new Map<unknown, () => Promise<unknown>>([
  ...listNames.map((list) => [list, () => refetchEverywhere(list)] as const),
  ...syncedListNames.map((list) => [list, () => fetchSyncedList(list)] as const),
]);

const refetching = new Map<unknown, Refetching>();

/** Fetches a list again: once for several events, and with a few retries if the request fails. */
function refetchSoon(list: unknown, failures = 0): void {
  const fetching = fetchings.get(list);
  if (fetching === undefined) return;
  const waiting = refetching.get(list);
  if (waiting !== undefined && waiting.failures <= failures) return;
  waiting?.cancel();
  const spread = document.hidden ? Math.random() * spreadMs : 0;
  const delay = failures > 0 ? retryDelay(failures, Math.random()) : spread;
  const cancel = after(delay, () => {
    refetching.delete(list);
    void fetching()
      .catch(() => undefined)
      .then(() => {
        if (isAwayNow() && failures < retriesAtMost) refetchSoon(list, failures + 1);
      });
  });
  refetching.set(list, { cancel, failures });
}

interface StreamEvent {
  /** Undefined for rings. */
  readonly name: string | undefined;
  /** The parsed JSON. */
  readonly data: unknown;
}

interface EventStreamListener {
  /** Something has arrived, even if only a ping. */
  readonly onSign: () => void;
  readonly onEvent: (event: StreamEvent) => void;
  /** The stream is connected again after a loss: fetch what may have changed meanwhile. */
  readonly onReturn: () => void;
  /** The stream is unavailable: poll for changes until it returns. */
  readonly onAbsence: () => void;
}

const path = '/api/events';
/** The server pings every 15 seconds; after this long without anything the connection counts as lost. */
const silentForMs = 40_000;
/**
 * The number of failed attempts after which the stream counts as unavailable: the first may just be a restart of the
 * server.
 */
const absentFrom = 2;
/** The interval of polling while the stream is unavailable. */
const askEveryMs = 30_000;
/** The longest `Retry-After` that is respected, because alarms have to ring. */
const heedAtMostMs = 5 * 60_000;

interface Position {
  readonly browserId: string;
  readonly lastEventId: string;
}

/** The last event, so that a reload or another tab continues from there. */
const position = ownedValue<Position | null>(
  'stream:v1',
  null,
  (stored) => {
    const { browserId: whose, lastEventId } = stored as Partial<Position>;
    return typeof whose === 'string' && typeof lastEventId === 'string'
      ? { browserId: whose, lastEventId }
      : null;
  },
  { onRenew: 'drop', onLeave: 'drop' },
);

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
    const isNew = !lost;
    lost = true;
    hangUp();
    waitFor(retryDelay(attemptsInVain, Math.random()), () => {
      // Only now, because Firefox ends the requests of a page that is being left before the page learns of that.
      if (isNew) console.warn('lost the stream of events; trying again');
      tryAgain();
    });
    attemptsInVain += 1;
    if (attemptsInVain < absentFrom || performance.now() - askedAt < askEveryMs) return;
    askedAt = performance.now();
    listener.onAbsence();
  };
  const tryAgain = () => {
    // Time asleep counts towards the wait.
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
    // Another tab may have changed the browser id, and this tab may not know yet.
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
      const problem = new ProblemError(response.status, '', await response.text());
      // The server ends an open stream of the id with this event.
      if (isRenewed(problem) && isOurs()) listener.onEvent({ name: 'identity', data: {} });
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
          // An event of a newer server must not prevent the rings that follow.
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
      listener.onSign();
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
    // The stored position may belong to an account's id.
    if (position.read()?.browserId !== browserId()) position.clear();
    attemptsInVain = 0;
    connect();
  });
  // A page with an open connection cannot enter the back/forward cache, or would lose events there.
  const stopLeaving = onEvents(window, ['pagehide'], stop);
  connect();
  return disposeAll(stopLeaving, stopFollowing, stopWaking, stop);
}

const shortestMs = 1_000;
const longestMs = 30_000;

/** Full jitter between a second and a bound that doubles with each failed attempt, up to half a minute. */
export function retryDelay(attemptsInVain: number, random: number): number {
  const bound = Math.min(longestMs, shortestMs * 2 ** (attemptsInVain + 1));
  return shortestMs + random * (bound - shortestMs);
}
