// Which tab sounds a ring: one of all that are open, as long as anything rings.
import { useSyncExternalStore } from 'react';
import { loadSound, playSound, stopSound, unlockSounds } from '../../components/alarm-sound';
import { announceToTabs, onTabMessage } from '../../hooks/tab-channel';
import { exclusively } from './exclusive';
import { currentBook, currentRings, onBookChange } from './ring-store';

/** What can be heard of a ring, in whatever tab. */
export type Sounding = 'silent' | 'playing' | 'blocked' | 'failed';

/** By these a browser sees that somebody is there, and lets a page sound. */
const gestures = ['click', 'keydown', 'pointerup'] as const;

let sounding: Sounding = 'silent';
const listeners = new Set<() => void>();

/** Whether the ring can be heard; `blocked` or `failed` until a click or key in some tab. */
export function useSounding(): Sounding {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sounding,
    () => 'silent',
  );
}

/** Sounds what rings when it is this tab's turn, until the returned function is called. */
export function keepSounding(): () => void {
  let leaveQueue: (() => void) | null = null;
  let silentHere = false;

  const play = async () => {
    const [ring] = currentRings();
    if (ring === undefined) return;
    const outcome = await playSound(ring.sound);
    if (leaveQueue === null || outcome === 'given up') return;
    if (outcome === 'playing') {
      tell('playing');
      return;
    }
    // Another tab may be allowed what this one is not, or have the sound.
    silentHere = true;
    leaveQueue();
    leaveQueue = null;
    tell(outcome);
  };
  const turn = () => {
    let sound = currentRings()[0]?.sound;
    void play();
    const stopFollowing = onBookChange(() => {
      const next = currentRings()[0]?.sound;
      if (next === sound) return;
      sound = next;
      void play();
    });
    return () => {
      stopFollowing();
      stopSound();
      if (sounding === 'playing' && currentRings().length > 0) tell('blocked');
    };
  };
  const follow = () => {
    currentBook().armed.forEach(({ sound }) => {
      loadSound(sound);
    });
    const rings = currentRings().length > 0;
    if (rings && leaveQueue === null && !silentHere) {
      leaveQueue = exclusively('tokibako-sound', turn);
    }
    if (!rings) {
      leaveQueue?.();
      leaveQueue = null;
      silentHere = false;
      set('silent');
    }
  };
  const onGesture = () => {
    unlockSounds();
    if (!silentHere) return;
    silentHere = false;
    follow();
  };

  const stops = [
    onBookChange(follow),
    onTabMessage('ring-sounding', (heard) => {
      if (currentRings().length > 0) set(heard as Sounding);
    }),
  ];
  gestures.forEach((gesture) => {
    document.addEventListener(gesture, onGesture, { capture: true });
  });
  follow();
  return () => {
    stops.forEach((stop) => {
      stop();
    });
    gestures.forEach((gesture) => {
      document.removeEventListener(gesture, onGesture, { capture: true });
    });
    leaveQueue?.();
    leaveQueue = null;
  };
}

function tell(state: Sounding): void {
  announceToTabs('ring-sounding', state);
  set(state);
}

function set(state: Sounding): void {
  if (state === sounding) return;
  sounding = state;
  listeners.forEach((listener) => {
    listener();
  });
}
