// How rings sound on this device: duration, volume, rise, and the default sound.
import { soundNames, type SoundName } from '../model/types';
import { storedValue } from '../browser/stored-value';

export interface RingSettings {
  /** Minutes after which an unanswered ring ends. */
  readonly ringForMinutes: number;
  /** Seconds until the sound reaches its volume. */
  readonly riseSeconds: number;
  /** In percent of the device's volume. */
  readonly volume: number;
  readonly newSound: SoundName;
}

export const ringForChoices: readonly number[] = [1, 5, 10, 30];
export const riseChoices: readonly number[] = [0, 15, 30, 60];
export const volumeChoices: readonly number[] = [25, 50, 75, 100];

export const defaultRingSettings: RingSettings = {
  ringForMinutes: 10,
  riseSeconds: 0,
  volume: 100,
  newSound: 'default',
};

export const ringSettings = storedValue<RingSettings>(
  'ring-settings:v1',
  defaultRingSettings,
  (stored) => {
    const settings = { ...defaultRingSettings, ...(stored as Partial<RingSettings>) };
    const isKnown =
      ringForChoices.includes(settings.ringForMinutes) &&
      riseChoices.includes(settings.riseSeconds) &&
      volumeChoices.includes(settings.volume) &&
      soundNames.includes(settings.newSound);
    return isKnown ? settings : null;
  },
);

/** Milliseconds after which an unanswered ring ends. */
export function ringsForMs(): number {
  return ringSettings.read().ringForMinutes * 60_000;
}
