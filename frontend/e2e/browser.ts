// The browser of the journeys, and how it is started.

/** Debian's browser, which is taken where it is installed; else the one that Playwright brought. */
export const debianChromium = '/usr/bin/chromium';

export const quietChromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
