// What happens only as long as an element is in view, or near it.
import { useEffect, useState, type RefObject } from 'react';

/** An element counts as coming into view a quarter of a screen before it does. */
const margin = '25% 0%';

/** False until the element comes into view; true from then on. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || element.current === null) return;
    return whileInView(element.current, () => {
      setSeen(true);
      return () => undefined;
    });
  }, [element, seen]);
  return seen;
}

/** Calls `enter` whenever the element comes into view, and what that returns when it leaves; until ended. */
export function whileInView(element: Element, enter: () => () => void): () => void {
  return watch(element, enter, null);
}

/** Like `whileInView`, but takes the element to be in view until it is known not to be. */
export function unlessOutOfView(element: Element, enter: () => () => void): () => void {
  return watch(element, enter, enter());
}

function watch(element: Element, enter: () => () => void, entered: (() => void) | null) {
  let leave = entered;
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.at(-1)?.isIntersecting === true) {
        leave ??= enter();
      } else {
        leave?.();
        leave = null;
      }
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    leave?.();
  };
}
