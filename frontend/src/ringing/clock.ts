// Makes this tab ring on time: by its own schedule, the server's events, and a check after every wake-up.
import { listenToEvents, type Announcement } from '../api/events';
import { fetchRings, sendUnsentAnswers } from '../api/rings';
import { synchroniseTime } from '../api/time-sync';
import { disposeAll, onEvents } from '../browser/emitter';
import { outsidePageCache } from '../browser/page-cache';
import type { ListName, RungRing } from '../model/types';
import { announced } from '../rings/occurrence';
import { alarmDeletions, timerDeletions, type PendingDeletions } from '../rings/pending-deletions';
import { refetch } from '../rows/lists';
import { listOf, onRowsChange } from '../rows/store';
import { ringsForMs } from '../sound/ring-settings';
import { after, watchForSleep } from '../time/background-timer';
import { synchronisedNow } from '../time/synchronised-time';
import { onWake } from '../time/wake';
import { hasOverdue, nextEventAt, oldestOpenAt, type FetchedRings, type RingBook } from './book';
import type { Lists } from './list-verdict';
import { startSound } from './sound';
import {
  announceRing,
  currentBook,
  dispatch,
  foundBook,
  onBookChange,
  onRingsBegin,
  openBook,
  ringAnswered,
} from './store';
import { listenInOneTab } from './tabs';

/** A ring does not wait longer than this for the synchronised time or a list. */
const timeoutMs = 4_000;
/** How long the first rings of a page wait for answers that were given elsewhere. */
const firstAnswerWithinMs = 2_000;
/** Lists that are being fetched confirm overdue rings within this time; after it they are requested. */
const confirmWithinMs = 1_000;
/** A row that the stream has not brought within this time is requested, by each page at a random time. */
const rowComesWithinMs = 6_000;
const rowSpreadMs = 10_000;
/** A check that is this late means that the device slept: changes elsewhere may have cancelled the ring. */
const lateCheckMs = 1_000;
const recordSeenEveryMs = 60_000;
/**
 * Lists older than this are fetched again when the visitor returns, because changes by other devices may have been
 * missed.
 */
const listsHoldMs = 30_000;
/** When the network returns, all hidden tabs wake at once; their requests are spread over this time. */
const spreadMs = 2_000;
/** The longest pause between two checks, because the clock may be corrected meanwhile. */
const longestPauseMs = 10 * 60_000;

let running: Watch | null = null;

type AnnouncedRing = Pick<RungRing, 'kind' | 'id' | 'scheduledFor' | 'answered'>;

interface Watch {
  /** Catches up after an absence. */
  readonly catchUp: () => Promise<void>;
  readonly stop: () => void;
}

/** Rings from now on, also after the back/forward cache, until the returned function is called. */
export function startRinging(): () => void {
  const unfreeze = () => {
    void running?.catchUp();
  };
  const stop = outsidePageCache((isBack) => {
    const watch = startWatch();
    running = watch;
    if (isBack) void watch.catchUp();
    return () => {
      watch.stop();
      running = null;
    };
  });
  return disposeAll(onEvents(document, ['resume'], unfreeze), stop);
}

/** Checks again what rings, because the visitor came by a notification. */
export function checkRingsNow(): void {
  void running?.catchUp();
}

function startWatch(): Watch {
  let timeIsKnown = false;
  let stopped = false;
  let catchingUp = false;
  let cancelCheck: () => void = () => undefined;
  let cancelSeen: () => void = () => undefined;

  /** Rings what is due, and ends rings that nobody answers. */
  const check = () => {
    if (stopped || !timeIsKnown) return;
    dispatch({ type: 'due' });
    sleep();
  };
  /** Sleeps until the next event; overdue rings are confirmed first. */
  const sleep = () => {
    cancelCheck();
    if (stopped || !timeIsKnown) return;
    watchForSleep(currentBook().armed.length > 0);
    const now = synchronisedNow();
    const wakesAt = now + untilNext(now);
    cancelCheck = hasOverdue(currentBook(), now)
      ? after(confirmWithinMs, () => void catchUp())
      : after(wakesAt - now, () => {
          if (synchronisedNow() - wakesAt < lateCheckMs) check();
          else void catchUp();
        });
  };
  /** An event contains its row; without a stream the row has to be requested. */
  const askForRowsLater = () => {
    after(rowComesWithinMs + Math.random() * rowSpreadMs, () => {
      if (!stopped && isBehind(synchronisedNow())) void fetchLists();
    });
  };
  /** Arms what the lists say. They wait until the time is known. */
  const arm = (lists: Lists) => {
    if (timeIsKnown && !stopped) dispatch({ type: 'lists', lists });
  };
  const armAlarms = () => {
    arm({ alarms: listsToRing().alarms, timers: undefined });
  };
  const armTimers = () => {
    arm({ alarms: undefined, timers: listsToRing().timers });
  };
  const applyRings = (rings: FetchedRings | undefined) => {
    if (stopped || rings === undefined) return;
    dispatch({ type: 'rings', fetched: withoutDeletedRings(rings) });
  };
  /** A row whose deletion is undone rings, also if it was due meanwhile. */
  const followDeletions = (list: ListName, deletions: PendingDeletions, armList: () => void) => {
    let before = deletions.hidden();
    return deletions.subscribe(() => {
      const hidden = deletions.hidden();
      const isBack = listOf(list)?.rows.some(({ id }) => before.has(id) && !hidden.has(id));
      before = hidden;
      armList();
      if (isBack === true) void fetchServerRings(currentBook()).then(applyRings);
    });
  };
  /**
   * Catches up after a sleep or a late check: the time first, then the server's rings, and if that fails, what is known
   * here.
   */
  const catchUp = async () => {
    if (catchingUp) return;
    catchingUp = true;
    await withTimeout(timeoutMs, synchroniseTime());
    const [rings] = await Promise.all([fetchServerRings(currentBook()), fetchLists()]);
    catchingUp = false;
    if (stopped) return;
    applyRings(rings);
    arm(listsToRing());
    dispatch({ type: 'due', isConfirmed: true });
    sleep();
  };
  const wake = async () => {
    await withTimeout(timeoutMs, synchroniseTime());
    applyRings(await fetchServerRings(currentBook()));
    if (stopped) return;
    check();
    if (synchronisedNow() - listsAsOf() < listsHoldMs) return;
    after(document.hidden ? Math.random() * spreadMs : 0, () => {
      if (!stopped) void fetchLists();
    });
  };
  const recordSeen = () => {
    dispatch({ type: 'seen' });
    cancelSeen = after(recordSeenEveryMs, recordSeen);
  };

  const stop = disposeAll(
    openBook(),
    startSound(),
    onBookChange(sleep),
    onRingsBegin(askForRowsLater),
    onRowsChange((list) => {
      if (list === 'alarms') armAlarms();
      else armTimers();
    }),
    followDeletions('alarms', alarmDeletions, armAlarms),
    followDeletions('timers', timerDeletions, armTimers),
    onWake(() => void wake()),
    listenInOneTab((onSign) =>
      listenToEvents({
        onSign,
        onRing: (announcement) => {
          const { kind, id, scheduledFor, answered } = ringOf(announcement);
          if (answered === null) announceRing(announced(announcement));
          else ringAnswered({ kind, id, scheduledFor, ...answered });
        },
        onAnswer: ringAnswered,
        onReturn: () => {
          void fetchServerRings(currentBook()).then(applyRings);
        },
      }),
    ),
  );
  const begin = async () => {
    await withTimeout(timeoutMs, synchroniseTime());
    // A ring that was answered on another device meanwhile must neither sound here nor count as missed.
    const rings = await withTimeout(firstAnswerWithinMs, fetchServerRings(foundBook()));
    if (stopped) return;
    timeIsKnown = true;
    dispatch({ type: 'opened', fetched: rings && withoutDeletedRings(rings) });
    recordSeen();
    arm(listsToRing());
    check();
  };
  void begin();

  return {
    catchUp,
    stop: () => {
      stopped = true;
      cancelCheck();
      cancelSeen();
      stop();
    },
  };
}

function ringOf(announcement: Announcement): AnnouncedRing {
  const { scheduledFor, answered } = announcement;
  return announcement.type === 'ALARM_TRIGGER'
    ? { kind: 'alarm', id: announcement.alarm.id, scheduledFor, answered }
    : { kind: 'timer', id: announcement.timer.id, scheduledFor, answered };
}

function untilNext(now: number): number {
  const next = nextEventAt(currentBook(), now, ringsForMs());
  return next === null ? longestPauseMs : Math.min(next - now, longestPauseMs);
}

/** The server's list of rings, as far back as anything here is undecided; undefined if it cannot be reached. */
async function fetchServerRings(book: RingBook): Promise<FetchedRings | undefined> {
  // Rings that were answered here offline must not ring again because of the server's list.
  await withTimeout(timeoutMs, sendUnsentAnswers());
  const asOf = synchronisedNow();
  const fetched = await withTimeout(timeoutMs, fetchRings(oldestOpenAt(book, asOf)));
  return fetched && { ...fetched, asOf };
}

/** The lists of this tab without rows that are being deleted. */
function listsToRing(): Lists {
  const [alarms, timers] = [listOf('alarms'), listOf('timers')];
  return {
    alarms: alarms && { ...alarms, rows: alarms.rows.filter(isShown(alarmDeletions)) },
    timers: timers && { ...timers, rows: timers.rows.filter(isShown(timerDeletions)) },
  };
}

function isShown({ hidden }: PendingDeletions): (row: { readonly id: number }) => boolean {
  return ({ id }) => !hidden().has(id);
}

/** Without rings of rows with a pending deletion. */
function withoutDeletedRings(rings: FetchedRings): FetchedRings {
  const isMeant = ({ kind, id }: RungRing) =>
    isShown(kind === 'alarm' ? alarmDeletions : timerDeletions)({ id });
  return { ...rings, rings: rings.rings.filter(isMeant) };
}

/** Whether a list has a row that must have rung since. */
function isBehind(now: number): boolean {
  const [alarms, timers] = [listOf('alarms'), listOf('timers')];
  const isOver = (at: string | null) => at !== null && Date.parse(at) <= now;
  return (
    alarms?.rows.some(({ nextTrigger }) => isOver(nextTrigger)) === true ||
    timers?.rows.some(({ endsAt }) => isOver(endsAt)) === true
  );
}

/** When the lists were last fetched, in milliseconds since the epoch. */
function listsAsOf(): number {
  return Math.max(listOf('alarms')?.asOf ?? -Infinity, listOf('timers')?.asOf ?? -Infinity);
}

/** Fetches both lists; returns after a timeout at the latest, and also if the server cannot be reached. */
async function fetchLists(): Promise<void> {
  await Promise.all([
    withTimeout(timeoutMs, refetch('alarms')),
    withTimeout(timeoutMs, refetch('timers')),
  ]);
}

/** The result of a promise within a time; undefined if it takes longer or fails. */
function withTimeout<Value>(ms: number, promise: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const cancel = after(ms, () => {
      resolve(undefined);
    });
    const done = (value: Value | undefined) => {
      cancel();
      resolve(value);
    };
    promise.then(done, () => {
      done(undefined);
    });
  });
}
