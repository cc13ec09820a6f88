// Hydrates the cards of a clock page, and updates them each minute, in steps too short to be noticed.
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../../browser/idle';
import { whileInView } from '../../browser/in-view';
import { currentMinute, onSecond } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { zoneOffset } from '../../time/zone-offset';

/** The time for all cards; the same object for a whole minute. */
export interface CardTime {
  /** The running minute, or the time that is held. */
  readonly minute: number;
  readonly isHeld: boolean;
  /** The offset of the visitor's own clocks from UTC, in milliseconds. */
  readonly ownOffset: number;
}

interface CardUpdate {
  /** Null before hydration. */
  readonly time: CardTime | null;
  /** Whether the card has ever been in view, or near it. */
  readonly near: boolean;
}

interface Card {
  shown: CardUpdate;
  near: boolean;
  inView: boolean;
  readonly tell: (update: CardUpdate) => void;
}

/**
 * Updating fifty cards at once would block a slow device for a third of a second; a step ends after the card that
 * exceeds this.
 */
const stepMs = 4;

const cards = new Set<Card>();
let time: CardTime | null = null;
/** The time that is shown instead of the present one. */
let held: number | null = null;
let cancelStep: (() => void) | null = null;

/** Updates the time of all cards; used once, around them. */
export function useCardScheduler(heldTime: number | null): void {
  useEffect(() => {
    held = heldTime;
    // Not within React's own update.
    if (time !== null) queueMicrotask(followTime);
  }, [heldTime]);
  useEffect(() => {
    time = timeToShow();
    const stop = onSecond(followTime);
    scheduleUpdates();
    return () => {
      stop();
      cancelStep?.();
      cancelStep = null;
      time = null;
      held = null;
    };
  }, []);
}

/** The props of a card. Cards in view are updated first; a card that is added late gets its props at once. */
export function useCardUpdate(place: RefObject<Element | null>): CardUpdate {
  const [update, setUpdate] = useState<CardUpdate>(() => ({ time, near: false }));
  const [first] = useState(update);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const card: Card = { shown: first, near: false, inView: false, tell: setUpdate };
    cards.add(card);
    const leave = whileInView(place.current, () => {
      card.inView = true;
      card.near = true;
      scheduleUpdates();
      return () => {
        card.inView = false;
      };
    });
    return () => {
      leave();
      cards.delete(card);
    };
  }, [place, first]);
  return update;
}

function timeToShow(): CardTime {
  const minute = held ?? currentMinute();
  return { minute, isHeld: held !== null, ownOffset: zoneOffset(minute, visitorZone()) };
}

/** Cards in view change on the minute, together with the seconds, or with the hand; the others a little later. */
function followTime(): void {
  if (time === null) return;
  if (time.minute === (held ?? currentMinute()) && time.isHeld === (held !== null)) return;
  time = timeToShow();
  flushSync(() => {
    cards.forEach((card) => {
      if (card.inView && card.shown.time !== null) updateCard(card);
    });
  });
  scheduleUpdates();
}

function scheduleUpdates(): void {
  if (time === null || nextCard() === undefined) return;
  cancelStep ??= whenIdle(() => {
    cancelStep = null;
    const until = performance.now() + stepMs;
    do {
      const card = nextCard();
      if (card === undefined) return;
      flushSync(() => {
        updateCard(card);
      });
    } while (performance.now() < until);
    scheduleUpdates();
  });
}

/** The next card that is not up to date: first those in view, then the others. */
function nextCard(): Card | undefined {
  const waiting = [...cards].filter(
    ({ shown, near }) => shown.time !== time || shown.near !== near,
  );
  return waiting.find(({ inView }) => inView) ?? waiting[0];
}

function updateCard(card: Card): void {
  card.shown = { time, near: card.near };
  card.tell(card.shown);
}
