// The page's audio context: started when something is to sound, suspended otherwise.
import { after } from '../hooks/background-timer';

/** Why nothing can sound: the browser waits for a gesture or has no working device, or it lacks Web Audio. */
export type Silence = 'refused' | 'missing';

/** A context that may sound and has a device to do so mostly begins within this time. */
const startsWithinMs = 150;
const lookEveryMs = 20;

let context: AudioContext | null = null;
/** The latest context whose time has passed at least once. */
let proven: AudioContext | null = null;
let inUse = false;
let starting: Promise<AudioContext | Silence> | null = null;

/**
 * Starts the output and returns it once its time passes, which `state === 'running'` alone does not prove. Has to
 * be called within a gesture's handler where the browser asks for one.
 */
export function startOutput(): Promise<AudioContext | Silence> {
  inUse = true;
  claimAudioSession('playback');
  starting ??= start().finally(() => {
    starting = null;
  });
  return starting;
}

/** Gives the device back until the next start. */
export function restOutput(): void {
  inUse = false;
  claimAudioSession('auto');
  suspend();
}

/** Starts a context for a moment, to be called on a gesture: from then on it starts without one, in a hidden tab too. */
export function unlockOutput(): void {
  if (typeof AudioContext !== 'function') return;
  if (proven !== null && proven === context && proven.state !== 'closed') return;
  warmUp();
}

/** Finds new devices ahead of the next start, until the returned function is called. */
export function followDevices(): () => void {
  // Missing outside of secure contexts.
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
  const renew = () => {
    if (inUse || proven === null) return;
    replaceContext();
    warmUp();
  };
  mediaDevices?.addEventListener('devicechange', renew);
  return () => {
    mediaDevices?.removeEventListener('devicechange', renew);
  };
}

function warmUp(): void {
  context = usable(context);
  void passesTime(context, startsWithinMs).then(() => {
    if (!inUse) suspend();
  });
}

async function start(): Promise<AudioContext | Silence> {
  if (typeof AudioContext !== 'function') return 'missing';
  context = usable(context);
  if (await passesTime(context, startsWithinMs)) return context;
  // Where none ever ran the browser waits for a gesture. Else the device has gone: a new context looks for another, and
  // is kept for the next attempt if that takes longer.
  if (proven !== null) replaceContext();
  return (await passesTime(context, startsWithinMs)) ? context : 'refused';
}

function replaceContext(): void {
  context?.close().catch(() => undefined);
  context = new AudioContext();
}

function usable(known: AudioContext | null): AudioContext {
  return known === null || known.state === 'closed' ? new AudioContext() : known;
}

/** Resumes a context and waits until its time moves on. */
async function passesTime(one: AudioContext, withinMs: number): Promise<boolean> {
  // A rejected or pending resume shows in the time that does not pass.
  one.resume().catch(() => undefined);
  const from = one.currentTime;
  for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += lookEveryMs) {
    if (one.state === 'running' && one.currentTime > from) {
      proven = one;
      return true;
    }
    await pause(lookEveryMs);
  }
  return false;
}

function suspend(): void {
  if (context?.state !== 'running') return;
  context.suspend().catch(() => undefined);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    after(ms, resolve);
  });
}

/** `playback` sounds on iPhones whose mute switch is on, as alarms have to; `auto` leaves other apps' sound alone. */
function claimAudioSession(type: 'playback' | 'auto'): void {
  const { audioSession } = navigator as { readonly audioSession?: { type: string } };
  if (audioSession !== undefined) audioSession.type = type;
}
