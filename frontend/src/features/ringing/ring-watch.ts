// Keeps this tab ringing on time: its own schedule, the server's word, and looking again after every waking.
import { keepListsRight } from '../../api/lists';
import { listenToEvents, type Announcement } from '../../api/events';
import { keepTimeSynchronised, synchroniseTime } from '../../api/time-sync';
import type { RungRing } from '../../api/types';
import { after } from '../../time/background-timer';
import { alarmDeletions, timerDeletions } from '../../rings/pending-deletions';
import { synchronisedNow } from '../../time/synchronised-time';
import { onWake } from '../../time/wake';
import { announced } from '../../rings/occurrence';
import { hasOverdue, nextDueAt, withDue, withExpired, withOverdue } from '../../rings/ring-book';
import type { Lists } from '../../rings/ring-book-lists';
import { withLists } from '../../rings/ring-book-lists';
import type { FetchedRings } from '../../rings/ring-book-rings';
import { withRings } from '../../rings/ring-book-rings';
import { keepSounding } from './ring-sound';
import {
  announceRing,
  currentBook,
  foundBook,
  judgeFound,
  noteRingsSeen,
  onBookChange,
  openBook,
  ringAnswered,
  turnBook,
} from './ring-store';
import {
  askRings,
  asOfLatest,
  atMost,
  bothOf,
  fetchLists,
  isBehind,
  nothingFetched,
  onlyKept,
  patienceMs,
  withoutDeletions,
} from './server-word';
import { listenInOneTab } from './stream-turn';

/** The first rings of a page wait no longer than this for what was answered elsewhere. */
const firstWordWithinMs = 2_000;
/** Lists on their way confirm what is overdue within this time; after it they are asked for. */
const confirmWithinMs = 1_000;
/** A row that the stream has not brought by then is asked for, by each page at another time. */
const rowComesWithinMs = 6_000;
const rowSpreadMs = 10_000;
/** Later than this a look is a waking: what was changed elsewhere meanwhile may not ring. */
const lateLookMs = 1_000;
const noteSeenEveryMs = 60_000;
/** Lists older than this are fetched again when somebody is back: what other devices wrote was not heard. */
const listsHoldMs = 30_000;
/** A network that is back wakes all hidden tabs at once; their questions are spread over this time. */
const spreadMs = 2_000;
/** However far ahead the next ring is, the clock may be corrected meanwhile. */
const lookAgainMs = 10 * 60_000;

let running: Watch | null = null;
/** Lists that came before this page's watch was ready for them. */
let early = nothingFetched;

type AnnouncedRing = Pick<RungRing, 'kind' | 'id' | 'scheduledFor' | 'answered'>;

interface Watch {
  readonly takeUp: (lists: Lists) => void;
  /** Catches up after a time away. */
  readonly settle: () => Promise<void>;
  readonly stop: () => void;
}

/** Rings from now on, in and out of the back/forward cache, until the returned function is called. */
export function keepRinging(): () => void {
  const resume = () => {
    if (running !== null) return;
    running = startWatch();
    void running.settle();
  };
  const unfreeze = () => {
    void running?.settle();
  };
  const pause = () => {
    running?.stop();
    running = null;
  };
  running = startWatch();
  window.addEventListener('pagehide', pause);
  window.addEventListener('pageshow', resume);
  document.addEventListener('resume', unfreeze);
  return () => {
    window.removeEventListener('pagehide', pause);
    window.removeEventListener('pageshow', resume);
    document.removeEventListener('resume', unfreeze);
    pause();
  };
}

/** Looks again what rings, as somebody came by a notification. */
export function lookAgain(): void {
  void running?.settle();
}

/** Takes up lists that were fetched; one that is undefined was not. */
export function takeUpLists(lists: Lists): void {
  if (running === null) early = bothOf(early, lists);
  else running.takeUp(lists);
}

function startWatch(): Watch {
  let timeIsKnown = false;
  let stopped = false;
  let settling = false;
  let latest = nothingFetched;
  let cancelLook: () => void = () => undefined;
  let cancelNote: () => void = () => undefined;

  /** Rings what is due, ends what nobody answers, and sleeps until the next; what is overdue is looked up first. */
  const look = () => {
    cancelLook();
    if (stopped || !timeIsKnown) return;
    turnBook(withExpired);
    if (turnBook(withDue).length > 0) askForRowsLater();
    sleep();
  };
  const sleep = () => {
    const now = synchronisedNow();
    const wakesAt = now + untilNext(now);
    cancelLook = hasOverdue(currentBook(), now)
      ? after(confirmWithinMs, () => void settle())
      : after(wakesAt - now, () => {
          if (synchronisedNow() - wakesAt < lateLookMs) look();
          else void settle();
        });
  };
  /** The row of a ring comes with the event; without a stream it has to be asked for. */
  const askForRowsLater = () => {
    after(rowComesWithinMs + Math.random() * rowSpreadMs, () => {
      if (!stopped && isBehind(latest, synchronisedNow())) void fetchLists();
    });
  };
  const takeUp = (lists: Lists) => {
    latest = bothOf(latest, lists);
    if (!timeIsKnown) early = bothOf(early, lists);
    else turnBook((book, now) => withLists(book, withoutDeletions(lists), now));
  };
  const takeUpRings = (rings: FetchedRings | undefined) => {
    if (stopped || rings === undefined) return;
    turnBook((book, now) => withRings(book, onlyKept(rings), now));
  };
  /** Catches up after a sleep or a late look: the time first, then the server's word, and where that fails what is known. */
  const settle = async () => {
    if (settling) return;
    settling = true;
    await atMost(patienceMs, synchroniseTime());
    const [rings, lists] = await Promise.all([askRings(currentBook()), fetchLists()]);
    settling = false;
    if (stopped) return;
    takeUpRings(rings);
    takeUp(lists);
    turnBook(withOverdue);
    look();
  };
  const wake = async () => {
    await atMost(patienceMs, synchroniseTime());
    takeUpRings(await askRings(currentBook()));
    if (stopped) return;
    look();
    if (synchronisedNow() - asOfLatest(latest) < listsHoldMs) return;
    after(document.hidden ? Math.random() * spreadMs : 0, () => {
      if (!stopped) void fetchLists();
    });
  };
  const noteSeen = () => {
    noteRingsSeen();
    cancelNote = after(noteSeenEveryMs, noteSeen);
  };

  const stops = [
    openBook(),
    alarmDeletions.followTabs(),
    timerDeletions.followTabs(),
    keepListsRight(),
    keepTimeSynchronised(),
    keepSounding(),
    onBookChange(look),
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
          void askRings(currentBook()).then(takeUpRings);
        },
      }),
    ),
  ];
  const begin = async () => {
    await atMost(patienceMs, synchroniseTime());
    // What was answered on another device meanwhile must not sound here, nor count as missed.
    const rings = await atMost(firstWordWithinMs, askRings(foundBook()));
    if (stopped) return;
    timeIsKnown = true;
    judgeFound(rings && onlyKept(rings));
    noteSeen();
    takeUp(early);
    early = nothingFetched;
    look();
  };
  void begin();

  return {
    takeUp,
    settle,
    stop: () => {
      stopped = true;
      cancelLook();
      cancelNote();
      stops.forEach((stop) => {
        stop();
      });
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
  const next = nextDueAt(currentBook(), now);
  return next === null ? lookAgainMs : Math.min(next - now, lookAgainMs);
}
