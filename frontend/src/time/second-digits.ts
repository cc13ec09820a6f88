// Writes the current second directly into the DOM: sixty clocks cost sixty text updates a second, without rendering.
import { useLayoutEffect, type RefObject } from 'react';
import { secondDigits } from '../i18n/clock-time';
import { onSecond, synchronisedNow } from './synchronised-time';

const places = new Set<Text>();
let stop: () => void = () => undefined;

/** Keeps the element's text at the two digits of the current second; zones differ by whole minutes. */
export function useSecondDigits(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (element.current === null) return;
    const text = document.createTextNode(secondDigits(synchronisedNow()));
    element.current.replaceChildren(text);
    if (places.size === 0) stop = onSecond(write);
    places.add(text);
    return () => {
      places.delete(text);
      if (places.size === 0) stop();
      text.remove();
    };
  }, [element]);
}

function write(): void {
  const digits = secondDigits(synchronisedNow());
  places.forEach((text) => {
    if (text.data !== digits) text.data = digits;
  });
}
