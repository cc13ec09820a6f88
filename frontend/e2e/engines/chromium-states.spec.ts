// Chromium as some visitors have set it. Its profiles here are those of private windows.
import { test } from './fixtures';
import { choosesItsZone, fitsAtTwiceTheSize, matches, ringsIn } from './state';

test('Chromium with forced colours and reduced motion: a timer rings, is heard, and is stopped', async ({
  engineName,
  display,
  line,
  sound,
}) => {
  await ringsIn(
    { engineName, display, line, sound },
    { arguments: ['--force-high-contrast', '--force-prefers-reduced-motion'] },
    matches('(forced-colors: active) and (prefers-reduced-motion: reduce)'),
  );
});

test('Chromium with the zone UTC: a timer rings, and the visitor’s own zone is kept', async ({
  engineName,
  display,
  line,
  sound,
}) => {
  await ringsIn({ engineName, display, line, sound }, { zone: 'UTC' }, choosesItsZone);
});

test('Chromium at 200 %: no page scrolls sideways', async ({
  engineName,
  display,
  line,
  sound,
}) => {
  await fitsAtTwiceTheSize(
    { engineName, display, line, sound },
    { arguments: ['--force-device-scale-factor=2'] },
  );
});
