// An in-memory replacement of `browser/indexed-store`.

const databases = new Map<string, Map<string, unknown>>();
let isFull = false;

/** Deletes everything, and makes room again. */
export function emptyStores(): void {
  databases.clear();
  isFull = false;
}

/** From now on nothing more can be stored. */
export function fillStores(): void {
  isFull = true;
}

export function inStore(
  database: string,
  _mode: IDBTransactionMode,
  act: (store: FakeStore) => unknown,
): Promise<unknown> {
  const kept = databases.get(database) ?? new Map<string, unknown>();
  databases.set(database, kept);
  return new Promise((resolve) => {
    resolve(act(new FakeStore(kept)));
  });
}

export function deleteStore(database: string): Promise<void> {
  databases.delete(database);
  return Promise.resolve();
}

class FakeStore {
  constructor(private readonly kept: Map<string, unknown>) {}

  get(name: string): unknown {
    return this.kept.get(name);
  }

  put(value: unknown, name: string): void {
    if (isFull) throw new DOMException('no room', 'QuotaExceededError');
    this.kept.set(name, value);
  }
}
