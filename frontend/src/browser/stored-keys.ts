// Everything that the site stores in a visitor's browser. Nothing is stored under another key, and the privacy page lists all of
// them.

/** Keys of local storage, and names of databases, by what they are for; `…` stands for a generated part. */
export const storedKeys = {
  id: ['browser-id', 'client-name:v1'],
  account: ['account:v1', 'signed-out:v1'],
  stopwatch: ['stopwatch:v1', 'stopwatch-runs:v1'],
  choices: [
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
  presets: ['timer-presets:v1', 'timer-presets-room:v1'],
  rings: ['rings:v1', 'missed-alarms:v1', 'unsent-answers:v1', 'stream:v1', 'turn:…'],
  cities: ['my-cities:v2', 'my-cities:v1', 'pinned-cities:v1', 'cities-told:v1'],
  lists: ['lists:v1', 'outbox:v1', 'timer-order:v1'],
  daysOff: ['days-off:v2', 'days-off:v1'],
  sound: ['own-sound:v1'],
  push: ['ring-device-id:v1', 'ring-device:v1'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type ListedKey = (typeof storedKeys)[keyof typeof storedKeys][number];

/** A key under which something may be stored. */
export type StoredKey =
  | Exclude<ListedKey, `${string}…`>
  | (ListedKey extends infer Key
      ? Key extends `${infer Start}…`
        ? `${Start}${string}`
        : never
      : never);
