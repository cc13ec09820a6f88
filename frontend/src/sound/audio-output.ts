// The page's audio context, which exists while something is to sound, and whether there is a device that sounds.
import { createEmitter, onEvents } from '../browser/emitter';
import { after } from '../time/background-timer';

/** Why nothing can sound: the browser requires a gesture, there is no audio device, or no Web Audio. */
export type Silence = 'refused' | 'gone' | 'missing';

/** Whether this tab can sound; `untried` until a gesture or a ring has shown it. */
export type OutputState = 'untried' | 'ready' | Silence;

/** A context that may sound and has a device starts within this time. */
const startsWithinMs = 300;
/** The browser's audio process may have to start first, which takes up to a second. */
const firstStartsWithinMs = 2_000;
const checkEveryMs = 20;
/** A context that no longer runs is replaced after this many attempts. */
const attemptsPerContext = 2;

let context: AudioContext | null = null;
let failedAttempts = 0;
/** Whether this page could sound before: then silence is the device's fault, and not that of a missing gesture. */
let hasSounded = false;
let inUse = false;
let isUnlocking = false;
let starting: Promise<AudioContext | Silence> | null = null;
/** Null until it is first requested. */
let state: OutputState | null = null;
const stateListeners = createEmitter();
const interruptionListeners = createEmitter();

/** Whether this tab can sound, according to the last attempt. */
export function outputState(): OutputState {
  state ??= stateBeforeTrying();
  return state;
}

/** Calls back after every change of that state. */
export const onOutputState = stateListeners.subscribe;

/** Calls back when a call that interrupted the output is over. */
export const onInterruptionEnd = interruptionListeners.subscribe;

/**
 * Starts the output and returns it when its time advances, which `state === 'running'` alone does not prove. If the
 * browser requires a gesture, call it in the gesture's handler.
 */
export function startOutput(): Promise<AudioContext | Silence> {
  inUse = true;
  claimAudioSession('playback');
  starting ??= start().finally(() => {
    starting = null;
  });
  return starting;
}

/** Releases the device until the next start. */
export function restOutput(): void {
  inUse = false;
  claimAudioSession('auto');
  release();
}

/**
 * Starts a context briefly; call it on a gesture. Safari allows that context to start again without a gesture, even in
 * a hidden tab, and other browsers start their audio process, which takes up to a second the first time.
 */
export function unlockOutput(): void {
  if (state === 'ready' || typeof AudioContext !== 'function') return;
  if (isUnlocking) {
    // The attempt in progress benefits from this gesture; another one would close its context.
    context?.resume().catch(() => undefined);
    return;
  }
  const opened = openContext();
  if (opened === null) return;
  isUnlocking = true;
  void Promise.all([passesTime(opened, firstStartsWithinMs), outputIsGone()]).then(
    ([passes, isGone]) => {
      isUnlocking = false;
      // A start that is in use, or has succeeded meanwhile, has recorded the state itself.
      if (inUse || outputState() === 'ready') return;
      if (isGone) setState('gone');
      else setState(passes ? 'ready' : 'refused');
      release();
    },
  );
}

async function start(): Promise<AudioContext | Silence> {
  const output = await startedContext();
  setState(typeof output === 'string' ? output : 'ready');
  return output;
}

async function startedContext(): Promise<AudioContext | Silence> {
  if (typeof AudioContext !== 'function') return 'missing';
  const own = openContext();
  if (own === null) return 'missing';
  const [passes, isGone] = await Promise.all([
    passesTime(own, startsWithinMs),
    outputIsGone(whileSoundingMs),
  ]);
  // The time of a context without a device advances, too, and the context stays silent when a device is back.
  if (isGone) release();
  else if (passes) return own;
  else if (!isInterrupted(own)) countFailure();
  return isGone ? 'gone' : 'refused';
}

/** The present context, or a new one if there is none or it was closed; null if the browser makes none. */
function openContext(): AudioContext | null {
  if (context !== null && context.state !== 'closed') return context;
  context = null;
  let opened: AudioContext;
  try {
    opened = new AudioContext();
  } catch (failure) {
    console.warn('there is no audio context:', failure);
    return null;
  }
  let wasInterrupted = false;
  opened.onstatechange = () => {
    if (wasInterrupted && !isInterrupted(opened)) interruptionListeners.emit();
    wasInterrupted = isInterrupted(opened);
  };
  context = opened;
  return opened;
}

/** Whether a phone call or an assistant has the device, as Safari tells. */
function isInterrupted({ state: contextState }: AudioContext): boolean {
  // Not all versions of TypeScript's types have this state.
  return (contextState as string) === 'interrupted';
}

function setState(next: OutputState): void {
  if (next === state) return;
  state = next;
  stateListeners.emit();
}

/** Firefox tells whether it requires a gesture; in other browsers only an attempt shows it. */
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
  if (hasSounded && failedAttempts % attemptsPerContext === 0) release();
}

/** Resumes a context and waits until its time advances. */
async function passesTime(one: AudioContext, withinMs: number): Promise<boolean> {
  // Resumed during an interruption, a context of Safari says that it runs, but stands still for good.
  if (isInterrupted(one)) return false;
  // If it is rejected or stays pending, the time does not advance.
  one.resume().catch(() => undefined);
  const from = one.currentTime;
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += checkEveryMs) {
    if (one.state === 'running' && one.currentTime > from) {
      hasSounded = true;
      return true;
    }
    await pause(checkEveryMs);
  }
  return false;
}

/** A new context uses the present device. Safari would require a gesture again, so there the context is kept. */
function release(): void {
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

/** `playback` sounds on iPhones whose mute switch is on, as alarms have to; `auto` does not interrupt other apps. */
function claimAudioSession(type: 'playback' | 'auto'): void {
  const { audioSession } = navigator as { readonly audioSession?: { type: string } };
  if (audioSession !== undefined) audioSession.type = type;
}

/** A list that takes longer than this is ignored. */
const patienceMs = 100;
/** How old the list may be while something sounds: hidden tabs get no event about devices. */
export const whileSoundingMs = 500;

let wasThere = false;
/** What the browser lists, since when, and whether it has answered; null if a device has come or gone since. */
let listed: {
  readonly at: number;
  readonly isThere: Promise<boolean | undefined>;
  isAnswered: boolean;
} | null = null;
let isListening = false;

/**
 * True if the browser listed outputs before and lists none now. A context without a device runs silently without any
 * sign. Browsers that list no outputs without a permission, like Firefox and Safari, are assumed to have one.
 *
 * The browser is asked again when a device has come or gone, and if its list is older than `atMostMs`.
 */
export async function outputIsGone(atMostMs = Infinity): Promise<boolean> {
  listenForDevices();
  const now = performance.now();
  if (listed === null || now - listed.at > atMostMs) listed = listFrom(now);
  // A gesture asks, and so does each key of a text: none of them starts a timer without need.
  const isThere = await (listed.isAnswered
    ? listed.isThere
    : Promise.race([listed.isThere, unknownAfter(patienceMs)]));
  if (isThere === true) wasThere = true;
  return wasThere && isThere === false;
}

function listFrom(at: number) {
  const list = { at, isThere: hasOutput(), isAnswered: false };
  void list.isThere.then(() => {
    list.isAnswered = true;
  });
  return list;
}

function listenForDevices(): void {
  if (isListening) return;
  isListening = true;
  const devices = mediaDevices();
  if (devices === undefined) return;
  onEvents(devices, ['devicechange'], () => {
    listed = null;
  });
}

async function hasOutput(): Promise<boolean | undefined> {
  try {
    const devices = await mediaDevices()?.enumerateDevices();
    return devices?.some(({ kind }) => kind === 'audiooutput');
  } catch {
    return undefined;
  }
}

/** Missing in insecure contexts. */
function mediaDevices(): MediaDevices | undefined {
  return (navigator as { readonly mediaDevices?: MediaDevices }).mediaDevices;
}

function unknownAfter(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    after(ms, () => {
      resolve(undefined);
    });
  });
}
