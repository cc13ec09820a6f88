// The visitor's own sound: a file that is tested before it is stored, and decoded when it is needed.
import { useSyncExternalStore } from 'react';
import type { SoundName } from '../api/types';
import {
  deleteOwnSoundFile,
  keepOwnSoundFile,
  onOwnSoundFile,
  ownSoundFile,
} from '../browser/own-sound-file';
import { canDecode, decodedAudio } from './decode';

export const ownSoundLimits = {
  bytes: 2 * 1024 * 1024,
  /** The part that is played repeatedly. */
  playedSeconds: 60,
  /** Decoding a longer file would fill the memory of a small device. */
  wholeSeconds: 300,
} as const;

/** Why a file is refused: too large, not playable, or no space to store it. */
export type Refusal = 'tooLarge' | 'unusable' | 'notKept';

const longestName = 60;

/** Its name; null if there is none, undefined until it is known. */
let known: string | null | undefined;
let decoding: Promise<AudioBuffer> | null = null;
let isFollowed = false;
/** Whether an alarm or timer here uses it, or it is being played. */
let isNeeded = false;
const listeners = new Set<() => void>();

/** The name of this device's own sound; null if there is none, undefined until it is known. */
export function useOwnSound(): string | null | undefined {
  return useSyncExternalStore(
    subscribe,
    () => known,
    () => undefined,
  );
}

/** The sound that a ring plays on this device: the default one if the own sound is on another device. */
export function useHeardSound(sound: SoundName): SoundName {
  return useOwnSound() === null && sound === 'own' ? 'default' : sound;
}

/** Replaces the file; returns why if it is refused. */
export async function chooseOwnSound(file: File): Promise<Refusal | null> {
  if (file.size > ownSoundLimits.bytes) return 'tooLarge';
  const bytes = await file.arrayBuffer();
  if (!(await isUsable(bytes))) return 'unusable';
  const name = Array.from(file.name.replace(/\.[^.]*$/, '').trim() || file.name);
  try {
    await keepOwnSoundFile({ name: name.slice(0, longestName).join(''), bytes });
    return null;
  } catch (failure) {
    console.warn('the sound could not be kept:', failure);
    return 'notKept';
  }
}

export async function removeOwnSound(): Promise<void> {
  await deleteOwnSoundFile();
}

/** The decoded audio; fails if this device has none. */
export function ownSoundAudio(): Promise<AudioBuffer> {
  follow();
  isNeeded = true;
  decoding ??= decoded().catch((failure: unknown) => {
    decoding = null;
    throw failure;
  });
  return decoding;
}

async function decoded(): Promise<AudioBuffer> {
  const file = await ownSoundFile();
  if (file === null) throw new Error('this device has no own sound');
  return beginningOf(await decodedAudio(file.bytes));
}

async function isUsable(bytes: ArrayBuffer): Promise<boolean> {
  if (!canDecode()) return false;
  try {
    const { duration } = await decodedAudio(bytes);
    return duration > 0 && duration <= ownSoundLimits.wholeSeconds;
  } catch {
    return false;
  }
}

function beginningOf(whole: AudioBuffer): AudioBuffer {
  const { numberOfChannels, sampleRate } = whole;
  const length = ownSoundLimits.playedSeconds * sampleRate;
  if (whole.length <= length) return whole;
  const beginning = new AudioBuffer({ numberOfChannels, sampleRate, length });
  for (let channel = 0; channel < numberOfChannels; channel += 1) {
    beginning.copyToChannel(whole.getChannelData(channel).subarray(0, length), channel);
  }
  return beginning;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  follow();
  if (known === undefined) void lookUp();
  return () => {
    listeners.delete(listener);
  };
}

function follow(): void {
  if (isFollowed) return;
  isFollowed = true;
  onOwnSoundFile((name) => {
    decoding = null;
    note(name);
    // An alarm that uses it may be due soon.
    if (isNeeded && name !== null) ownSoundAudio().catch(() => undefined);
  });
}

async function lookUp(): Promise<void> {
  note((await ownSoundFile())?.name ?? null);
}

function note(name: string | null): void {
  known = name;
  listeners.forEach((listener) => {
    listener();
  });
}
