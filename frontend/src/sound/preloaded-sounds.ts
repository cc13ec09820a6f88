// Preloads the sounds of this visitor's alarms and timers, and no others.
import type { SoundName } from '../model/types';
import { whenIdle } from '../browser/idle';
import { listOf, onRowsChange } from '../rows/store';
import { preloadSounds } from './sound-files';

/**
 * Preloads the sounds of the lists whenever these change, until the returned function is called. Rows that are off count,
 * too: they may be switched on while this tab is hidden.
 */
export function preloadSoundsOfRows(): () => void {
  let wanted: readonly SoundName[] = [];
  let cancel: () => void = () => undefined;
  const follow = () => {
    const rows = [...(listOf('alarms')?.rows ?? []), ...(listOf('timers')?.rows ?? [])];
    const sounds = [...new Set(rows.map(({ sound }) => sound))].sort();
    if (sounds.join() === wanted.join()) return;
    wanted = sounds;
    cancel();
    cancel = sounds.length === 0 ? () => undefined : keepSoundsPreloaded(sounds);
  };
  const stop = onRowsChange(follow);
  follow();
  return () => {
    stop();
    cancel();
  };
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
