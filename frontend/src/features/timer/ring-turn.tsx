// The ring of a timer that is turned by hand, a new one or one in use: the length that a pointer on it means, and how a timer's
// ring is turned with the pointer or keys.
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { fineFrom, shorterWay, type PointerPlace } from '../../components/faces/dials';
import { longestSeconds, timerSteps, timerName } from './timer-seed';
import { DialGrip } from '../../components/faces/dial-grip';
import { stepOfKey, alongToo } from '../../components/forms/time-line';
import { lengthText } from '../../i18n/duration-text';
import type { Timer } from '../../model/types';
import { useTimerWrites } from './use-timer-writes';

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

interface RingTurnProps {
  readonly timer: Timer;
  /** What is left without the turn. */
  readonly seconds: number;
  /** The turn so far, in seconds; another ring may show it. */
  readonly by: number;
  readonly onBy: (by: number) => void;
  /** A ring in a row, which can be held anywhere. */
  readonly small?: boolean;
}

/** Keys are done when none was pressed for this long. */
const keysRestMs = 700;

/** Takes the place of its ring. A turn is sent at its end, and can be undone. */
export function RingTurn({ timer, seconds, by, onBy, small = false }: RingTurnProps) {
  const intl = useIntl();
  const { turn } = useTimerWrites();
  const grip = useRef<(Winding & { readonly left: number }) | null>(null);
  const keys = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ by, timer });
  useEffect(() => {
    latest.current = { by, timer };
  });

  useEffect(
    () => () => {
      clearTimeout(keys.current);
      onBy(0);
    },
    [onBy],
  );

  function set(next: number) {
    latest.current = { ...latest.current, by: next };
    onBy(next);
  }

  function drop() {
    clearTimeout(keys.current);
    grip.current = null;
    set(0);
  }

  function finish() {
    const turned = latest.current;
    if (turned.by !== 0) void turn(turned.timer, turned.by);
    drop();
  }

  function hold({ turn: at }: PointerPlace) {
    grip.current = { seconds, left: seconds, turn: at };
  }

  function pull(place: PointerPlace) {
    if (grip.current === null) return;
    const next = wound(grip.current, place);
    grip.current = { ...next, left: grip.current.left };
    set(turnedBy(next, grip.current.left, place));
  }

  function pressKey(event: KeyboardEvent) {
    const step = stepOfKey(event, timerSteps, alongToo);
    if (event.key === 'Escape' && by !== 0) drop();
    if (step === null) return;
    event.preventDefault();
    set(boundedTurn(by + step, seconds));
    clearTimeout(keys.current);
    keys.current = setTimeout(finish, keysRestMs);
  }

  const left = seconds + by;
  // Read out once a minute, but a turn with its seconds.
  const said = by === 0 ? Math.ceil(left / 60) * 60 : left;
  return (
    <DialGrip
      outer={small ? 1 : 1.06}
      inner={small ? 0 : 0.66}
      scrolls={small}
      tabIndex={0}
      aria-label={intl.formatMessage({ id: 'timer.turnName' }, { name: timerName(intl, timer) })}
      aria-valuemin={0}
      aria-valuemax={longestSeconds}
      aria-valuenow={said}
      aria-valuetext={said > 0 ? lengthText(intl, said) : '0'}
      onKeyDown={pressKey}
      onBlur={finish}
      onGrip={hold}
      onPull={pull}
      onRelease={finish}
      onCancel={drop}
    />
  );
}
