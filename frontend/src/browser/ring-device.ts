// What the service worker has to know of this device to ring on it, kept in IndexedDB, which pages and worker share.
import { deleteStore, inStore } from './indexed-store';

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

/** All that is kept, the device itself too. Fails where the browser has no such storage. */
export function keptValues(): Promise<unknown[]> {
  return inStore(databaseKey, 'readonly', (store): IDBRequest<unknown[]> => store.getAll());
}

/** Keeps a value under a name. */
export async function keepValue(name: string, value: unknown): Promise<void> {
  await inStore(databaseKey, 'readwrite', (store) => store.put(value, name));
}

export async function dropValue(name: string): Promise<void> {
  await inStore(databaseKey, 'readwrite', (store) => store.delete(name));
}

/** This device; null where it does not ring with the site closed, or nothing can be kept. */
export async function ringDevice(): Promise<RingDevice | null> {
  try {
    const device = await inStore<unknown>(databaseKey, 'readonly', (store) => store.get('device'));
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
  await deleteStore(databaseKey);
}
