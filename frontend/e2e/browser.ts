// The browser of the journeys, and how it is started.

import { existsSync } from 'node:fs';

/** Debian's browser, which is taken where it is installed; else the one that Playwright brought. */
export const debianChromium = '/usr/bin/chromium';

/** The same without the parts of a browser that have a window, which are more than half of its work on a short journey. */
const debianHeadlessShell = '/usr/bin/chromium-headless-shell';

/** What journeys without a window run in; undefined for Playwright's own. */
export const headlessBrowser = [debianHeadlessShell, debianChromium].find((path) =>
  existsSync(path),
);

export const quietChromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
