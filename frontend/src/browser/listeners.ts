// Listeners: to what this page reports, and to events of the browser. Each is ended by the function that adding it returns.

type Listener<Args extends readonly unknown[]> = (...args: Args) => void;

interface Listeners<Args extends readonly unknown[]> {
  /** Calls back whenever something is reported, until the returned function is called. */
  readonly add: (listener: Listener<Args>) => () => void;
  readonly notify: Listener<Args>;
}

/** Listeners to one thing. `whileAny` is called with the first of them, and the function that it returns after the last. */
export function listenersTo<Args extends readonly unknown[] = []>(
  whileAny: () => () => void = () => () => undefined,
): Listeners<Args> {
  const all = new Set<Listener<Args>>();
  let end: () => void = () => undefined;
  return {
    add: (listener) => {
      const isFirst = all.size === 0;
      all.add(listener);
      if (isFirst) end = whileAny();
      return () => {
        if (all.delete(listener) && all.size === 0) end();
      };
    },
    notify: (...args) => {
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
export function endAll(...ends: readonly (() => void)[]): () => void {
  return () => {
    ends.forEach((end) => {
      end();
    });
  };
}
