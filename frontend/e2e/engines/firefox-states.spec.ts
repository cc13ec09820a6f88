// Firefox as some visitors have set it.
import { choosesItsZone, fitsAtTwiceTheSize, matches, ringsIn, test } from './state';
import type { Tab } from './tab';

const states = [
  [
    'site data blocked',
    { 'network.cookie.cookieBehavior': 2 },
    (tab: Tab) => tab.untilText('Your browser isn’t saving data'),
  ],
  [
    'a private window',
    { 'browser.privatebrowsing.autostart': true },
    (tab: Tab) => tab.untilNoText('Your browser isn’t saving data'),
  ],
  ['resistFingerprinting', { 'privacy.resistFingerprinting': true }, choosesItsZone],
  [
    'forced colours and reduced motion',
    {
      'ui.useAccessibilityTheme': 1,
      'browser.display.document_color_use': 2,
      'ui.prefersReducedMotion': 1,
    },
    matches('(forced-colors: active) and (prefers-reduced-motion: reduce)'),
  ],
] as const;

for (const [state, preferences, then] of states) {
  test(`Firefox with ${state}: a timer rings, is heard, and is stopped`, async ({
    surroundings,
  }) => {
    await ringsIn(surroundings, { preferences }, then);
  });
}

test('Firefox at 200 %: no page scrolls sideways', async ({ surroundings }) => {
  const preferences = { 'layout.css.devPixelsPerPx': '2.0' };
  await fitsAtTwiceTheSize(surroundings, { preferences });
});
