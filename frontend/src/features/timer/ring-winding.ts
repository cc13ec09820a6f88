// Winding a ring by hand, of a new timer and of a running one: the length that a pointer on it means. Pure.
import { fineFrom, shorterWay, type PointerPlace } from '../../components/faces/dial-pointer';
import { longestSeconds } from './plan-limits';

export interface Winding {
  /** The length, not yet in steps. */
  readonly seconds: number;
  /** Where the pointer is. */
  readonly turn: number;
}

const turnSeconds = 3600;
const steps = { tick: 60, fine: 5 };
/** A press this close to the hand takes hold of it, also after whole turns. */
const gripTurns = 2 / 60;

/** A press: on the hand it takes hold of it, elsewhere it sets the length to the nearest tick; the uppermost means 60. */
export function grasped({ turn }: PointerPlace, present: number): Winding {
  if (present > 0 && Math.abs(shorterWay(present / turnSeconds, turn)) < gripTurns) {
    return { seconds: present, turn };
  }
  const tick = Math.round(turn * 60) * steps.tick;
  return { seconds: tick === 0 ? turnSeconds : tick, turn };
}

/** The winding after the pointer has moved: clockwise it grows, over as many turns as a timer may have. */
export function wound(winding: Winding, { turn }: PointerPlace): Winding {
  const seconds = winding.seconds + shorterWay(winding.turn, turn) * turnSeconds;
  return { seconds: Math.min(longestSeconds, Math.max(0, seconds)), turn };
}

/** The length in steps: a minute a tick, finer far from the ring. */
export function woundLength({ seconds }: Winding, { far }: PointerPlace): number {
  const step = stepAt(far);
  return Math.min(Math.floor(longestSeconds / step), Math.round(seconds / step)) * step;
}

/** How far a running timer with `left` seconds was turned, in the same steps. */
export function turnedBy({ seconds }: Winding, left: number, { far }: PointerPlace): number {
  const step = stepAt(far);
  return boundedTurn(Math.round((seconds - left) / step) * step, left);
}

/** A turn after which a running timer has at least a second left, and at most 23:59:59. */
export function boundedTurn(by: number, left: number): number {
  return Math.min(longestSeconds - left, Math.max(Math.min(0, 1 - left), by));
}

function stepAt(far: number): number {
  return far < fineFrom ? steps.tick : steps.fine;
}
