// Stored values that belong to a browser id, and what becomes of them when the id changes.
import { useSyncExternalStore } from 'react';
import type { StoredKey } from '../browser/stored-keys';
import { storedValue, type StoredValue } from '../browser/stored-value';
import { browserId, onBrowserIdChange } from './browser-id';

interface Owned {
  readonly browserId: string;
}

interface Policy {
  /** When the id is replaced by another one that owns the same rows: the value goes over to it, or is deleted. */
  readonly onRenew: 'carry' | 'drop';
  /** When an account is left, so that nothing of it stays here. */
  readonly onLeave: 'keep' | 'drop';
}

interface RegisteredValue {
  readonly renew: (from: string, to: string) => void;
  readonly leave: (left: string) => void;
}

// Marked as pure, so that a script that needs one value does not include the others.
const registered = /* @__PURE__ */ new Set<RegisteredValue>();

/** A stored value, or a list of values, each with the browser id that owns it. */
export function ownedValue<Value extends Owned | null | readonly Owned[]>(
  key: StoredKey,
  initial: Value,
  parse: (stored: unknown) => Value | null,
  { onRenew, onLeave }: Policy,
): StoredValue<Value> {
  const stored = storedValue(key, initial, parse);
  const change = (of: string, to: string | null) => {
    const value = stored.read();
    const all: readonly Owned[] = Array.isArray(value) ? value : value === null ? [] : [value];
    if (!all.some(({ browserId }) => browserId === of)) return;
    const next = all.flatMap((one) =>
      one.browserId === of ? (to === null ? [] : [{ ...one, browserId: to }]) : [one],
    );
    if (next.length === 0) stored.clear();
    else stored.write((Array.isArray(value) ? next : next[0]) as Value);
  };
  registered.add({
    renew: (from, to) => {
      change(from, onRenew === 'carry' ? to : null);
    },
    leave: (left) => {
      if (onLeave === 'drop') change(left, null);
    },
  });
  return stored;
}

/** The browser id whose values are shown, as a hook; empty in prerendered pages. */
export function useOwner(): string {
  return useSyncExternalStore(onBrowserIdChange, browserId, () => '');
}

/** The id `from` was replaced by `to`, which owns its rows now. */
export function renewOwned(from: string, to: string): void {
  registered.forEach(({ renew }) => {
    renew(from, to);
  });
}

/** An account's id is left. */
export function leaveOwned(left: string): void {
  registered.forEach(({ leave }) => {
    leave(left);
  });
}
