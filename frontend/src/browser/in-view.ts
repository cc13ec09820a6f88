// Runs code while an element is in view, or near it; and the window that shows it: the page's own, or a small one that
// floats above others.
import { createContext, use } from 'react';

/** An element counts as in view a quarter of a screen before it is. */
const margin = '25% 0%';

/** Calls `enter` whenever the element comes into view, and the function that it returns when it leaves. */
export function whileInView(element: Element, enter: () => () => void): () => void {
  let leave: (() => void) | null = null;
  const look = (isInView: boolean) => {
    if (isInView) {
      leave ??= enter();
    } else {
      leave?.();
      leave = null;
    }
  };
  const stop = watch(element, look);
  return () => {
    stop();
    leave?.();
  };
}

type Look = (isInView: boolean) => void;

/** One observer for all elements, because a hundred observers would cost more than they save. */
let observer: IntersectionObserver | null = null;
const looks = new Map<Element, Set<Look>>();

function watch(element: Element, look: Look): () => void {
  observer ??= new IntersectionObserver(tell, { rootMargin: margin });
  const others = looks.get(element);
  if (others === undefined) {
    looks.set(element, new Set([look]));
  } else {
    others.add(look);
    // Observing it again makes the observer report the element to the new caller.
    observer.unobserve(element);
  }
  observer.observe(element);
  return () => {
    const left = looks.get(element);
    left?.delete(look);
    if (left?.size !== 0) return;
    looks.delete(element);
    observer?.unobserve(element);
  };
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  entries.forEach(({ target, isIntersecting }) => {
    looks.get(target)?.forEach((look) => {
      look(isIntersecting);
    });
  });
}

/** Null stands for the page's own window, which prerendered pages do not have. */
export const HostWindow = createContext<Window | null>(null);

/** The window that shows this component; null where it is the page's own. Frames and visibility are that window's. */
export function useHostWindow(): Window | null {
  return use(HostWindow);
}
