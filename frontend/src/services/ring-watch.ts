// Makes this tab ring on time: by its own schedule, the server's events, and a check after every wake-up.
import { endAll, onEvents } from '../browser/listeners';
import { listenToEvents, type Announcement } from '../api/events';
import { alarmDeletions, timerDeletions } from '../rings/pending-deletions';
import { onRowsChange } from '../rows/store';
import { synchroniseTime } from '../api/time-sync';
import type { RungRing } from '../model/types';
import { outsidePageCache } from '../browser/page-cache';
import { after, watchForSleep } from '../time/background-timer';
import { ringsForMs } from '../sound/ring-settings';
import { synchronisedNow } from '../time/synchronised-time';
import { onWake } from '../time/wake';
import { announced } from '../rings/occurrence';
import { hasOverdue, nextDueAt, withDue, withExpired, withOverdue } from '../rings/ring-book';
import { type Lists, withLists } from '../rings/ring-book-lists';
import { type FetchedRings, withRings } from '../rings/ring-book-rings';
import { keepSounding } from './ring-sound';
import {
  announceRing,
  currentBook,
  foundBook,
  judgeFound,
  recordRingsSeen,
  onBookChange,
  openBook,
  ringAnswered,
  updateBook,
} from './ring-store';
import {
  fetchServerRings,
  listsAsOf,
  listsToRing,
  withTimeout,
  fetchLists,
  isBehind,
  withoutDeletedRings,
  timeoutMs,
} from './server-state';
import { listenInOneTab } from './stream-leader';

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
export function keepRinging(): () => void {
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
  return endAll(onEvents(document, ['resume'], unfreeze), stop);
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

  /**
   * Rings what is due, ends rings that nobody answers, and sleeps until the next; overdue rings are confirmed first.
   */
  const check = () => {
    cancelCheck();
    if (stopped || !timeIsKnown) return;
    watchForSleep(currentBook().armed.length > 0);
    updateBook((book, now) => withExpired(book, now, ringsForMs()));
    if (updateBook(withDue).length > 0) askForRowsLater();
    sleep();
  };
  const sleep = () => {
    // A change of the book during this check has caused another one.
    cancelCheck();
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
    if (timeIsKnown && !stopped) updateBook((book, now) => withLists(book, lists, now));
  };
  const armAlarms = () => {
    arm({ alarms: listsToRing().alarms, timers: undefined });
  };
  const armTimers = () => {
    arm({ alarms: undefined, timers: listsToRing().timers });
  };
  const applyRings = (rings: FetchedRings | undefined) => {
    if (stopped || rings === undefined) return;
    updateBook((book, now) => withRings(book, withoutDeletedRings(rings), now));
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
    updateBook(withOverdue);
    check();
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
    recordRingsSeen();
    cancelSeen = after(recordSeenEveryMs, recordSeen);
  };

  const stop = endAll(
    openBook(),
    keepSounding(),
    onBookChange(check),
    onRowsChange((list) => {
      if (list === 'alarms') armAlarms();
      else armTimers();
    }),
    alarmDeletions.subscribe(armAlarms),
    timerDeletions.subscribe(armTimers),
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
    judgeFound(rings && withoutDeletedRings(rings));
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
  const next = nextDueAt(currentBook(), now, ringsForMs());
  return next === null ? longestPauseMs : Math.min(next - now, longestPauseMs);
}
