// The visitor's own sound: a file that is tested before it is stored, and decoded when it is needed.
import { useSyncExternalStore } from 'react';
import { createEmitter } from '../browser/emitter';
import type { SoundName } from '../model/types';
import {
  deleteOwnSoundFile,
  storeOwnSoundFile,
  onOwnSoundFile,
  ownSoundFile,
} from '../browser/own-sound-file';

const ownSoundLimits = {
  bytes: 2 * 1024 * 1024,
  /** The part that is played repeatedly. */
  playedSeconds: 60,
  /** Decoding a longer file would fill the memory of a small device. */
  wholeSeconds: 300,
  /** A file that was cut off may be shorter; played in a loop, it would be a hum. */
  leastSeconds: 0.1,
} as const;

/** The level below which nothing can be heard, as a part of the full level. */
const leastLevel = 0.001;

/** Why a file is refused: too large, deleted, not supported by the browser, silent, or no space to store it. */
export type Refusal = 'tooLarge' | 'closed' | 'unusable' | 'silent' | 'notKept';

const longestName = 60;

/** The name of the sound; null if there is none, undefined until it is known. */
let known: string | null | undefined;
let decoding: Promise<AudioBuffer> | null = null;
let isFollowed = false;
/** Whether an alarm or timer here uses it, or it is being played. */
let isNeeded = false;
const listeners = createEmitter();

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
  // It was moved or deleted since it was chosen, or the browser may not read it.
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return 'closed';
  const audio = await usableAudio(bytes);
  if (audio === null) return 'unusable';
  if (!isHeard(beginningOf(audio))) return 'silent';
  const name = Array.from(file.name.replace(/\.[^.]*$/, '').trim() || file.name);
  try {
    await storeOwnSoundFile({ name: name.slice(0, longestName).join(''), bytes });
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

async function usableAudio(bytes: ArrayBuffer): Promise<AudioBuffer | null> {
  if (!canDecode()) return null;
  try {
    const audio = await decodedAudio(bytes);
    const { leastSeconds, wholeSeconds } = ownSoundLimits;
    return audio.duration >= leastSeconds && audio.duration <= wholeSeconds ? audio : null;
  } catch {
    return null;
  }
}

function isHeard(audio: AudioBuffer): boolean {
  for (let channel = 0; channel < audio.numberOfChannels; channel += 1) {
    if (audio.getChannelData(channel).some((sample) => Math.abs(sample) >= leastLevel)) return true;
  }
  return false;
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
  follow();
  if (known === undefined) void readStored();
  return listeners.subscribe(listener);
}

function follow(): void {
  if (isFollowed) return;
  isFollowed = true;
  onOwnSoundFile((name) => {
    decoding = null;
    setKnown(name);
    // An alarm that uses it may be due soon.
    if (isNeeded && name !== null) ownSoundAudio().catch(() => undefined);
  });
}

async function readStored(): Promise<void> {
  setKnown((await ownSoundFile())?.name ?? null);
}

function setKnown(name: string | null): void {
  known = name;
  listeners.emit();
}

const sampleRate = 44_100;

/** Whether this browser can decode audio. */
export function canDecode(): boolean {
  return typeof OfflineAudioContext === 'function';
}

/** Decodes a file of any type that the browser supports; fails for others. Does not consume the bytes. */
export function decodedAudio(bytes: ArrayBuffer): Promise<AudioBuffer> {
  const decoder = new OfflineAudioContext(1, 1, sampleRate);
  // The browser detaches the buffer that it decodes.
  return decoder.decodeAudioData(bytes.slice(0));
}
