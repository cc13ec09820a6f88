// Emitters of this page's own events, and listeners to those of the browser. Subscribing returns the function that unsubscribes.

type Listener<Args extends readonly unknown[]> = (...args: Args) => void;

interface Emitter<Args extends readonly unknown[]> {
  /** Calls back at each event, until the returned function is called. */
  readonly subscribe: (listener: Listener<Args>) => () => void;
  readonly emit: Listener<Args>;
}

/** `whileAny` is called with the first subscription, and the function that it returns after the last. */
export function createEmitter<Args extends readonly unknown[] = []>(
  whileAny: () => () => void = () => () => undefined,
): Emitter<Args> {
  const all = new Set<Listener<Args>>();
  let end: () => void = () => undefined;
  return {
    subscribe: (listener) => {
      const isFirst = all.size === 0;
      all.add(listener);
      if (isFirst) end = whileAny();
      return () => {
        if (all.delete(listener) && all.size === 0) end();
      };
    },
    emit: (...args) => {
      all.forEach((listener) => {
        listener(...args);
      });
    },
  };
}

/** A listener may ask for a narrower event than the type says. */
type EventHandler = { handle(event: Event): void }['handle'];

/** Calls back at events of a target, given the types of the events, until the returned function is called. */
export function onEvents(
  target: EventTarget,
  types: readonly string[],
  handler: EventHandler,
  options?: AddEventListenerOptions,
): () => void {
  types.forEach((type) => {
    target.addEventListener(type, handler, options);
  });
  return () => {
    types.forEach((type) => {
      target.removeEventListener(type, handler, options);
    });
  };
}

/** One function that calls all of them, in order. */
export function disposeAll(...disposals: readonly (() => void)[]): () => void {
  return () => {
    disposals.forEach((dispose) => {
      dispose();
    });
  };
}
