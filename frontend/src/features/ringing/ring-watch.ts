// Keeps this tab ringing on time: its own schedule, the server's word, and looking again after every waking.
import type { ListName } from '../../api/lists';
import { keepListsRight, refetch, rowsAsOf } from '../../api/lists';
import { listenToNotifications } from '../../api/notifications';
import { keepTimeSynchronised, synchroniseTime } from '../../api/time-sync';
import type { Alarm, Timer } from '../../api/types';
import { after } from '../../time/background-timer';
import type { PendingDeletions } from '../../rings/pending-deletions';
import { alarmDeletions, timerDeletions } from '../../rings/pending-deletions';
import { synchronisedNow } from '../../time/synchronised-time';
import { onWake } from '../../time/wake';
import { exclusively } from './exclusive';
import { announced } from '../../rings/occurrence';
import { hasOverdue, nextDueAt, withDue, withOverdue } from '../../rings/ring-book';
import type { FetchedRows, Lists } from '../../rings/ring-book-lists';
import { withLists } from '../../rings/ring-book-lists';
import { keepSounding } from './ring-sound';
import {
  announceRing,
  currentBook,
  judgeFound,
  noteRingsSeen,
  onBookChange,
  openBook,
  turnBook,
} from './ring-store';

/** A ring does not wait longer than this for the right time or for a list. */
const patienceMs = 4_000;
/** Lists on their way confirm what is overdue within this time; after it they are asked for. */
const confirmWithinMs = 1_000;
/** By now the server has moved the row on, heard of or not. */
const rowMovedOnMs = 2_000;
const noteSeenEveryMs = 60_000;
/** Lists older than this are fetched again when somebody is back: what other devices wrote was not heard. */
const listsHoldMs = 30_000;
/** A network that is back wakes all hidden tabs at once; their questions are spread over this time. */
const spreadMs = 2_000;
/** However far ahead the next ring is, the clock may be corrected meanwhile. */
const lookAgainMs = 10 * 60_000;

const nothingFetched: Lists = { alarms: undefined, timers: undefined };

let running: Watch | null = null;
/** Lists that came before this page's watch was ready for them. */
let early = nothingFetched;

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

/** Takes up lists that were fetched; one that is undefined was not. */
export function takeUpLists(lists: Lists): void {
  if (running === null) early = bothOf(early, lists);
  else running.takeUp(lists);
}

function startWatch(): Watch {
  let timeIsKnown = false;
  let stopped = false;
  let settling = false;
  let listsAsOf = -Infinity;
  let cancelLook: () => void = () => undefined;
  let cancelNote: () => void = () => undefined;

  /** Rings what is due and sleeps until the next; what is overdue is looked up first. */
  const look = () => {
    cancelLook();
    if (stopped || !timeIsKnown) return;
    if (turnBook(withDue).length > 0) after(rowMovedOnMs, () => void fetchLists());
    const now = synchronisedNow();
    cancelLook = hasOverdue(currentBook(), now)
      ? after(confirmWithinMs, () => void settle())
      : after(untilNext(now), look);
  };
  const takeUp = (lists: Lists) => {
    listsAsOf = Math.max(
      listsAsOf,
      lists.alarms?.asOf ?? -Infinity,
      lists.timers?.asOf ?? -Infinity,
    );
    if (!timeIsKnown) early = bothOf(early, lists);
    else turnBook((book, now) => withLists(book, withoutDeletions(lists), now));
  };
  /** Catches up after a sleep or a late look: the time first, then the lists, and where they fail what is known. */
  const settle = async () => {
    if (settling) return;
    settling = true;
    await atMost(patienceMs, synchroniseTime());
    const lists = await fetchLists();
    settling = false;
    if (stopped) return;
    takeUp(lists);
    turnBook(withOverdue);
    look();
  };
  const wake = async () => {
    await atMost(patienceMs, synchroniseTime());
    if (stopped) return;
    look();
    if (synchronisedNow() - listsAsOf < listsHoldMs) return;
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
    keepListsRight(),
    keepTimeSynchronised(),
    keepSounding(),
    onBookChange(look),
    onWake(() => void wake()),
    exclusively('tokibako-streams', () =>
      listenToNotifications((announcement) => {
        announceRing(announced(announcement));
      }),
    ),
  ];
  void atMost(patienceMs, synchroniseTime()).then(() => {
    if (stopped) return;
    timeIsKnown = true;
    judgeFound();
    noteSeen();
    takeUp(early);
    early = nothingFetched;
    look();
  });

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

function withoutDeletions({ alarms, timers }: Lists): Lists {
  return {
    alarms: alarms && { ...alarms, rows: alarms.rows.filter(isKept(alarmDeletions)) },
    timers: timers && { ...timers, rows: timers.rows.filter(isKept(timerDeletions)) },
  };
}

function isKept({ hidden }: PendingDeletions): (row: { readonly id: number }) => boolean {
  return ({ id }) => !hidden().has(id);
}

function untilNext(now: number): number {
  const next = nextDueAt(currentBook(), now);
  return next === null ? lookAgainMs : Math.min(next - now, lookAgainMs);
}

async function fetchLists(): Promise<Lists> {
  const [alarms, timers] = await Promise.all([
    fetchRows<Alarm>('alarms'),
    fetchRows<Timer>('timers'),
  ]);
  return { alarms, timers };
}

async function fetchRows<Row>(list: ListName): Promise<FetchedRows<Row> | undefined> {
  const rows = await atMost(patienceMs, refetch<Row>(list));
  return rows === undefined ? undefined : { rows, asOf: rowsAsOf(rows) };
}

function bothOf(earlier: Lists, later: Lists): Lists {
  return { alarms: later.alarms ?? earlier.alarms, timers: later.timers ?? earlier.timers };
}

/** What a promise comes to within a time; undefined if it takes longer or fails. */
function atMost<Value>(ms: number, promise: Promise<Value>): Promise<Value | undefined> {
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
