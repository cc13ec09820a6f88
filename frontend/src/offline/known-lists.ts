// The lists as the server last sent them, for when it cannot be reached.
import { storedValue } from '../browser/stored-value';
import { browserId } from '../identity/browser-id';
import type { ListName } from '../model/types';

interface KnownList {
  readonly rows: readonly unknown[];
  /** When the fetch of the list began, in milliseconds since the epoch. */
  readonly asOf: number;
}

type KnownLists = Readonly<Partial<Record<ListName, KnownList | undefined>>>;

interface Kept {
  readonly browserId: string;
  readonly lists: KnownLists;
}

/** Longer lists would use up the browser's storage for a site. */
const rowsAtMost = 500;

const kept = storedValue<Kept | null>('lists:v1', null, (stored) => {
  const { browserId: whose, lists } = stored as Partial<Kept>;
  return typeof whose === 'string' && typeof lists === 'object'
    ? { browserId: whose, lists }
    : null;
});

/** Stores a list as the server sent it, unless a later one is stored. */
export function storeList(list: ListName, known: KnownList): void {
  const lists = knownLists();
  if ((lists[list]?.asOf ?? -Infinity) > known.asOf) return;
  const next = known.rows.length <= rowsAtMost ? known : undefined;
  kept.write({ browserId: browserId(), lists: { ...lists, [list]: next } });
}

/** The stored list; null if there is none. */
export function knownList(list: ListName): KnownList | null {
  const known = knownLists()[list];
  return known !== undefined && Array.isArray(known.rows) ? known : null;
}

/** Deletes the stored lists with the browser id that owns them: who signs out leaves no key of the account here. */
export function forgetLists(): void {
  kept.clear();
}

function knownLists(): KnownLists {
  const stored = kept.read();
  return stored?.browserId === browserId() ? stored.lists : {};
}
