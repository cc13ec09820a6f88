// Runs code while an element is in view, or near it; and the window that shows it: the page's own, or a small one that
// floats above others.
import { createContext, use } from 'react';

/** An element counts as in view a quarter of a screen before it is. */
const margin = '25% 0%';

/** Calls `enter` whenever the element comes into view, and the function that it returns when it leaves. */
export function whileInView(element: Element, enter: () => () => void): () => void {
  let leave: (() => void) | null = null;
  const listener = (isInView: boolean) => {
    if (isInView) {
      leave ??= enter();
    } else {
      leave?.();
      leave = null;
    }
  };
  const stop = watch(element, listener);
  return () => {
    stop();
    leave?.();
  };
}

type VisibilityListener = (isInView: boolean) => void;

/** One observer for all elements, because a hundred observers would cost more than they save. */
let observer: IntersectionObserver | null = null;
const listenersOf = new Map<Element, Set<VisibilityListener>>();

function watch(element: Element, listener: VisibilityListener): () => void {
  observer ??= new IntersectionObserver(notify, { rootMargin: margin });
  const others = listenersOf.get(element);
  if (others === undefined) {
    listenersOf.set(element, new Set([listener]));
  } else {
    others.add(listener);
    // Observing it again makes the observer report the element to the new caller.
    observer.unobserve(element);
  }
  observer.observe(element);
  return () => {
    const left = listenersOf.get(element);
    left?.delete(listener);
    if (left?.size !== 0) return;
    listenersOf.delete(element);
    observer?.unobserve(element);
  };
}

function notify(entries: readonly IntersectionObserverEntry[]): void {
  entries.forEach(({ target, isIntersecting }) => {
    listenersOf.get(target)?.forEach((listener) => {
      listener(isIntersecting);
    });
  });
}

/** Null stands for the page's own window, which prerendered pages do not have. */
export const HostWindow = createContext<Window | null>(null);

/** The window that shows this component; null where it is the page's own. Frames and visibility are that window's. */
export function useHostWindow(): Window | null {
  return use(HostWindow);
}
