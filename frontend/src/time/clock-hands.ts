// Rotates the hands of clocks: those that sweep by browser animations, which run outside of the main thread, others each
// second.
import { useLayoutEffect, type RefObject } from 'react';
import { disposeAll, createEmitter } from '../browser/emitter';
import { whileInView } from '../browser/in-view';
import { animated, moveTo, following, setTo, turnOf, type Movement } from './animated-time';
import { onSecond, synchronisedNow } from './synchronised-time';
import { onWake } from './wake';
import { readClocks } from './synchronised-clock';

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
 * Keeps the hands at the time of a zone with this `offset` from UTC. While the face is in view, a second hand that sweeps
 * is animated. Others are set each second, because an animation costs as much in every frame, however little it turns.
 * Out of view, where animations would run on the main thread, all are set each minute.
 */
export function useClockHands(hands: readonly Hand[], offset: number, minute: number): void {
  useLayoutEffect(() => {
    setHands(hands, Math.max(minute, synchronisedNow()) + offset);
  }, [hands, offset, minute]);

  useLayoutEffect(() => {
    // The parent of the hands, because a ref to it would be set after this effect.
    const face = hands[0]?.element.current?.parentElement;
    if (face === null || face === undefined) return;
    const sweeping = hands.filter(
      ({ period, steps }) => period === handPeriods.second && steps === null,
    );
    const others = hands.filter((hand) => !sweeping.includes(hand));
    return whileInView(face, () => {
      const stop = eachSecond(() => {
        setHands(others, synchronisedNow() + offset);
      });
      const turning = sweeping.flatMap(({ element, period }) => {
        const animation = turn(element.current, period);
        return animation === null ? [] : [{ animation, period }];
      });
      const leave = follow((movement) => {
        moveTo(turning, { ...movement, time: movement.time + offset });
      });
      return () => {
        stop();
        leave();
        turning.forEach(({ animation }) => {
          animation.cancel();
        });
      };
    });
  }, [hands, offset]);
}

/** Has no effect on a hand while it is animated. */
function setHands(hands: readonly Hand[], time: number): void {
  hands.forEach(({ element, period, steps }) => {
    if (element.current !== null) {
      element.current.style.transform = `rotate(${turnOf(time, period, steps)}turn)`;
    }
  });
}

/** Calls back now and every second, also when the page is shown again, until the returned function is called. */
function eachSecond(listener: () => void): () => void {
  const stop = disposeAll(onSecond(listener), onWake(listener));
  listener();
  return stop;
}

/** One movement drives all second hands of the page. */
let movement: Movement | null = null;
const followers = createEmitter<[movement: Movement]>(start);

/** Calls `move` with the present movement, and with a new one whenever it changes. */
function follow(move: (movement: Movement) => void): () => void {
  const stop = followers.subscribe(move);
  // New hands are set to the time. If a correction is in progress, they join it at its next step.
  move(setTo(synchronisedNow(), readClocks().monotonic));
  return stop;
}

function start(): () => void {
  movement = setTo(synchronisedNow(), readClocks().monotonic);
  return eachSecond(check);
}

function check(): void {
  if (movement === null) return;
  const next = following(movement, readClocks().monotonic, synchronisedNow());
  if (next === movement) return;
  movement = next;
  followers.emit(next);
}

/** Turns a hand around its centre; null where the hands do not move, but the digits beside them do. */
function turn(element: Element | null, period: number): Animation | null {
  return animated(element, [{ transform: 'rotate(0deg)' }, { transform: 'rotate(360deg)' }], {
    duration: period,
    iterations: Infinity,
  });
}
