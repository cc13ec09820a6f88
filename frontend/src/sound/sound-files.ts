// Decoded sounds in memory, because a hidden tab may not be able to load media files: those of this visitor's alarms
// and timers are preloaded; and a tone that needs no file.
import type { BuiltInSound, SoundName } from '../model/types';
import { loadPersistently } from '../loading/load-code';
import { after } from '../time/background-timer';
import { canDecode, decodedAudio, ownSoundAudio } from './own-sound';
import { whenIdle } from '../browser/idle';
import { listOf, onRowsChange } from '../rows/store';

/** The longest that a ring waits for its own sound. */
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

/** The address of a sound's file. */
export function soundFile(name: BuiltInSound): string {
  return files[name].href;
}

/** The sounds to preload; each is loaded once. */
const wanted = new Set<BuiltInSound>();

/** Preloads sounds; failures are retried, except for the visitor's own sound, which may be on another device. */
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

/** A decoded sound; fails if its file cannot be loaded. */
export function loadSound(name: SoundName): Promise<AudioBuffer> {
  if (name === 'own') return ownSoundAudio();
  const known = decoded.get(name);
  if (known !== undefined) return Promise.resolve(known);
  const pending = loading.get(name) ?? fetchSound(name);
  loading.set(name, pending);
  return pending;
}

/**
 * The sound of a ring: its own, the default one if that is missing, and a generated tone if no file could be loaded.
 */
export async function soundOfRing(name: SoundName): Promise<AudioBuffer> {
  const own = await Promise.race([loadSound(name).catch(() => null), nothingAfter(patienceMs)]);
  return own ?? decoded.get('default') ?? decoded.values().next().value ?? fallbackTone();
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

const sampleRate = 44_100;
const seconds = 1;
const pitchHz = 880;
const beepSeconds = 0.16;
const beepStarts = [0, 0.24];
const loudness = 0.6;

let made: AudioBuffer | null = null;

/** The tone, to be looped. */
function fallbackTone(): AudioBuffer {
  made ??= synthesised();
  return made;
}

function synthesised(): AudioBuffer {
  const buffer = new AudioBuffer({ length: sampleRate * seconds, sampleRate });
  const samples = buffer.getChannelData(0);
  for (const start of beepStarts) {
    const first = Math.round(start * sampleRate);
    const length = Math.round(beepSeconds * sampleRate);
    for (let index = 0; index < length; index += 1) {
      // Fading in and out avoids clicks.
      const envelope = Math.sin((Math.PI * index) / length);
      samples[first + index] =
        loudness * envelope * Math.sin((2 * Math.PI * pitchHz * index) / sampleRate);
    }
  }
  return buffer;
}

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
