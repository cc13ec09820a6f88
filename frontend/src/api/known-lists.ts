// The lists as the server told them last, for when it cannot be asked.
import { storedValue } from '../browser/stored-value';
import { browserId } from './browser-id';
import type { ListName } from './lists';

export interface KnownList {
  readonly rows: readonly unknown[];
  /** When the fetch began that brought them, in milliseconds since the epoch. */
  readonly asOf: number;
}

type KnownLists = Readonly<Partial<Record<ListName, KnownList | undefined>>>;

interface Kept {
  readonly browserId: string;
  readonly lists: KnownLists;
}

/** Longer lists would take up what a browser gives a site. */
const rowsAtMost = 500;

const kept = storedValue<Kept | null>('lists:v1', null, (stored) => {
  const { browserId: whose, lists } = stored as Partial<Kept>;
  return typeof whose === 'string' && typeof lists === 'object'
    ? { browserId: whose, lists }
    : null;
});

/** Keeps a list as the server told it; a later one stays. */
export function keepList(list: ListName, known: KnownList): void {
  const lists = knownLists();
  if ((lists[list]?.asOf ?? -Infinity) > known.asOf) return;
  const next = known.rows.length <= rowsAtMost ? known : undefined;
  kept.write({ browserId: browserId(), lists: { ...lists, [list]: next } });
}

/** A list as it was told last; null where this browser has none of it. */
export function knownList(list: ListName): KnownList | null {
  const known = knownLists()[list];
  return known !== undefined && Array.isArray(known.rows) ? known : null;
}

function knownLists(): KnownLists {
  const stored = kept.read();
  return stored?.browserId === browserId() ? stored.lists : {};
}
