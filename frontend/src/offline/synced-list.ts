// A list of a browser id that is changed here first, and sent as a whole: what is stored of it.
import { useStoredValue, type StoredValue } from '../browser/stored-value';
import type { StoredKey } from '../browser/stored-keys';
import { browserId } from '../identity/browser-id';
import { ownedValue, useOwner } from '../identity/owned-values';

/** What is known of lists that were sent, until it is known that the server has them. */
export interface SentLists<List> {
  /** When the last one was sent, in milliseconds since the epoch. */
  readonly at: number;
  readonly lists: readonly List[];
  /** The list as it was sent last; another one has been changed here since. */
  readonly last: List;
  /** Whether the server has confirmed it, to any tab. */
  readonly isConfirmed: boolean;
  /** Whether the server had it when it was fetched last. */
  readonly isThere?: boolean;
  /** How often it was sent again after that. */
  readonly repeats: number;
}

interface ListState<Item> {
  readonly items: readonly Item[];
  /** The server's list from which it comes, as far as this browser knows; null if none was fetched yet. */
  readonly base: readonly Item[] | null;
  readonly sent?: SentLists<readonly Item[]> | undefined;
  /** Whether the server has refused the last change, so that the list is the server's again; until the visitor has read it. */
  readonly wasRefused?: boolean;
}

export interface StoredList<Item> extends ListState<Item> {
  readonly browserId: string;
}

export interface SyncedList<Item> {
  /** That of the present id; null if it is not known yet. */
  readonly state: () => ListState<Item> | null;
  readonly write: (state: ListState<Item>) => void;
  readonly items: () => readonly Item[];
  /** Replaces the list here. It is sent soon. */
  readonly change: (items: readonly Item[]) => void;
  /** Whether the list has changes that the server does not have, or may not have. */
  readonly hasUnsent: () => boolean;
  /** The visitor has read that the last change was refused. */
  readonly forgetRefusal: () => void;
  /** Calls back after every change, in this tab or another. */
  readonly subscribe: StoredValue<unknown>['subscribe'];
  /** The list, updated in all tabs; empty in prerendered pages. */
  readonly useItems: () => readonly Item[];
  /** Whether the last change was refused, updated in all tabs. */
  readonly useRefusal: () => boolean;
}

const none: readonly never[] = [];

/** The list under `key`; `parse` reads its entries, and returns null for something else. */
export function syncedList<Item>(
  key: StoredKey,
  parse: (stored: unknown) => readonly Item[] | null,
): SyncedList<Item> {
  // While an account is signed in, the list of the browser's own id waits.
  const stored = ownedValue<readonly StoredList<Item>[]>(
    key,
    none,
    (value) =>
      Array.isArray(value)
        ? value.flatMap((one: StoredList<unknown>) => {
            const items = parse(one.items);
            return typeof one.browserId === 'string' && items !== null
              ? { ...(one as StoredList<Item>), items, base: parse(one.base) }
              : [];
          })
        : null,
    { onRenew: 'carry', onLeave: 'drop', isUnsaved },
  );
  const stateOf = (id: string) => stored.read().find((one) => one.browserId === id) ?? null;
  const state = () => stateOf(browserId());
  const write = (next: ListState<Item>) => {
    const others = stored.read().filter((one) => one.browserId !== browserId());
    stored.write([...others, { ...next, browserId: browserId() }]);
  };
  const useStored = () => {
    const all = useStoredValue(stored, none);
    const owner = useOwner();
    return all.find((one) => one.browserId === owner);
  };
  return {
    state,
    write,
    items: () => state()?.items ?? none,
    change: (items) => {
      const { base = null, sent } = state() ?? {};
      write({ items, base, sent });
    },
    hasUnsent: () => {
      const { items, base, sent } = state() ?? { items: none, base: none };
      return sent !== undefined || !isSame(items, base ?? none);
    },
    forgetRefusal: () => {
      const known = state();
      if (known?.wasRefused === true) write({ ...known, wasRefused: false });
    },
    subscribe: stored.subscribe,
    useItems: () => useStored()?.items ?? none,
    useRefusal: () => useStored()?.wasRefused === true,
  };
}

/** Whether the server does not have the list as it is here, as far as this browser knows. */
function isUnsaved<Item>({ items, base, sent }: ListState<Item>): boolean {
  if (sent === undefined) return !isSame(items, base ?? none);
  const isKnown = sent.isConfirmed || sent.isThere === true;
  return !isKnown || !isSame(items, sent.last);
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
