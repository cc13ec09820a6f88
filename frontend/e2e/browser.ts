// The browser of the journeys, and how it is started.

import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Debian's browser, which is taken where it is installed; else the one that Playwright brought. */
export const debianChromium = '/usr/bin/chromium';

/** The same without the parts of a browser that have a window, which are more than half of its work on a short journey. */
const debianHeadlessShell = '/usr/bin/chromium-headless-shell';

/** What journeys without a window run in; undefined for Playwright's own. */
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

/** A page of a journey lives too shortly to be worth an optimising compiler, or a process for pixels that nobody sees. */
const forShortLives = ['--js-flags=--no-opt,--no-maglev', '--in-process-gpu'];

const launch = {
  // Pages do go into the back/forward cache where people use this.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
  args: ['--headless', ...quietChromium, ...forShortLives],
};

/** How journeys without a window start their browser. */
export const launchOptions = started(headlessBrowser);

/** The same with all of the browser, for what has no part in one without windows: notifications, and what can be installed. */
export const wholeLaunchOptions = started(existsSync(debianChromium) ? debianChromium : undefined);

function started(executablePath: string | undefined): LaunchOptions {
  return executablePath === undefined ? launch : { ...launch, executablePath };
}
