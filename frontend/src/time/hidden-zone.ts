// Whether the browser hides the device's time zone from pages, as Firefox does with `privacy.resistFingerprinting`.
import { useSyncExternalStore } from 'react';
import { chosenZone, deviceZone } from './visitor-zone';

/** Whether the browser hides the zone and none has been chosen. */
export function useZoneIsUnknown(): boolean {
  return useSyncExternalStore(
    chosenZone.subscribe,
    () => browserHidesZone() && chosenZone.read() === null,
    () => false,
  );
}

/** Probably: such a browser says UTC, or, in newer versions, the zone of Iceland, whose clocks show UTC. */
export function browserHidesZone(): boolean {
  const zone = deviceZone();
  if (zone !== 'Atlantic/Reykjavik') return zone === 'UTC' || zone === 'Etc/UTC';
  const { userAgent, languages } = navigator;
  return userAgent.includes('Firefox/') && !languages.some((one) => one.startsWith('is'));
}
