// Plays one sound at a time: a ring's, over and over, or a sample of one, once.
import type { SoundName } from '../api/types';
import { restOutput, startOutput, type Silence } from './audio-output';
import { ringSettings } from './ring-settings';
import { loadSound, soundOfRing } from './sound-files';

/** What became of a sound; `replaced` where another one or silence was asked for before it began. */
export type Outcome = 'playing' | Silence | 'replaced';

/** A sample came to its end, or could not be played. */
type End = 'over' | 'failed';

interface Voice {
  readonly output: AudioContext;
  readonly source: AudioBufferSourceNode;
}

/** A rise begins at this part of the volume: soft, and yet to be heard. */
const risesFrom = 0.05;

let voice: Voice | null = null;
let onVoiceEnd: ((end: End) => void) | null = null;
let lastRequest = 0;

/** Plays a ring's sound in a loop in place of any other, until `stopSound`. */
export async function playRing(name: SoundName): Promise<Outcome> {
  const request = nextRequest();
  const output = await startOutput();
  if (typeof output === 'string') return request === lastRequest ? output : 'replaced';
  const buffer = await soundOfRing(name);
  if (request !== lastRequest) return 'replaced';
  begin(output, buffer, true);
  return 'playing';
}

/**
 * Plays a sound once, until the returned function is called. `onEnd` is called when it is over, stopped, replaced
 * or could not be played; it hears which of both.
 */
export function playSample(name: SoundName, onEnd: (end: End) => void): () => void {
  const request = nextRequest();
  endVoice();
  onVoiceEnd = onEnd;
  // Both at once: the start has to be asked for while the click is being handled.
  Promise.all([startOutput(), loadSound(name)])
    .then(([output, buffer]) => {
      if (request !== lastRequest) return;
      if (typeof output === 'string') stopSound('failed');
      else begin(output, buffer, false);
    })
    .catch((failure: unknown) => {
      console.warn(failure);
      if (request === lastRequest) stopSound('failed');
    });
  return () => {
    if (request === lastRequest) stopSound();
  };
}

/** Silence. */
export function stopSound(end: End = 'over'): void {
  nextRequest();
  endVoice(end);
  restOutput();
}

/** The time of what plays in seconds, which stands still where the device is gone; null where nothing plays. */
export function playedSeconds(): number | null {
  return voice?.output.state === 'running' ? voice.output.currentTime : null;
}

function nextRequest(): number {
  lastRequest += 1;
  return lastRequest;
}

function begin(output: AudioContext, buffer: AudioBuffer, loop: boolean): void {
  if (loop) endVoice();
  const source = output.createBufferSource();
  source.buffer = buffer;
  source.loop = loop;
  source.connect(level(output, loop)).connect(output.destination);
  source.onended = () => {
    if (voice?.source === source) stopSound();
  };
  source.start();
  voice = { output, source };
}

/** The volume that the device is set to; a ring may rise to it. */
function level(output: AudioContext, isRing: boolean): GainNode {
  const { volume, riseSeconds } = ringSettings.read();
  const full = volume / 100;
  const node = output.createGain();
  if (isRing && riseSeconds > 0) {
    node.gain.setValueAtTime(full * risesFrom, output.currentTime);
    node.gain.linearRampToValueAtTime(full, output.currentTime + riseSeconds);
  } else {
    node.gain.value = full;
  }
  return node;
}

function endVoice(end: End = 'over'): void {
  const ended = voice;
  const tell = onVoiceEnd;
  voice = null;
  onVoiceEnd = null;
  ended?.source.stop();
  ended?.source.disconnect();
  tell?.(end);
}
