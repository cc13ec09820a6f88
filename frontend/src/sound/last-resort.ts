// The sound of a ring where Web Audio is missing or fails: an audio element in a loop, with vibration.
import { after } from '../time/background-timer';
import { ringSettings } from './ring-settings';
import { soundFile } from './sound-files';
import type { SoundName } from '../model/types';

export interface LastResort {
  /** The position in seconds; it begins again with each repetition. */
  readonly seconds: () => number;
  readonly stop: () => void;
}

const vibrateEveryMs = 2_000;
const vibration = [400, 200, 400];

/** Plays a sound in a loop; the visitor's own sound is replaced by the default one. `refused` until a gesture. */
export async function playLastResort(name: SoundName): Promise<LastResort | 'refused' | 'missing'> {
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
