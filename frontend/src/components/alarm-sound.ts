// The sounds of a ring: one plays at a time, over and over until stopped.
import type { SoundName } from '../api/types';

/** What became of the wish to hear something. */
export type Audibility = 'playing' | 'blocked' | 'failed' | 'given up';

const players = new Map<SoundName, HTMLAudioElement>();
const locked = new Set<HTMLAudioElement>();
let current: HTMLAudioElement | null = null;

const files: Record<SoundName, URL> = {
  default: new URL('./sounds/default.mp3', import.meta.url),
  chime: new URL('./sounds/chime.mp3', import.meta.url),
  marimba: new URL('./sounds/marimba.mp3', import.meta.url),
};

/** Where a sound's file is. */
export function soundFile(name: SoundName): string {
  return files[name].href;
}

/** Loads a sound ahead, so that it is there even if the network is not when it is due. */
export function loadSound(name: SoundName): void {
  playerOf(name);
}

/**
 * Plays a sound in a loop in place of any other; `blocked` where the browser waits for a click or key first,
 * `given up` where another sound or silence was wanted before this one began.
 */
export async function playSound(name: SoundName): Promise<Audibility> {
  const player = playerOf(name);
  if (current !== player) stopSound();
  current = player;
  try {
    await player.play();
    return 'playing';
  } catch (failure) {
    const reason = failure instanceof DOMException ? failure.name : '';
    if (current !== player || reason === 'AbortError') return 'given up';
    if (reason === 'NotAllowedError') return 'blocked';
    // A player whose file did not come does not ask for it again.
    players.delete(name);
    locked.delete(player);
    return name === 'default' ? 'failed' : playSound('default');
  }
}

/** Silence, and the beginning of the sound next time. */
export function stopSound(): void {
  if (current === null) return;
  current.pause();
  current.currentTime = 0;
  current = null;
}

/**
 * To be called on a click or key: Safari lets only those elements sound later that have played within one.
 * Other browsers remember the click itself.
 */
export function unlockSounds(): void {
  if (!navigator.vendor.startsWith('Apple')) return;
  for (const player of locked) {
    locked.delete(player);
    if (player === current) continue;
    player.muted = true;
    player
      .play()
      .then(() => {
        if (player !== current) player.pause();
      })
      .catch(() => locked.add(player))
      .finally(() => {
        player.muted = false;
      });
  }
}

function playerOf(name: SoundName): HTMLAudioElement {
  const known = players.get(name);
  if (known !== undefined) return known;
  const player = new Audio(soundFile(name));
  player.preload = 'auto';
  player.loop = true;
  players.set(name, player);
  locked.add(player);
  return player;
}
