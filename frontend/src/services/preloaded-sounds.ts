// Preloads the sounds of this visitor's alarms and timers, and no others.
import { useEffect } from 'react';
import type { SoundName } from '../model/types';
import { whenIdle } from '../browser/idle';
import { preloadSounds } from '../sound/sound-files';

/** Follows the lists. Rows that are off count, too: they may be switched on while this tab is hidden. */
export function usePreloadedSounds(rows: readonly { readonly sound: SoundName }[]): void {
  const sounds = [...new Set(rows.map(({ sound }) => sound))].sort().join(' ');
  useEffect(
    () => (sounds === '' ? undefined : keepSoundsPreloaded(sounds.split(' ') as SoundName[])),
    [sounds],
  );
}

/**
 * Loads sounds in an idle period, or at once in a hidden tab, which has few of those; the returned function cancels it.
 */
export function keepSoundsPreloaded(names: readonly SoundName[]): () => void {
  if (!document.hidden) {
    return whenIdle(() => {
      preloadSounds(names);
    });
  }
  preloadSounds(names);
  return () => undefined;
}
