// How the hands of a clock follow the time: arithmetic over readings that are handed in.

/** Hands that show `time` at the monotonic moment `since` and run on at `rate`. */
export interface Movement {
  readonly since: number;
  readonly time: number;
  readonly rate: number;
}

/** Hands this far off are set anew at once; closer ones run faster or slower, so none goes backwards. */
const setFromMs = 1000;
/** Hands this close are right. */
const rightWithinMs = 5;
/** In this time a small error is run off. */
const runOffMs = 1000;
const rates = { slowest: 0.5, fastest: 1.5 };

/** Hands set to a time. */
export function setTo(time: number, now: number): Movement {
  return { since: now, time, rate: 1 };
}

/** The time that hands show. */
export function shownBy(movement: Movement, now: number): number {
  return movement.time + (now - movement.since) * movement.rate;
}

/** The movement from `now` on, when the time is `time`; the same one where nothing has to change. */
export function following(movement: Movement, now: number, time: number): Movement {
  const shown = shownBy(movement, now);
  const error = time - shown;
  if (Math.abs(error) >= setFromMs) return setTo(time, now);
  if (Math.abs(error) < rightWithinMs) return movement.rate === 1 ? movement : setTo(time, now);
  const rate = Math.min(rates.fastest, Math.max(rates.slowest, 1 + error / runOffMs));
  return { since: now, time: shown, rate };
}

/** Milliseconds since a hand with this period last stood at the top. */
export function phaseOf(time: number, period: number): number {
  return ((time % period) + period) % period;
}

/** How far a hand with this period has turned from the top, as a share of a turn. */
export function turnOf(time: number, period: number, steps: number | null): number {
  const turn = phaseOf(time, period) / period;
  return steps === null ? turn : Math.floor(turn * steps) / steps;
}
