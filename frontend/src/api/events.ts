// What the server tells of as it happens, made out for the page: rings, answers, and what has changed elsewhere.
import { after } from '../time/background-timer';
import { browserId } from './browser-id';
import { listenToStream } from './event-stream';
import { fetchCities, hasCities } from './cities-sync';
import { followEndedId } from './identity';
import { refetchEverywhere, replaceRowEverywhere, type ListName } from './lists';
import { announcementOf, answeredRingOf } from './rows';
import type { AlarmTrigger, AnsweredRing, TimerComplete } from './types';

export type Announcement = AlarmTrigger | TimerComplete;

export interface EventListener {
  /** Something came over the stream, if only a ping. */
  readonly onSign?: () => void;
  /** Something rings, or rang while the stream was away. */
  readonly onRing: (announcement: Announcement) => void;
  /** A ring was answered on another device. */
  readonly onAnswer: (answered: AnsweredRing) => void;
  /** The stream stands again after it was lost. */
  readonly onReturn: () => void;
}

/** A change that many hidden pages hear of at once is fetched by one after the other. */
const spreadMs = 2_000;

/** Listens until the returned function is called; the lists follow what is said. */
export function listenToEvents(listener: EventListener): () => void {
  const refetchAll = () => {
    refetchSoon('alarms');
    refetchSoon('timers');
    if (hasCities()) refetchSoon('cities');
  };
  return listenToStream({
    onSign: () => listener.onSign?.(),
    onEvent: ({ name, data }) => {
      if (name === undefined) ring(data, listener);
      if (name === 'answered') answer(data, listener);
      if (name === 'changed') refetchSoon((data as { readonly list: unknown }).list);
      if (name === 'identity') void followEndedId(browserId());
    },
    onReturn: () => {
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
  // The row comes with the ring: at seven nobody has to ask for it.
  if (announcement.type === 'ALARM_TRIGGER') replaceRowEverywhere('alarms', announcement.alarm);
  else replaceRowEverywhere('timers', announcement.timer);
}

function answer(data: unknown, { onAnswer }: EventListener): void {
  const answered = answeredRingOf(data);
  if (answered !== null) onAnswer(answered);
}

function refetchSoon(list: unknown): void {
  if (list !== 'alarms' && list !== 'timers' && list !== 'cities') return;
  after(document.hidden ? Math.random() * spreadMs : 0, () => {
    const fetched = list === 'cities' ? fetchCities() : refetchEverywhere(list satisfies ListName);
    void fetched.catch(() => undefined);
  });
}
