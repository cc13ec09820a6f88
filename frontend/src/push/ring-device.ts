// What the service worker needs to know about this device, in IndexedDB, which it shares with the pages.
import { deleteStore, inStore } from '../browser/indexed-store';
import type { StoredKey } from '../browser/stored-keys';

/** This device as it was last registered. */
export interface RingDevice {
  readonly id: string;
  readonly browserId: string;
  readonly language: string;
  /**
   * The endpoint of the subscription. Anybody who knows it can send messages to the device, so it must never be logged.
   */
  readonly endpoint: string;
  /** Whether labels are left out of notifications. */
  readonly hideLabels: boolean;
  /** For how many seconds an unanswered ring is repeated; absent if an older page stored the device. */
  readonly ringFor?: number | undefined;
  /**
   * The hours of a day as the visitor's 12-hour clock writes them in this language, such as `7:{minutes} AM`; absent on a
   * 24-hour clock.
   */
  readonly hours?: readonly string[] | undefined;
  /** The server's public key of the subscription. */
  readonly key: string;
}

const databaseKey: StoredKey = 'ring-device:v1';

/** Everything in the store, the device included. Fails if the browser has no such storage. */
export function storedValues(): Promise<unknown[]> {
  return inStore(databaseKey, 'readonly', (store): IDBRequest<unknown[]> => store.getAll());
}

export async function storeValue(name: string, value: unknown): Promise<void> {
  await inStore(databaseKey, 'readwrite', (store) => store.put(value, name));
}

export async function deleteValue(name: string): Promise<void> {
  await inStore(databaseKey, 'readwrite', (store) => store.delete(name));
}

/** This device; null if it has no push, or no storage. */
export async function ringDevice(): Promise<RingDevice | null> {
  try {
    const device = await inStore<unknown>(databaseKey, 'readonly', (store) => store.get('device'));
    return (device as RingDevice | undefined) ?? null;
  } catch {
    return null;
  }
}

export async function storeRingDevice(device: RingDevice): Promise<void> {
  await storeValue('device', device);
}

/** Deletes the device and its unsent answers. */
export async function deleteRingDevice(): Promise<void> {
  await deleteStore(databaseKey);
}
