// Stored values that belong to a browser id, and what becomes of them when the id changes.
import { useSyncExternalStore } from 'react';
import type { StoredKey } from '../browser/stored-keys';
import { storedValue, type StoredValue } from '../browser/stored-value';
import { ownerNow } from './account-here';
import { browserId, onBrowserIdChange } from './browser-id';

interface Owned {
  readonly browserId: string;
}

interface Policy<One extends Owned> {
  /** When the id is replaced by another one that owns the same rows: the value goes over to it, or is nobody's. */
  readonly onRenew: 'carry' | 'drop';
  /** When an account is left, so that nothing of it stays here. */
  readonly onLeave: 'keep' | 'drop';
  /** Whether a value has a change by the visitor that the server does not have. */
  readonly isUnsaved?: (one: One) => boolean;
}

type OneOf<Value> = Value extends readonly (infer One)[] ? One : NonNullable<Value>;

interface Registered {
  readonly leave: (left: string) => void;
  readonly countUnsaved: (owner: string) => number;
}

// Marked as pure, so that a script that needs one value does not include the others.
const registered = /* @__PURE__ */ new Set<Registered>();

/** A stored value, or a list of values, each with the browser id that owns it. */
export function ownedValue<Value extends Owned | null | readonly Owned[]>(
  key: StoredKey,
  initial: Value,
  parse: (stored: unknown) => Value | null,
  { onRenew, onLeave, isUnsaved = () => false }: Policy<OneOf<Value> & Owned>,
): StoredValue<Value> {
  const stored = storedValue(key, initial, parse);
  const allOf = (value: Value) =>
    (Array.isArray(value) ? value : value === null ? [] : [value]) as readonly (OneOf<Value> &
      Owned)[];
  /** The value with other owners; what has none is left out. */
  const owned = (value: Value, ownerOf: (id: string) => string | null) => {
    const all = allOf(value);
    if (all.every(({ browserId: id }) => ownerOf(id) === id)) return value;
    const next = all.flatMap((one) => {
      const owner = ownerOf(one.browserId);
      return owner === null ? [] : [{ ...one, browserId: owner }];
    });
    return (Array.isArray(value) ? next : (next[0] ?? null)) as Value;
  };
  let before: { readonly of: Value; readonly id: string; readonly value: Value } | null = null;
  // Which id owns it now is known by one write, the account's: no tab that is killed leaves a part behind.
  const read = () => {
    const of = stored.read();
    const value = onRenew === 'carry' ? owned(of, ownerNow) : of;
    if (value === of) return of;
    const id = browserId();
    if (before?.of !== of || before.id !== id) before = { of, id, value };
    return before.value;
  };
  registered.add({
    leave: (left) => {
      if (onLeave === 'keep') return;
      const value = read();
      const next = owned(value, (id) => (id === left ? null : id));
      if (next === value) return;
      if (next === null || (Array.isArray(next) && next.length === 0)) stored.clear();
      else stored.write(next);
    },
    countUnsaved: (owner) =>
      allOf(read()).filter((one) => one.browserId === owner && isUnsaved(one)).length,
  });
  return { ...stored, read };
}

/** The browser id whose values are shown, as a hook; empty in prerendered pages. */
export function useOwner(): string {
  return useSyncExternalStore(onBrowserIdChange, browserId, () => '');
}

/** An account's id is left. */
export function leaveOwned(left: string): void {
  registered.forEach(({ leave }) => {
    leave(left);
  });
}

/** How many changes of this browser's id the server does not have: they are lost when the id is left. */
export function countUnsaved(): number {
  const owner = browserId();
  return [...registered].reduce((sum, one) => sum + one.countUnsaved(owner), 0);
}
