// Turns the hands of clocks by animations of the browser, which cost the page's own thread nothing.
import { useLayoutEffect, type RefObject } from 'react';
import { following, phaseOf, setTo, turnOf, type Movement } from './hand-movement';
import { whileInView } from '../browser/in-view';
import { onSecond, readClocks, synchronisedNow } from './synchronised-time';
import { onWake } from './wake';

export interface Hand {
  readonly element: RefObject<SVGElement | null>;
  /** Milliseconds of a turn. */
  readonly period: number;
  /** Stands still between this many steps of a turn; null sweeps. */
  readonly steps: number | null;
}

/** Milliseconds of a turn of each hand. */
export const handPeriods = { hour: 43_200_000, minute: 3_600_000, second: 60_000 } as const;

/**
 * Keeps hands at the time of a zone that is `offset` ahead of UTC. They turn as long as the face is in view: hands
 * that are not painted would be turned by the page's own thread. Out of view they are set each minute.
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
      // Seen only while no animation turns the hand.
      if (element.current !== null) {
        element.current.style.transform = `rotate(${turnOf(time, period, steps)}turn)`;
      }
    });
  }, [hands, offset, minute]);

  useLayoutEffect(() => {
    // The element around the hands: a ref to it would be set only after this.
    const face = hands[0]?.element.current?.parentElement;
    if (face === null || face === undefined) return;
    return whileInView(face, () => {
      const turning = hands.flatMap(({ element, period, steps }) => {
        const animation = turn(element.current, period, steps);
        return animation === null ? [] : [{ animation, period }];
      });
      const leave = follow((movement) => {
        turning.forEach(({ animation, period }) => {
          if (movement.rate === 1) {
            animation.playbackRate = 1;
            animation.startTime = movement.since - phaseOf(movement.time + offset, period);
          } else {
            animation.updatePlaybackRate(movement.rate);
          }
        });
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

/** Calls with a movement at once, and with the next one whenever it has to change. */
function follow(move: (movement: Movement) => void): () => void {
  if (followers.size === 0) start();
  followers.add(move);
  // Hands that join are set to the time; one that is being let in takes them along from its next step.
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

function turn(element: SVGElement | null, period: number, steps: number | null): Animation | null {
  // A browser without animations shows hands that stand; the digits beside them run.
  if (element === null || !('animate' in element)) return null;
  const animation = element.animate(
    [{ transform: 'rotate(0deg)' }, { transform: 'rotate(360deg)' }],
    {
      duration: period,
      iterations: Infinity,
      easing: steps === null ? 'linear' : `steps(${steps})`,
    },
  );
  // A hand that is taken away is no failure.
  animation.finished.catch(() => undefined);
  return animation;
}
