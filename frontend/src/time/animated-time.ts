// Animations that the browser runs outside of the main thread, set to a time.
import { type Movement, phaseOf } from './hand-movement';

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
