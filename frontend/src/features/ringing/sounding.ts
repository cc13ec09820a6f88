// What can be heard of a ring, in this tab or another: tabs that sound say so several times a second.
import { useSyncExternalStore } from 'react';
import { after } from '../../time/background-timer';
import { announceToTabs, onTabMessage } from '../../browser/tab-channel';

/** `blocked` until a click or key in some tab, or until there is a device to sound; `failed` where no tab can. */
export type Sounding = 'silent' | 'playing' | 'blocked' | 'failed';

export const beatEveryMs = 250;
/** A tab that was not heard of for this long does not sound any more. */
const beatHoldsMs = 1_000;
const topic = 'ring-sounding';

let own: Sounding = 'silent';
let otherSounds = false;
let forget: () => void = () => undefined;
const listeners = new Set<() => void>();

export function useSounding(): Sounding {
  return useSyncExternalStore(
    onSoundingChange,
    () => (otherSounds ? 'playing' : own),
    () => 'silent',
  );
}

/** Whether this tab sounds. */
export function thisTabSounds(): boolean {
  return own === 'playing';
}

/** Whether another tab has just said that it sounds. */
export function anotherTabSounds(): boolean {
  return otherSounds;
}

/** Notes what can be heard of this tab. The others hear of each beat and of its end, and of nothing else. */
export function noteOwnSounding(state: Sounding): void {
  if (state === 'playing' || own === 'playing') announceToTabs(topic, state);
  if (state === own) return;
  own = state;
  notify();
}

/** Notes the end of this tab's sound, unless a reason for its silence is known already. */
export function noteOwnSilence(): void {
  if (own === 'playing') noteOwnSounding('silent');
}

/** Forgets what was heard, as nothing rings any more. */
export function forgetSounding(): void {
  noteOwnSounding('silent');
  noteOther(false);
}

/** Listens to the other tabs until the returned function is called; `onSilence` hears that one has fallen silent. */
export function followOtherTabs(onSilence: () => void): () => void {
  const stop = onTabMessage(topic, (state) => {
    noteOther(state === 'playing', onSilence);
  });
  return () => {
    stop();
    noteOther(false);
  };
}

function noteOther(sounds: boolean, onSilence?: () => void): void {
  forget();
  if (sounds) {
    forget = after(beatHoldsMs, () => {
      noteOther(false, onSilence);
    });
  }
  if (sounds === otherSounds) return;
  otherSounds = sounds;
  notify();
  if (!sounds) onSilence?.();
}

function notify(): void {
  listeners.forEach((listener) => {
    listener();
  });
}

/** Calls whenever what can be heard of this tab or of another changes. */
export function onSoundingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
