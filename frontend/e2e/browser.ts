// The browser of the journeys and its launch options.

import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Debian's browser, which is used if it is installed; otherwise Playwright's own. */
export const debianChromium = '/usr/bin/chromium';

/** The browser without its windows, which would be more than half of its work in a short journey. */
const debianHeadlessShell = '/usr/bin/chromium-headless-shell';

/** The browser of journeys without a window; undefined for Playwright's own. */
const headlessBrowser = [debianHeadlessShell, debianChromium].find((path) => existsSync(path));

export const quietChromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The pages of a journey are too short-lived for an optimising compiler. */
const forShortLives = ['--js-flags=--no-opt,--no-maglev'];

const launch = {
  // Visitors' browsers have a back/forward cache.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
  args: ['--headless', ...quietChromium, ...forShortLives],
};

/** The launch options of journeys without a window. */
export const launchOptions = optionsWith(headlessBrowser);

/** The options with the complete browser, for notifications and the installation of the site. */
export const wholeLaunchOptions = optionsWith(
  existsSync(debianChromium) ? debianChromium : undefined,
);

function optionsWith(executablePath: string | undefined): LaunchOptions {
  return executablePath === undefined ? launch : { ...launch, executablePath };
}
