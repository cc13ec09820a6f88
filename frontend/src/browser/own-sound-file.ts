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
/** Hears the name of the file that is there now, or null. */
type Listener = (name: string | null) => void;

const listeners = new Set<Listener>();

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
  tellOfChange(file.name);
}

export async function deleteOwnSoundFile(): Promise<void> {
  // Where there is no such storage nothing was kept.
  await deleteStore(databaseKey).catch(() => undefined);
  tellOfChange(null);
}

/** Calls after every change, made here or in another tab. */
export function onOwnSoundFile(listener: Listener): () => void {
  listeners.add(listener);
  const stop = onTabMessage(topic, (name) => {
    listener(typeof name === 'string' ? name : null);
  });
  return () => {
    listeners.delete(listener);
    stop();
  };
}

function tellOfChange(name: string | null): void {
  announceToTabs(topic, name);
  listeners.forEach((listener) => {
    listener(name);
  });
}
