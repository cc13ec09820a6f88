// Everything that the site stores in a visitor's browser, by key. The test beside it finds keys that are missing here.
import type { MessageId } from '../../i18n/messages';

interface KeptInBrowser {
  /** Keys of local storage, and names of databases; `…` stands for a generated part. */
  readonly keys: readonly string[];
  readonly text: MessageId;
}

export const keptInBrowser: readonly KeptInBrowser[] = [
  { keys: ['browser-id', 'client-name:v1'], text: 'privacy.keptId' },
  { keys: ['account:v1', 'signed-out:v1'], text: 'privacy.keptAccount' },
  { keys: ['stopwatch:v1', 'stopwatch-runs:v1'], text: 'privacy.keptStopwatch' },
  {
    keys: [
      'theme',
      'hours:v1',
      'week-start:v1',
      'zone:v1',
      'ring-settings:v1',
      'temperature-unit:v1',
      'city-order:v1',
      'analog-theme:v1',
      'main-city:v1',
      'bedside-brightness:v1',
      'stopwatch-keys:v1',
      'language-offer:v1',
    ],
    text: 'privacy.keptChoices',
  },
  { keys: ['timer-presets:v1', 'timer-presets-room:v1'], text: 'privacy.keptPresets' },
  {
    keys: ['rings:v1', 'missed-alarms:v1', 'unsent-answers:v1', 'stream:v1', 'turn:…'],
    text: 'privacy.keptRings',
  },
  {
    keys: ['my-cities:v1', 'pinned-cities:v1', 'cities-told:v1'],
    text: 'privacy.keptCities',
  },
  { keys: ['lists:v1', 'outbox:v1', 'timer-order:v1'], text: 'privacy.keptLists' },
  { keys: ['days-off:v1'], text: 'privacy.keptDaysOff' },
  { keys: ['own-sound:v1'], text: 'privacy.keptSound' },
  { keys: ['ring-device-id:v1', 'ring-device:v1'], text: 'privacy.keptPush' },
];

/** The names of the service worker's caches. */
export const keptPages: readonly string[] = ['snapshot:v1:…'];

/** The session cookie: its name with https, and without. */
export const sessionCookies: readonly string[] = ['__Host-session', 'session'];

/** The cookie of the browser id: its name with https, and without. */
export const browserCookies: readonly string[] = ['__Host-browser', 'browser'];
