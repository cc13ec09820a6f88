// All that the site keeps in a visitor's browser, by the names under which it lies there. The test beside it finds what is missing.
import type { MessageId } from '../../i18n/messages';

export interface KeptInBrowser {
  /** Keys of local storage; `…` stands for names that are made. */
  readonly keys: readonly string[];
  readonly text: MessageId;
}

export const keptInBrowser: readonly KeptInBrowser[] = [
  { keys: ['browser-id', 'client-name'], text: 'privacy.keptId' },
  { keys: ['account'], text: 'privacy.keptAccount' },
  { keys: ['stopwatch'], text: 'privacy.keptStopwatch' },
  {
    keys: [
      'theme',
      'temperature-unit',
      'pinned-cities',
      'city-order',
      'analog-theme',
      'stopwatch-keys',
      'language-offer',
    ],
    text: 'privacy.keptChoices',
  },
  {
    keys: ['rings', 'missed-alarms', 'unsent-answers', 'stream', 'turn:…'],
    text: 'privacy.keptRings',
  },
];

/** The session's cookie: its name where the site is reached by https, and elsewhere. */
export const sessionCookies: readonly string[] = ['__Host-session', 'session'];
