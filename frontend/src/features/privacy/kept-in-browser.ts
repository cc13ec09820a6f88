// What the privacy page says of everything that the site stores in a visitor's browser.
import type { storedKeys } from '../../browser/stored-keys';
import type { MessageId } from '../../i18n/messages';

/** The texts, by what the keys are for. */
export const storageTexts: Readonly<Record<keyof typeof storedKeys, MessageId>> = {
  id: 'privacy.keptId',
  account: 'privacy.keptAccount',
  stopwatch: 'privacy.keptStopwatch',
  choices: 'privacy.keptChoices',
  presets: 'privacy.keptPresets',
  rings: 'privacy.keptRings',
  cities: 'privacy.keptCities',
  lists: 'privacy.keptLists',
  daysOff: 'privacy.keptDaysOff',
  sound: 'privacy.keptSound',
  push: 'privacy.keptPush',
};

/** The names of the service worker's caches. */
export const keptPages: readonly string[] = ['snapshot:v1:…'];

/** The session cookie: its name with https, and without. */
export const sessionCookies: readonly string[] = ['__Host-session', 'session'];

/** The cookie of the browser id: its name with https, and without. */
export const browserCookies: readonly string[] = ['__Host-browser', 'browser'];
