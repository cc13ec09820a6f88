// The sound of rings: one of all open tabs plays it, and only while its audio really advances. Tabs that sound send a
// heartbeat, so that the others know whether a ring is heard.
import { useSyncExternalStore } from 'react';
import { disposeAll, createEmitter, onEvents } from '../browser/emitter';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import { isShort } from '../rings/occurrence';
import {
  onInterruptionEnd,
  restOutput,
  startOutput,
  unlockOutput,
  type Silence,
  outputIsGone,
  whileSoundingMs,
} from '../sound/audio-output';
import { playedSeconds, playRing, stopSound } from '../sound/player';
import { keepSoundsPreloaded } from '../sound/sound-files';
import { after } from '../time/background-timer';
import { currentRings, onBookChange } from './store';
import { hasUserActivation, holdTabLock, isAnyTabVisible, shareVisibility } from './tabs';

/** User gestures, after which a browser lets a page play sound. */
const gestures = ['click', 'keydown', 'pointerup', 'touchend'] as const;
/** When no tab sounds, each retries after this time: a device may be back, or a call may have ended. */
const tryAgainMs = 500;
/** How long a tab lets other tabs go first that are more likely to be heard. */
const headStartMs = { visible: 0, touched: 60, untouched: 120, notInSight: 600 } as const;
/** A tab that is frozen keeps the lock: after this time without a sound of any tab, this one sounds without it. */
const holderSoundsWithinMs = 2_000;
/** A tab whose audio time stands still at this many heartbeats in a row gives up the lock. */
const heartbeatsMissedAtMost = 2;

/** Sounds the rings while this tab has the lock, until the returned function is called. */
export function startSound(): () => void {
  let leaveQueue: (() => void) | null = null;
  /** Null if this tab has no sound. */
  let endSound: (() => void) | null = null;
  let trying = false;
  let urged = false;
  let stopped = false;
  let rang = false;
  let cancelRetry: () => void = () => undefined;

  const rings = () => !stopped && currentRings().length > 0;
  const isUrged = () => urged;
  const isQueued = () => leaveQueue !== null;

  /** Ensures that this tab's audio works before it queues, so that no silent tab gets the lock. */
  const tryToSound = async () => {
    if (trying) {
      urged = true;
      return;
    }
    if (isQueued() || !rings()) return;
    cancelRetry();
    trying = true;
    do {
      urged = false;
      const [output] = await Promise.all([startOutput(), headStart().then(pause)]);
      if (!rings()) break;
      // Without Web Audio there is a last resort.
      if (typeof output !== 'string' || output === 'missing') {
        queue();
        break;
      }
      setOwnSounding(stateOf(output));
    } while (isUrged());
    trying = false;
    if (!rings()) restOutput();
    else if (!isQueued()) retryLater();
  };
  const queue = () => {
    let hasLock = false;
    const release = holdTabLock('tokibako-sound', () => {
      hasLock = true;
      endSound?.();
      return sound();
    });
    let cancelWait: () => void = () => undefined;
    const soundWithoutLock = () => {
      if (hasLock) return;
      // The holder is not frozen any more, and goes on.
      if (anotherTabSounds()) endSound?.();
      else if (endSound === null) sound();
      cancelWait = after(holderSoundsWithinMs, soundWithoutLock);
    };
    cancelWait = after(holderSoundsWithinMs, soundWithoutLock);
    leaveQueue = () => {
      cancelWait();
      release();
    };
  };
  const retryLater = () => {
    cancelRetry();
    cancelRetry = after(tryAgainMs, () => {
      if (anotherTabSounds()) retryLater();
      else void tryToSound();
    });
  };
  /** Stops this tab's sound at once: the lock is released later, when this tab may have it again. */
  const leave = () => {
    endSound?.();
    leaveQueue?.();
    leaveQueue = null;
  };
  const giveUp = () => {
    leave();
    setOwnSounding('blocked');
    void tryToSound();
  };

  const sound = () => {
    let name: string | undefined;
    let heardSeconds = 0;
    let missed = 0;
    let over = false;
    let cancelHeartbeat: () => void = () => undefined;

    const heartbeat = () => {
      cancelHeartbeat();
      const played = playedSeconds();
      missed = played !== null && played > heardSeconds ? 0 : missed + 1;
      if (played === null || missed >= heartbeatsMissedAtMost) {
        giveUp();
        return;
      }
      heardSeconds = played;
      if (missed === 0) setOwnSounding('playing');
      cancelHeartbeat = after(heartbeatMs, heartbeat);
      void outputIsGone(whileSoundingMs).then((isGone) => {
        if (isGone && !over) giveUp();
      });
    };
    const play = async () => {
      const [ring] = currentRings();
      if (ring === undefined || ring.sound === name) return;
      name = ring.sound;
      // The ring of a step would be over before it is loud enough.
      const outcome = await playRing(ring.sound, !isShort(ring)).catch((failure: unknown) => {
        console.warn('a ring could not be played:', failure);
        return 'missing' as const;
      });
      if (over || outcome === 'replaced') return;
      heardSeconds = 0;
      missed = 0;
      if (outcome === 'playing') {
        heartbeat();
        return;
      }
      leave();
      setOwnSounding(stateOf(outcome));
      retryLater();
    };

    const stopFollowing = onBookChange(() => void play());
    const end = () => {
      if (over) return;
      over = true;
      endSound = null;
      cancelHeartbeat();
      stopFollowing();
      stopSound();
      setOwnSilence();
    };
    endSound = end;
    void play();
    return end;
  };

  const follow = () => {
    if (rings() === rang) return;
    rang = !rang;
    if (rang) {
      // Stops a sample that is being played.
      stopSound();
      void tryToSound();
      return;
    }
    cancelRetry();
    leave();
    resetSounding();
    restOutput();
  };
  const onGesture = () => {
    // Outside of the event handler, which must not be delayed; browsers remember the gesture long enough.
    setTimeout(() => {
      unlockOutput();
      void outputIsGone();
      void tryToSound();
    });
  };
  const onShown = () => {
    if (!document.hidden) void tryToSound();
  };

  const stop = disposeAll(
    onBookChange(follow),
    followOtherTabs(() => void tryToSound()),
    onInterruptionEnd(() => void tryToSound()),
    shareVisibility(),
    keepSoundsPreloaded(['default']),
    onEvents(document, gestures, onGesture, { capture: true }),
    onEvents(document, ['visibilitychange'], onShown),
  );
  follow();
  return () => {
    stopped = true;
    follow();
    stop();
  };
}

/** The visible tab is busy rendering the ring, so others wait for it; if none is visible, nobody waits. */
async function headStart(): Promise<number> {
  if (!document.hidden) return headStartMs.visible;
  if (await isAnyTabVisible()) return headStartMs.notInSight;
  return hasUserActivation() ? headStartMs.touched : headStartMs.untouched;
}

function stateOf(silence: Silence): 'blocked' | 'failed' {
  return silence === 'refused' ? 'blocked' : 'failed';
}

function pause(ms: number): Promise<void> {
  if (ms === 0) return Promise.resolve();
  return new Promise((resolve) => {
    after(ms, resolve);
  });
}

// Whether a ring is heard, in this tab or another.

/** `blocked` until a gesture in some tab, or until there is an audio device; `failed` if no tab can play. */
export type Sounding = 'silent' | 'playing' | 'blocked' | 'failed';

const heartbeatMs = 250;
/** A tab that was silent for this long does not sound any more. */
const heartbeatHoldsMs = 1_000;
const topic = 'ring-sounding';

let own: Sounding = 'silent';
let otherSounds = false;
let cancelOther: () => void = () => undefined;
const listeners = createEmitter();

/** Calls back whenever the sound of this tab or another changes. */
export const onSoundingChange = listeners.subscribe;

export function useSounding(): Sounding {
  return useSyncExternalStore(
    onSoundingChange,
    () => (otherSounds ? 'playing' : own),
    () => 'silent',
  );
}

/** Whether the browser waits for a gesture before this tab may sound, and no other tab sounds. */
export function isSoundBlocked(): boolean {
  return own === 'blocked' && !otherSounds;
}

export function thisTabSounds(): boolean {
  return own === 'playing';
}

/** Whether another tab has just reported that it sounds. */
export function anotherTabSounds(): boolean {
  return otherSounds;
}

/** Records whether this tab sounds. Other tabs get each heartbeat and its end, and nothing else. */
export function setOwnSounding(state: Sounding): void {
  if (state === 'playing' || own === 'playing') announceToTabs(topic, state);
  if (state === own) return;
  own = state;
  listeners.emit();
}

/** Records the end of this tab's sound, unless a reason for its silence is known already. */
export function setOwnSilence(): void {
  if (own === 'playing') setOwnSounding('silent');
}

/** Resets everything, because nothing rings any more. */
function resetSounding(): void {
  setOwnSounding('silent');
  setOtherSounds(false);
}

/** Listens to the other tabs until the returned function is called; `onSilence` is called when one falls silent. */
function followOtherTabs(onSilence: () => void): () => void {
  const stop = onTabMessage(topic, (state) => {
    setOtherSounds(state === 'playing', onSilence);
  });
  return () => {
    stop();
    setOtherSounds(false);
  };
}

function setOtherSounds(sounds: boolean, onSilence?: () => void): void {
  cancelOther();
  if (sounds) {
    cancelOther = after(heartbeatHoldsMs, () => {
      setOtherSounds(false, onSilence);
    });
  }
  if (sounds === otherSounds) return;
  otherSounds = sounds;
  listeners.emit();
  if (!sounds) onSilence?.();
}
