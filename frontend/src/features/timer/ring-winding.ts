// Winding a ring by hand, of a new timer and of a running one: the length that a pointer on it means. Pure.
import { fineFrom, shorterWay, type PointerPlace } from '../../components/faces/dials';
import { longestSeconds } from './timer-seed';

export interface Winding {
  /** The length, not yet in steps. */
  readonly seconds: number;
  /** Where the pointer is. */
  readonly turn: number;
  /** The length that was taken by its hand, and where, until the pointer has gone some way from there. */
  readonly taken?: { readonly seconds: number; readonly turn: number };
}

const turnSeconds = 3600;
const steps = { tick: 60, fine: 5 };
/** A press this close to the hand takes hold of it, also after whole turns. */
const gripTurns = 2 / 60;
/** How far a pointer that holds a hand may tremble. */
const trembleTurns = 0.5 / 60;

/**
 * A press: on the hand it takes hold of it, elsewhere it sets the length to the nearest tick. The uppermost means 60,
 * but no time while the hand rests there.
 */
export function grasped({ turn }: PointerPlace, present: number): Winding {
  const fromHand = shorterWay(present / turnSeconds, turn);
  if (Math.abs(fromHand) < gripTurns) {
    // The hand comes to the pointer, so that it ends where the pointer does.
    return { seconds: present + fromHand * turnSeconds, turn, taken: { seconds: present, turn } };
  }
  const tick = Math.round(turn * 60) * steps.tick;
  return { seconds: tick === 0 ? turnSeconds : tick, turn };
}

/** The winding after the pointer has moved: clockwise it grows, over as many turns as a timer may have. */
export function wound({ seconds: before, turn: from, taken }: Winding, to: PointerPlace): Winding {
  const { turn } = to;
  // A hand at rest may have been taken somewhat before the top.
  const least = Math.min(0, before);
  const next = before + shorterWay(from, turn) * turnSeconds;
  const seconds = Math.min(longestSeconds, Math.max(least, next));
  const trembles = taken !== undefined && Math.abs(shorterWay(taken.turn, turn)) < trembleTurns;
  return trembles ? { seconds, turn, taken } : { seconds, turn };
}

/** The length in steps: a minute a tick, finer far from the ring. */
export function woundLength({ seconds, taken }: Winding, { far }: PointerPlace): number {
  if (taken !== undefined) return taken.seconds;
  const step = stepAt(far);
  const count = Math.min(Math.floor(longestSeconds / step), Math.round(seconds / step));
  return Math.max(0, count) * step;
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
