// The events of the stream, parsed: rings, answers, and changes by other devices.
import { after } from '../time/background-timer';
import { retryDelay } from './backoff';
import { browserId } from '../identity/browser-id';
import { listenToStream } from './event-stream';
import { fetchCities, hasCities } from './cities-sync';
import { hasDaysOff } from '../offline/days-off';
import { loadDaysOffSync } from '../offline/load-days-off-sync';
import { checkAccount, followEndedId } from '../identity/identity';
import { replaceRowEverywhere } from '../rows/fresh-lists';
import { refetchEverywhere } from '../rows/lists';
import { isAwayNow } from './reachable';
import { announcementOf, answeredRingOf } from '../model/rows';
import type { Schemas } from '../model/schemas';
import type { AlarmTrigger, AnsweredRing, TimerComplete } from '../model/types';

export type Announcement = AlarmTrigger | TimerComplete;

interface EventListener {
  /** Something has arrived, even if only a ping. */
  readonly onSign?: () => void;
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
    refetchSoon('alarms');
    refetchSoon('timers');
    if (hasCities()) refetchSoon('cities');
    if (hasDaysOff()) refetchSoon('days-off');
  };
  return listenToStream({
    onSign: () => listener.onSign?.(),
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
const fetchings: Readonly<Partial<Record<string, () => Promise<unknown>>>> = {
  alarms: () => refetchEverywhere('alarms'),
  timers: () => refetchEverywhere('timers'),
  cities: fetchCities,
  'days-off': async () => (await loadDaysOffSync()).fetchDaysOff(),
} satisfies Record<Schemas['ListChanged']['list'], unknown>;

const refetching = new Map<unknown, Refetching>();

/** Fetches a list again: once for several events, and with a few retries if the request fails. */
function refetchSoon(list: unknown, failures = 0): void {
  const fetching = typeof list === 'string' ? fetchings[list] : undefined;
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
