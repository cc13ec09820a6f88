// The page's audio context: there while something is to sound.
import { after } from '../time/background-timer';
import { outputIsGone } from './output-device';

/** Why nothing can sound: the browser waits for a gesture, the device is gone, or the browser lacks Web Audio. */
export type Silence = 'refused' | 'gone' | 'missing';

/** What is known of this tab's sound; `untried` until a gesture or a ring shows whether it comes. */
export type OutputState = 'untried' | 'ready' | Silence;

/** A context that may sound and has a device to do so begins within this time. */
const startsWithinMs = 300;
/** The browser's audio process may have to start first, which takes up to a second. */
const firstStartsWithinMs = 2_000;
const lookEveryMs = 20;
/** A context that ran before and does not any more is replaced after so many attempts. */
const attemptsPerContext = 2;

let context: AudioContext | null = null;
let failedAttempts = 0;
/** Whether this page was let sound before: silence is the device's fault then, and not a missing gesture's. */
let hasSounded = false;
let inUse = false;
let isUnlocking = false;
let starting: Promise<AudioContext | Silence> | null = null;
/** Null until somebody asks. */
let state: OutputState | null = null;
const listeners = new Set<() => void>();

/** Whether this tab can sound, as the last attempt showed. */
export function outputState(): OutputState {
  state ??= stateBeforeTrying();
  return state;
}

/** Calls after every change of that state. */
export function onOutputState(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

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
  rest();
}

/**
 * Starts a context for a moment, to be called on a gesture: Safari lets that one start without a gesture later, in a hidden
 * tab too, and other browsers start their audio process, which takes up to a second the first time.
 */
export function unlockOutput(): void {
  if (state === 'ready' || typeof AudioContext !== 'function') return;
  if (isUnlocking) {
    // The attempt under way sees what this gesture allows; another one would close its context.
    context?.resume().catch(() => undefined);
    return;
  }
  isUnlocking = true;
  if (context?.state === 'closed') context = null;
  context ??= new AudioContext();
  void Promise.all([passesTime(context, firstStartsWithinMs), outputIsGone()]).then(
    ([passes, isGone]) => {
      isUnlocking = false;
      // What sounds, or did meanwhile, has noted that by itself.
      if (inUse || outputState() === 'ready') return;
      if (isGone) noteState('gone');
      else noteState(passes ? 'ready' : 'refused');
      rest();
    },
  );
}

async function start(): Promise<AudioContext | Silence> {
  const output = await startedContext();
  noteState(typeof output === 'string' ? output : 'ready');
  return output;
}

async function startedContext(): Promise<AudioContext | Silence> {
  if (typeof AudioContext !== 'function') return 'missing';
  if (context?.state === 'closed') context = null;
  context ??= new AudioContext();
  const own = context;
  const [passes, isGone] = await Promise.all([passesTime(own, startsWithinMs), outputIsGone()]);
  // The time of a context without a device passes too, and goes on to when there is one again.
  if (isGone) closeContext();
  else if (passes) return own;
  else countFailure();
  return isGone ? 'gone' : 'refused';
}

function noteState(next: OutputState): void {
  if (next === state) return;
  state = next;
  listeners.forEach((listener) => {
    listener();
  });
}

/** Firefox tells whether it waits for a gesture; elsewhere a page learns that by trying. */
function stateBeforeTrying(): OutputState {
  if (typeof AudioContext !== 'function') return 'missing';
  const { navigator: browser } = window as { readonly navigator: AutoplayPolicy };
  return browser.getAutoplayPolicy?.('audiocontext') === 'allowed' ? 'ready' : 'untried';
}

interface AutoplayPolicy {
  readonly getAutoplayPolicy?: (type: 'audiocontext') => string;
}

function countFailure(): void {
  failedAttempts += 1;
  if (hasSounded && failedAttempts % attemptsPerContext === 0) closeContext();
}

/** Resumes a context and waits until its time moves on. */
async function passesTime(one: AudioContext, withinMs: number): Promise<boolean> {
  // A rejected or pending resume shows in the time that does not pass.
  one.resume().catch(() => undefined);
  const from = one.currentTime;
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += lookEveryMs) {
    if (one.state === 'running' && one.currentTime > from) {
      hasSounded = true;
      return true;
    }
    await pause(lookEveryMs);
  }
  return false;
}

/** A new context finds the device of its day. Safari would ask for a gesture again, so there it is kept. */
function rest(): void {
  if (!isSafari()) closeContext();
  else if (context?.state === 'running') context.suspend().catch(() => undefined);
}

function closeContext(): void {
  context?.close().catch(() => undefined);
  context = null;
}

function isSafari(): boolean {
  return navigator.vendor.startsWith('Apple');
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
