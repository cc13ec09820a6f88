// A key-value store in IndexedDB, one store per database.

const storeName = 'kept';

/** Opens a database, runs `act` on its store and closes it, because an open connection would block its deletion. */
export async function inStore<Value>(
  database: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const opening = indexedDB.open(database);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(storeName);
  };
  const opened = await resultOf(opening);
  try {
    return await resultOf(act(opened.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    opened.close();
  }
}

/** Deletes a database. */
export async function deleteStore(database: string): Promise<void> {
  await inStore(database, 'readwrite', (store) => store.clear()).catch(() => undefined);
  indexedDB.deleteDatabase(database);
}

function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('no storage'));
    };
  });
}
