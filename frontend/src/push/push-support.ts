// Whether this browser supports rings with the site closed, and if not, why; and its id among the devices that have
// them.
import { storedValue } from '../browser/stored-value';

/** `home-screen`: only as an app on the Home Screen, as on iPhones and iPads. `insecure`: https is missing. */
type PushSupport = 'ready' | 'home-screen' | 'insecure' | 'none';

type Platform = 'ios' | 'android' | 'desktop';

export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure';
  const canPush =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (canPush) return 'ready';
  return platform() === 'ios' && !isApp() ? 'home-screen' : 'none';
}

export function platform(): Platform {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad identifies as a Mac, but Macs have no touch screen.
  const isIos = /iPhone|iPad|iPod/.test(userAgent);
  if (isIos || (userAgent.includes('Macintosh') && maxTouchPoints > 1)) return 'ios';
  return userAgent.includes('Android') ? 'android' : 'desktop';
}

/**
 * Whether the browser suspends a tab as soon as it is hidden, so that a page cannot ring then: Safari, and every browser on
 * iPhones and iPads, which have the same engine. WebKitGTK on Linux does not.
 */
export function suspendsHiddenTabs(): boolean {
  const isWebKit = navigator.vendor.startsWith('Apple');
  return isWebKit && (platform() === 'ios' || navigator.userAgent.includes('Macintosh'));
}

/** Whether the site runs as an installed app. */
function isApp(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}

/** Sent with every request, so that the server can hold back pushes to a device whose page sounds. */
export const ringDeviceId = storedValue<string | null>('ring-device-id:v1', null, (stored) =>
  typeof stored === 'string' && stored !== '' ? stored : null,
);
