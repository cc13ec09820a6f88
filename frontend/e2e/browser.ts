// The browser of the journeys.

/** Debian's browser, which is taken where it is installed; else the one that Playwright brought. */
export const debianChromium = '/usr/bin/chromium';
