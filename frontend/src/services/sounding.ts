// Whether a ring is heard, in this tab or another: tabs that sound send messages several times a second.
import { useSyncExternalStore } from 'react';
import { listenersTo } from '../browser/listeners';
import { after } from '../time/background-timer';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';

/** `blocked` until a gesture in some tab, or until there is an audio device; `failed` if no tab can play. */
export type Sounding = 'silent' | 'playing' | 'blocked' | 'failed';

export const beatEveryMs = 250;
/** A tab that was silent for this long does not sound any more. */
const beatHoldsMs = 1_000;
const topic = 'ring-sounding';

let own: Sounding = 'silent';
let otherSounds = false;
let forget: () => void = () => undefined;
const listeners = listenersTo();

/** Calls back whenever the sound of this tab or another changes. */
export const onSoundingChange = listeners.add;

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

/** Records whether this tab sounds. Other tabs get each beat and its end, and nothing else. */
export function setOwnSounding(state: Sounding): void {
  if (state === 'playing' || own === 'playing') announceToTabs(topic, state);
  if (state === own) return;
  own = state;
  listeners.notify();
}

/** Records the end of this tab's sound, unless a reason for its silence is known already. */
export function setOwnSilence(): void {
  if (own === 'playing') setOwnSounding('silent');
}

/** Resets everything, because nothing rings any more. */
export function forgetSounding(): void {
  setOwnSounding('silent');
  setOtherSounds(false);
}

/** Listens to the other tabs until the returned function is called; `onSilence` is called when one falls silent. */
export function followOtherTabs(onSilence: () => void): () => void {
  const stop = onTabMessage(topic, (state) => {
    setOtherSounds(state === 'playing', onSilence);
  });
  return () => {
    stop();
    setOtherSounds(false);
  };
}

function setOtherSounds(sounds: boolean, onSilence?: () => void): void {
  forget();
  if (sounds) {
    forget = after(beatHoldsMs, () => {
      setOtherSounds(false, onSilence);
    });
  }
  if (sounds === otherSounds) return;
  otherSounds = sounds;
  listeners.notify();
  if (!sounds) onSilence?.();
}
