// Hydrates the cards of a clock page, and updates them each minute, in steps too short to be noticed.
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../../browser/idle';
import { whileInView } from '../../browser/in-view';
import { currentMinute, onSecond } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { zoneOffset } from '../../i18n/zone-offset';

/** The time for all cards; the same object for a whole minute. */
export interface CardTime {
  /** The running minute. */
  readonly minute: number;
  /** The offset of the visitor's own clocks from UTC, in milliseconds. */
  readonly ownOffset: number;
}

/** The props of a card at its last update. */
export interface Turn {
  /** Null before hydration. */
  readonly time: CardTime | null;
  /** Whether the card has ever been in view, or near it. */
  readonly near: boolean;
}

interface Card {
  told: Turn;
  near: boolean;
  inView: boolean;
  readonly tell: (turn: Turn) => void;
}

/**
 * Updating fifty cards at once would block a slow device for a third of a second; a step ends after the card that
 * exceeds this.
 */
const stepMs = 4;

const cards = new Set<Card>();
let time: CardTime | null = null;
let cancelStep: (() => void) | null = null;

/** Updates the time of all cards; used once, around them. */
export function useCardTurns(): void {
  useEffect(() => {
    time = timeOfMinute(currentMinute());
    const stop = onSecond(followMinute);
    takeSteps();
    return () => {
      stop();
      cancelStep?.();
      cancelStep = null;
      time = null;
    };
  }, []);
}

/** The props of a card. Cards in view are updated first; a card that is added late gets its props at once. */
export function useTurn(place: RefObject<Element | null>): Turn {
  const [turn, setTurn] = useState<Turn>(() => ({ time, near: false }));
  const [first] = useState(turn);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const card: Card = { told: first, near: false, inView: false, tell: setTurn };
    cards.add(card);
    const leave = whileInView(place.current, () => {
      card.inView = true;
      card.near = true;
      takeSteps();
      return () => {
        card.inView = false;
      };
    });
    return () => {
      leave();
      cards.delete(card);
    };
  }, [place, first]);
  return turn;
}

function timeOfMinute(minute: number): CardTime {
  return { minute, ownOffset: zoneOffset(minute, visitorZone()) };
}

/** Cards in view change on the minute, together with the seconds; the others a little later. */
function followMinute(): void {
  const minute = currentMinute();
  if (time === null || time.minute === minute) return;
  time = timeOfMinute(minute);
  flushSync(() => {
    cards.forEach((card) => {
      if (card.inView && card.told.time !== null) takeTurn(card);
    });
  });
  takeSteps();
}

function takeSteps(): void {
  if (time === null || nextCard() === undefined) return;
  cancelStep ??= whenIdle(() => {
    cancelStep = null;
    const until = performance.now() + stepMs;
    do {
      const card = nextCard();
      if (card === undefined) return;
      flushSync(() => {
        takeTurn(card);
      });
    } while (performance.now() < until);
    takeSteps();
  });
}

/** The next card that is not up to date: first those in view, then the others. */
function nextCard(): Card | undefined {
  const waiting = [...cards].filter(({ told, near }) => told.time !== time || told.near !== near);
  return waiting.find(({ inView }) => inView) ?? waiting[0];
}

function takeTurn(card: Card): void {
  card.told = { time, near: card.near };
  card.tell(card.told);
}
