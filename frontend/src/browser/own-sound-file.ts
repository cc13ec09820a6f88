// The sound file that a visitor has chosen, kept in IndexedDB of this device.
import { deleteStore, inStore } from './indexed-store';
import { announceToTabs, onTabMessage } from './tab-channel';

export interface OwnSoundFile {
  /** As the visitor's file was called, without its extension. */
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

const databaseKey = 'own-sound:v1';
const topic = 'own-sound-changed';
const listeners = new Set<() => void>();

/** The file; null where there is none, or nothing can be kept. */
export async function ownSoundFile(): Promise<OwnSoundFile | null> {
  try {
    const file = await inStore<unknown>(databaseKey, 'readonly', (store) => store.get('file'));
    return (file as OwnSoundFile | undefined) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a file in the place of the one before; fails where there is no room, or no such storage. */
export async function keepOwnSoundFile(file: OwnSoundFile): Promise<void> {
  await inStore(databaseKey, 'readwrite', (store) => store.put(file, 'file'));
  tellOfChange();
}

export async function deleteOwnSoundFile(): Promise<void> {
  // Where there is no such storage nothing was kept.
  await deleteStore(databaseKey).catch(() => undefined);
  tellOfChange();
}

/** Calls after every change, made here or in another tab. */
export function onOwnSoundFile(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onTabMessage(topic, listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

function tellOfChange(): void {
  announceToTabs(topic, null);
  listeners.forEach((listener) => {
    listener();
  });
}
