// Lets the cards of a clock page come alive, and change with the minute, in steps too small to be felt.
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../../browser/idle';
import { whileInView } from '../../browser/in-view';
import { currentMinute, onSecond } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { zoneOffset } from '../../i18n/zone-offset';

/** What all cards go by; the same object for a whole minute. */
export interface CardTime {
  /** The running minute. */
  readonly minute: number;
  /** Milliseconds that the visitor's own clocks are ahead of UTC. */
  readonly ownOffset: number;
}

/** What a card was told at its last turn. */
export interface Turn {
  /** Null before the page is alive. */
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

/** Fifty cards at once would hold up a small device for a third of a second; a step ends after the card that takes it past this. */
const stepMs = 4;

const cards = new Set<Card>();
let time: CardTime | null = null;
let cancelStep: (() => void) | null = null;

/** Keeps the time of all cards; once, around them. */
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

/** What a card shows. Its turn comes sooner when it is in view; a card that joins the others late has it at once. */
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

/** What is in view changes on the minute's edge, together with the seconds; the rest a little later. */
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

/** The next one that does not show what it should: of those in view, then of the others. */
function nextCard(): Card | undefined {
  const waiting = [...cards].filter(({ told, near }) => told.time !== time || told.near !== near);
  return waiting.find(({ inView }) => inView) ?? waiting[0];
}

function takeTurn(card: Card): void {
  card.told = { time, near: card.near };
  card.tell(card.told);
}
