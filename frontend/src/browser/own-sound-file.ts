// The visitor's own sound file, stored in IndexedDB of this device.
import { disposeAll, createEmitter } from './emitter';
import { deleteStore, inStore } from './indexed-store';
import type { StoredKey } from './stored-keys';
import { announceToTabs, onTabMessage } from './tab-channel';

interface OwnSoundFile {
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

const databaseKey: StoredKey = 'own-sound:v1';
const topic = 'own-sound-changed';
/** They receive the name of the present file, or null. */
const listeners = createEmitter<[name: string | null]>();

/** The file; null if there is none, or no storage. */
export async function ownSoundFile(): Promise<OwnSoundFile | null> {
  try {
    const file = await inStore<unknown>(databaseKey, 'readonly', (store) => store.get('file'));
    return (file as OwnSoundFile | undefined) ?? null;
  } catch {
    return null;
  }
}

/** Replaces the file; fails if there is no space or no such storage. */
export async function storeOwnSoundFile(file: OwnSoundFile): Promise<void> {
  await inStore(databaseKey, 'readwrite', (store) => store.put(file, 'file'));
  notifyListeners(file.name);
}

export async function deleteOwnSoundFile(): Promise<void> {
  // Without such storage nothing was stored.
  await deleteStore(databaseKey).catch(() => undefined);
  notifyListeners(null);
}

/** Calls back after every change, in this tab or another. */
export function onOwnSoundFile(listener: (name: string | null) => void): () => void {
  return disposeAll(
    listeners.subscribe(listener),
    onTabMessage(topic, (name) => {
      listener(typeof name === 'string' ? name : null);
    }),
  );
}

function notifyListeners(name: string | null): void {
  announceToTabs(topic, name);
  listeners.emit(name);
}
