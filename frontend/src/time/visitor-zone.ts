// The time zone of the visitor: that of the device, or a chosen one where the browser may hide it.
import { useSyncExternalStore } from 'react';
import { storedValue } from '../browser/stored-value';

/** The visitor's choice; null without one, or if the browser does not know its name. */
export const chosenZone = storedValue<string | null>('zone:v1', null, (stored) => {
  const zone = stored as string;
  // Throws if the name is unknown, and then the text counts as nothing.
  Intl.DateTimeFormat('en', { timeZone: zone });
  return zone;
});

/** An IANA name, or null in prerendered pages. */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(chosenZone.subscribe, visitorZone, () => null);
}

/** The visitor's IANA zone, or `UTC` if the device has none. */
export function visitorZone(): string {
  const zone = deviceZone();
  return (/UTC|Reykjavik/.test(zone) ? chosenZone.read() : null) ?? zone;
}

/**
 * What browsers say if the device's setting is no zone that they know, such as `TZ=localtime`. The server knows none of them,
 * nor offsets, which have no rules.
 */
const noZone = /^(Etc\/Unknown|Factory|localtime|[+-].*)$/;

/** What the browser has said to what is done at present. */
let answered: string | null = null;

/** The zone that the browser says; `UTC` if that is none. It answers slowly: a page that is rendered asks it once. */
function deviceZone(): string {
  if (answered !== null) return answered;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  answered = zone === undefined || noZone.test(zone) ? 'UTC' : zone;
  queueMicrotask(() => {
    answered = null;
  });
  return answered;
}

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
