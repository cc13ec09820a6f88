// Chromium as some visitors have set it. Its profiles here are those of private windows.
import { choosesItsZone, fitsAtTwiceTheSize, matches, ringsIn, test } from './state';

test('Chromium with forced colours and reduced motion: a timer rings, is heard, and is stopped', async ({
  surroundings,
}) => {
  await ringsIn(
    surroundings,
    { arguments: ['--force-high-contrast', '--force-prefers-reduced-motion'] },
    matches('(forced-colors: active) and (prefers-reduced-motion: reduce)'),
  );
});

test('Chromium with the zone UTC: a timer rings, and the visitor’s own zone is kept', async ({
  surroundings,
}) => {
  await ringsIn(surroundings, { zone: 'UTC' }, choosesItsZone);
});

test('Chromium at 200 %: no page scrolls sideways', async ({ surroundings }) => {
  await fitsAtTwiceTheSize(surroundings, { arguments: ['--force-device-scale-factor=2'] });
});
