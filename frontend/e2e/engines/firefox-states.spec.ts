// Firefox as some visitors have set it: what it blocks, hides or enlarges. A timer rings nevertheless.
import { expect, openEngine, test } from './fixtures';
import { Tab } from './tab';
import { sitePages } from '../../src/pages/site-pages';

const states = [
  ['site data blocked', { 'network.cookie.cookieBehavior': 2 }],
  ['a private window', { 'browser.privatebrowsing.autostart': true }],
  ['resistFingerprinting', { 'privacy.resistFingerprinting': true }],
  ['no IndexedDB', { 'dom.indexedDB.enabled': false }],
  [
    'forced colours and reduced motion',
    {
      'ui.useAccessibilityTheme': 1,
      'browser.display.document_color_use': 2,
      'ui.prefersReducedMotion': 1,
    },
  ],
] as const;

for (const [state, preferences] of states) {
  test(`Firefox with ${state}: a timer rings, is heard, and is stopped`, async ({
    display,
    line,
    sound,
  }) => {
    const engine = await openEngine('firefox', {
      display,
      soundServer: sound.address,
      preferences,
    });
    try {
      const tab = new Tab(await (await engine.newProfile()).newTab(), line.url);
      await tab.open('/timer/en?t=2s&label=Tea');
      await tab.click({ button: 'Start Tea' });
      await tab.untilShown({ button: 'Stop' });
      await sound.heard();
      await tab.click({ button: 'Stop' });
      await tab.untilGone('dialog[open]');
      await sound.silent();
      await tab.untilShown({ button: 'Start Tea' });
      if (state === 'resistFingerprinting') await choosesItsZone(tab);
      if (state === 'site data blocked') await tab.untilText('Your browser isn’t saving data');
    } finally {
      await engine.close();
    }
  });
}

/** The browser says UTC, or the zone of Iceland; what the visitor chooses instead is kept. */
async function choosesItsZone(tab: Tab): Promise<void> {
  await tab.open('/alarm/en');
  await tab.untilText('Your browser says your time zone is UTC');
  await tab.click({ button: 'Settings' });
  await tab.fill({ field: 'Time zone' }, 'Asia/Kathmandu');
  await tab.click({ button: 'Close' });
  await tab.untilNoText('Your browser says');
  await tab.reload();
  await tab.click({ button: 'Add alarm' });
  await tab.until(
    'a new alarm has the zone',
    `document.querySelector('dialog[open] select[name="timezone"]')?.value === 'Asia/Kathmandu'`,
  );
  await tab.untilNoText('Your browser says');
}

test('Firefox at 200 %: no page scrolls sideways', async ({ display, line, sound }) => {
  const preferences = { 'layout.css.devPixelsPerPx': '2.0' };
  const engine = await openEngine('firefox', { display, soundServer: sound.address, preferences });
  try {
    const tab = new Tab(await (await engine.newProfile()).newTab(), line.url);
    for (const { path } of sitePages) {
      await tab.open(path === '/' ? '/de' : `${path}/de`);
      expect(await tab.read('devicePixelRatio')).toBe(2);
      await tab.until(
        `${path} fits`,
        'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
      );
    }
  } finally {
    await engine.close();
  }
});
