// Plays one sound at a time: a ring in a loop, or a sample once; by an audio element where Web Audio is missing or fails.
import type { SoundName } from '../model/types';
import { restOutput, startOutput, type Silence } from './audio-output';
import { ringSettings } from './ring-settings';
import { loadSound, soundOfRing, soundFile } from './sound-files';
import { after } from '../time/background-timer';

/** The result of playing; `replaced` if another sound or silence was requested before it began. */
type Outcome = 'playing' | Silence | 'replaced';

/** A sample ended, or could not be played. */
type End = 'over' | 'failed';

interface Voice {
  readonly output: AudioContext;
  readonly source: AudioBufferSourceNode;
}

/** A gradual rise begins at this fraction of the volume, which is just audible. */
const risesFrom = 0.05;

let voice: Voice | null = null;
let lastResort: LastResort | null = null;
let onVoiceEnd: ((end: End) => void) | null = null;
let lastRequest = 0;

/**
 * Plays a ring's sound in a loop and replaces any other, until `stopSound`. With `rises` it begins as softly as the
 * settings say.
 */
export async function playRing(name: SoundName, rises: boolean): Promise<Outcome> {
  const request = nextRequest();
  const output = await startOutput();
  if (request !== lastRequest) return 'replaced';
  if (output === 'missing') return playWithoutWebAudio(name, request);
  if (typeof output === 'string') return output;
  try {
    const buffer = await soundOfRing(name);
    if (request !== lastRequest) return 'replaced';
    begin(output, buffer, { loop: true, rises });
    return 'playing';
  } catch (failure) {
    console.warn('Web Audio failed:', failure);
    return playWithoutWebAudio(name, request);
  }
}

async function playWithoutWebAudio(name: SoundName, request: number): Promise<Outcome> {
  endVoice();
  const playing = await playLastResort(name);
  if (request !== lastRequest) {
    if (typeof playing !== 'string') playing.stop();
    return 'replaced';
  }
  if (typeof playing === 'string') return playing;
  lastResort = playing;
  return 'playing';
}

/**
 * Plays a sound once, until the returned function is called. `onEnd` is called when it has ended, was stopped or
 * replaced, or could not be played.
 */
export function playSample(name: SoundName, onEnd: (end: End) => void): () => void {
  const request = nextRequest();
  endVoice();
  onVoiceEnd = onEnd;
  // Both at once, because the output must be started within the click's handler.
  Promise.all([startOutput(), loadSound(name)])
    .then(([output, buffer]) => {
      if (request !== lastRequest) return;
      if (typeof output === 'string') stopSound('failed');
      else begin(output, buffer, { loop: false, rises: false });
    })
    .catch((failure: unknown) => {
      console.warn(failure);
      if (request === lastRequest) stopSound('failed');
    });
  return () => {
    if (request === lastRequest) stopSound();
  };
}

export function stopSound(end: End = 'over'): void {
  nextRequest();
  endVoice(end);
  restOutput();
}

/** The position of the playing sound in seconds, which stands still if the device is gone; null if nothing plays. */
export function playedSeconds(): number | null {
  if (lastResort !== null) return lastResort.seconds();
  return voice?.output.state === 'running' ? voice.output.currentTime : null;
}

function nextRequest(): number {
  lastRequest += 1;
  return lastRequest;
}

interface Manner {
  readonly loop: boolean;
  /** Whether it may rise gradually. */
  readonly rises: boolean;
}

function begin(output: AudioContext, buffer: AudioBuffer, { loop, rises }: Manner): void {
  if (loop) endVoice();
  const source = output.createBufferSource();
  source.buffer = buffer;
  source.loop = loop;
  source.connect(level(output, rises)).connect(output.destination);
  source.onended = () => {
    if (voice?.source === source) stopSound();
  };
  source.start();
  voice = { output, source };
}

/** The chosen volume, or a gradual rise to it. */
function level(output: AudioContext, rises: boolean): GainNode {
  const { volume, riseSeconds } = ringSettings.read();
  const full = volume / 100;
  const node = output.createGain();
  if (rises && riseSeconds > 0) {
    node.gain.setValueAtTime(full * risesFrom, output.currentTime);
    node.gain.linearRampToValueAtTime(full, output.currentTime + riseSeconds);
  } else {
    node.gain.value = full;
  }
  return node;
}

function endVoice(end: End = 'over'): void {
  const ended = voice;
  const notify = onVoiceEnd;
  voice = null;
  onVoiceEnd = null;
  lastResort?.stop();
  lastResort = null;
  ended?.source.stop();
  ended?.source.disconnect();
  notify?.(end);
}

interface LastResort {
  /** The position in seconds; it begins again with each repetition. */
  readonly seconds: () => number;
  readonly stop: () => void;
}

const vibrateEveryMs = 2_000;
const vibration = [400, 200, 400];

/** Plays a sound in a loop; the visitor's own sound is replaced by the default one. `refused` until a gesture. */
async function playLastResort(name: SoundName): Promise<LastResort | 'refused' | 'missing'> {
  const element = new Audio(soundFile(name === 'own' ? 'default' : name));
  element.loop = true;
  // Phones ignore it.
  element.volume = ringSettings.read().volume / 100;
  try {
    await element.play();
  } catch (failure) {
    return (failure as Partial<Error>).name === 'NotAllowedError' ? 'refused' : 'missing';
  }
  let cancel: () => void = () => undefined;
  const vibrate = () => {
    (navigator as Partial<Navigator>).vibrate?.(vibration);
    cancel = after(vibrateEveryMs, vibrate);
  };
  vibrate();
  return {
    seconds: () => element.currentTime,
    stop: () => {
      cancel();
      element.pause();
    },
  };
}
