// Rotates the hands of clocks by browser animations, which run outside of the main thread.
import { useLayoutEffect, type RefObject } from 'react';
import { whileInView } from '../browser/in-view';
import { animated, moveTo } from './animated-time';
import { following, setTo, turnOf, type Movement } from './hand-movement';
import { onSecond, readClocks, synchronisedNow } from './synchronised-time';
import { onWake } from './wake';

export interface Hand {
  readonly element: RefObject<SVGElement | null>;
  /** The duration of a turn in milliseconds. */
  readonly period: number;
  /** The number of steps of a turn; null for a continuous movement. */
  readonly steps: number | null;
}

/** The duration of a turn of each hand in milliseconds. */
export const handPeriods = { hour: 43_200_000, minute: 3_600_000, second: 60_000 } as const;

/**
 * Keeps the hands at the time of a zone with this `offset` from UTC. They are animated while the face is in view;
 * animations of hands that are not painted would run on the main thread. Out of view they are set each minute.
 */
export function useClockHands(
  hands: readonly Hand[],
  offset: number,
  /** The running minute. */
  minute: number,
): void {
  useLayoutEffect(() => {
    const time = Math.max(minute, synchronisedNow()) + offset;
    hands.forEach(({ element, period, steps }) => {
      // Visible only while the hand is not animated.
      if (element.current !== null) {
        element.current.style.transform = `rotate(${turnOf(time, period, steps)}turn)`;
      }
    });
  }, [hands, offset, minute]);

  useLayoutEffect(() => {
    // The parent of the hands, because a ref to it would be set after this effect.
    const face = hands[0]?.element.current?.parentElement;
    if (face === null || face === undefined) return;
    return whileInView(face, () => {
      const turning = hands.flatMap(({ element, period, steps }) => {
        const animation = turn(element.current, period, steps);
        return animation === null ? [] : [{ animation, period }];
      });
      const leave = follow((movement) => {
        moveTo(turning, { ...movement, time: movement.time + offset });
      });
      return () => {
        leave();
        turning.forEach(({ animation }) => {
          animation.cancel();
        });
      };
    });
  }, [hands, offset]);
}

/** One movement drives all hands of the page. */
let movement: Movement | null = null;
let stop: () => void = () => undefined;
const followers = new Set<(movement: Movement) => void>();

/** Calls `move` with the present movement, and with a new one whenever it changes. */
function follow(move: (movement: Movement) => void): () => void {
  if (followers.size === 0) start();
  followers.add(move);
  // New hands are set to the time. If a correction is in progress, they join it at its next step.
  move(setTo(synchronisedNow(), readClocks().monotonic));
  return () => {
    followers.delete(move);
    if (followers.size === 0) stop();
  };
}

function start(): void {
  movement = setTo(synchronisedNow(), readClocks().monotonic);
  const stopSeconds = onSecond(check);
  const stopWaking = onWake(check);
  stop = () => {
    stopSeconds();
    stopWaking();
  };
}

function check(): void {
  if (movement === null) return;
  const next = following(movement, readClocks().monotonic, synchronisedNow());
  if (next === movement) return;
  movement = next;
  followers.forEach((move) => {
    move(next);
  });
}

/** Turns a hand around its centre; null where the hands do not move, but the digits beside them do. */
export function turn(
  element: Element | null,
  period: number,
  steps: number | null,
): Animation | null {
  return animated(element, [{ transform: 'rotate(0deg)' }, { transform: 'rotate(360deg)' }], {
    duration: period,
    iterations: Infinity,
    easing: steps === null ? 'linear' : `steps(${steps})`,
  });
}
