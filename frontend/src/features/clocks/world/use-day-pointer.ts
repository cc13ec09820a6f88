// A pointer that is pulled along somebody's day, on its rule or on the strip of a city.
import { useRef, type PointerEvent } from 'react';
import { movedTo, placeAtPart, placeInDay } from './held-time';

/** The event handlers of an element that is as wide as the day; time runs from left to right in every language. */
export function useDayPointer(instant: number, zone: string, onHold: (instant: number) => void) {
  const { minutes, length } = placeInDay(instant, zone);
  const pointer = useRef<number | null>(null);

  /** Where the pointer is, also at its release. */
  function follow({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) {
    if (pointer.current !== pointerId) return;
    const box = currentTarget.getBoundingClientRect();
    const place = placeAtPart((clientX - box.left) / box.width, length);
    if (place !== minutes) onHold(movedTo(place, instant, zone));
  }

  function release(event: PointerEvent<HTMLElement>) {
    follow(event);
    pointer.current = null;
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !event.isPrimary) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointer.current = event.pointerId;
      follow(event);
    },
    onPointerMove: follow,
    onPointerUp: release,
    onPointerCancel: () => {
      pointer.current = null;
    },
  };
}
