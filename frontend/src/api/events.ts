// The events of the stream, parsed: rings, answers, and changes by other devices.
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
  /** Something has arrived, even if only a ping. */
  readonly onSign?: () => void;
  /** A ring, now or while the stream was disconnected. */
  readonly onRing: (announcement: Announcement) => void;
  /** A ring was answered on another device. */
  readonly onAnswer: (answered: AnsweredRing) => void;
  /** The stream is connected again after a loss. */
  readonly onReturn: () => void;
}

/** When many hidden pages learn of the same change, they fetch it one after the other within this time. */
const spreadMs = 2_000;

/** Listens until the returned function is called; keeps the lists up to date. */
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
  // The event contains the row, so that thousands of pages do not fetch their lists at the same instant.
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
