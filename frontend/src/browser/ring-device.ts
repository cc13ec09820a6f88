// What the service worker has to know of this device to ring on it, kept in IndexedDB, which pages and worker share.

/** This device as the server was last told of it. */
export interface RingDevice {
  readonly id: string;
  readonly browserId: string;
  readonly language: string;
  /** The push service's address of this browser. It can be used by whoever has it: never to be logged. */
  readonly endpoint: string;
  /** Labels are in no notification. */
  readonly hideLabels: boolean;
  /** The server's public key, by which the subscription was made. */
  readonly key: string;
}

const databaseKey = 'ring-device:v1';
const storeName = 'kept';

/** All that is kept, the device itself too. Fails where the browser has no such storage. */
export function keptValues(): Promise<unknown[]> {
  return inStore('readonly', (store): IDBRequest<unknown[]> => store.getAll());
}

/** Keeps a value under a name. */
export async function keepValue(name: string, value: unknown): Promise<void> {
  await inStore('readwrite', (store) => store.put(value, name));
}

export async function dropValue(name: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(name));
}

/** This device; null where it does not ring with the site closed, or nothing can be kept. */
export async function ringDevice(): Promise<RingDevice | null> {
  try {
    const device = await inStore<unknown>('readonly', (store) => store.get('device'));
    return (device as RingDevice | undefined) ?? null;
  } catch {
    return null;
  }
}

export async function keepRingDevice(device: RingDevice): Promise<void> {
  await keepValue('device', device);
}

/** Forgets the device, and the answers that it has not sent. */
export async function forgetRingDevice(): Promise<void> {
  await inStore('readwrite', (store) => store.clear()).catch(() => undefined);
  indexedDB.deleteDatabase(databaseKey);
}

/** Opens, acts and closes: a connection left open would hold up the deletion. */
async function inStore<Value>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const opening = indexedDB.open(databaseKey);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(storeName);
  };
  const database = await resultOf(opening);
  try {
    return await resultOf(act(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
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
