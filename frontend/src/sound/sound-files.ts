// Sounds, decoded and kept in memory: a hidden tab may not load a media file any more.
import type { BuiltInSound, SoundName } from '../api/types';
import { loadPersistently } from '../loading/load-code';
import { after } from '../time/background-timer';
import { canDecode, decodedAudio } from './decode';
import { ownSoundAudio } from './own-sound';
import { spareTone } from './spare-tone';

/** A ring waits no longer than this for its own sound. */
const patienceMs = 150;

const files: Record<BuiltInSound, URL> = {
  dawn: new URL('./files/dawn.mp3', import.meta.url),
  default: new URL('./files/default.mp3', import.meta.url),
  chime: new URL('./files/chime.mp3', import.meta.url),
  marimba: new URL('./files/marimba.mp3', import.meta.url),
  pulse: new URL('./files/pulse.mp3', import.meta.url),
};

const decoded = new Map<BuiltInSound, AudioBuffer>();
const loading = new Map<BuiltInSound, Promise<AudioBuffer>>();

/** Sounds that are to be at hand; each is loaded once. */
const wanted = new Set<BuiltInSound>();

/** Loads sounds before they are needed; what fails is tried again, but for the visitor's own, which another device may have. */
export function preloadSounds(names: readonly SoundName[]): void {
  if (!canDecode()) return;
  names.forEach((name) => {
    if (name === 'own') {
      ownSoundAudio().catch(() => undefined);
    } else if (!wanted.has(name)) {
      wanted.add(name);
      void loadPersistently(() => loadSound(name));
    }
  });
}

/** A decoded sound; fails where its file cannot be had. */
export function loadSound(name: SoundName): Promise<AudioBuffer> {
  if (name === 'own') return ownSoundAudio();
  const known = decoded.get(name);
  if (known !== undefined) return Promise.resolve(known);
  const underWay = loading.get(name) ?? fetchSound(name);
  loading.set(name, underWay);
  return underWay;
}

/** The sound of a ring: its own, another where that is missing, and a plain tone where no file came. */
export async function soundOfRing(name: SoundName): Promise<AudioBuffer> {
  const own = await Promise.race([loadSound(name).catch(() => null), nothingAfter(patienceMs)]);
  return own ?? decoded.get('default') ?? decoded.values().next().value ?? spareTone();
}

async function fetchSound(name: BuiltInSound): Promise<AudioBuffer> {
  try {
    const answer = await fetch(files[name]);
    if (!answer.ok) throw new Error(`the sound ${name} could not be fetched: ${answer.status}`);
    const buffer = await decodedAudio(await answer.arrayBuffer());
    decoded.set(name, buffer);
    return buffer;
  } finally {
    loading.delete(name);
  }
}

function nothingAfter(ms: number): Promise<null> {
  return new Promise((resolve) => {
    after(ms, () => {
      resolve(null);
    });
  });
}
