// Animations that the browser runs outside of the main thread, set to a time, and how hands follow corrections of it.
export interface Moving {
  readonly animation: Animation;
  /** After which it repeats, in milliseconds; null if it ends. */
  readonly period: number | null;
}

/** Animates an element; null in a browser without the Web Animations API. */
export function animated(
  element: Element | null,
  keyframes: Keyframe[],
  options: KeyframeAnimationOptions,
): Animation | null {
  if (element === null || !('animate' in element)) return null;
  const animation = element.animate(keyframes, options);
  // An element that is removed is not an error.
  animation.finished.catch(() => undefined);
  return animation;
}

/** Keyframes that hold each of `count` transforms until the next one; WebKit would run `steps()` on the main thread. */
export function heldAt(count: number, transformOf: (index: number) => string): Keyframe[] {
  return Array.from({ length: count }, (_, index) => {
    const transform = transformOf(index);
    return [
      { transform, offset: index / count },
      { transform, offset: (index + 1) / count },
    ];
  }).flat();
}

/** Sets animations of a window to a movement. */
export function moveTo(
  moving: readonly Moving[],
  { since, time, rate }: Movement,
  view: Window = window,
): void {
  // The clock of another window began at another instant.
  const start = view === window ? since : since + view.performance.now() - performance.now();
  moving.forEach(({ animation, period }) => {
    if (rate === 1) {
      animation.playbackRate = 1;
      animation.startTime = start - (period === null ? time : phaseOf(time, period));
    } else {
      animation.updatePlaybackRate(rate);
    }
  });
}

/** Hands that show `time` at the monotonic instant `since` and move at `rate`. */
export interface Movement {
  readonly since: number;
  readonly time: number;
  readonly rate: number;
}

/** Hands that are this far off are set at once; smaller errors change their speed, so that no hand goes backwards. */
const setFromMs = 1000;
/** Hands that are this close are right. */
const rightWithinMs = 5;
/** The time in which a small error is corrected. */
const runOffMs = 1000;
const rates = { slowest: 0.5, fastest: 1.5 };

/** Hands that are set to a time. */
export function setTo(time: number, now: number): Movement {
  return { since: now, time, rate: 1 };
}

/** The time that the hands show. */
export function shownBy(movement: Movement, now: number): number {
  return movement.time + (now - movement.since) * movement.rate;
}

/** The movement from `now` on if the time is `time`; the same object if nothing has to change. */
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

/** The angle of a hand with this period, as a fraction of a turn. */
export function turnOf(time: number, period: number, steps: number | null): number {
  const turn = phaseOf(time, period) / period;
  return steps === null ? turn : Math.floor(turn * steps) / steps;
}
