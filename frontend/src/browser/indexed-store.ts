// A key-value store in IndexedDB, one store per database.

import type { StoredKey } from './stored-keys';

const storeName = 'kept';

/** Opens a database, runs `act` on its store and closes it, because an open connection would block its deletion. */
export async function inStore<Value>(
  database: StoredKey,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const opening = indexedDB.open(database);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(storeName);
  };
  const opened = await resultOf(opening);
  try {
    const transaction = opened.transaction(storeName, mode);
    const end = endOf(transaction);
    const [result] = await Promise.all([resultOf(act(transaction.objectStore(storeName))), end]);
    return result;
  } finally {
    opened.close();
  }
}

export async function deleteStore(database: StoredKey): Promise<void> {
  await inStore(database, 'readwrite', (store) => store.clear()).catch(() => undefined);
  indexedDB.deleteDatabase(database);
}

/** A browser without room may refuse a value only when the transaction ends. */
function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('no storage'));
    };
  });
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
