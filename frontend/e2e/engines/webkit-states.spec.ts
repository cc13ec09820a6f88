// WebKitGTK as some visitors have set it. An automated one is always private, and none has a mode with forced colours.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosesItsZone, fitsAtTwiceTheSize, matches, ringsIn, test } from './state';

test('WebKit with reduced motion: a timer rings, is heard, and is stopped', async ({
  surroundings,
}) => {
  // The desktop's setting.
  const settings = await mkdtemp(join(tmpdir(), 'tokibako-gtk-'));
  await mkdir(join(settings, 'gtk-3.0'));
  await writeFile(
    join(settings, 'gtk-3.0/settings.ini'),
    '[Settings]\ngtk-enable-animations = 0\n',
  );
  try {
    await ringsIn(
      surroundings,
      { environment: { XDG_CONFIG_HOME: settings } },
      matches('(prefers-reduced-motion: reduce)'),
    );
  } finally {
    await rm(settings, { recursive: true });
  }
});

test('WebKit with the zone UTC: a timer rings, and the visitor’s own zone is kept', async ({
  surroundings,
}) => {
  await ringsIn(surroundings, { zone: 'UTC' }, choosesItsZone);
});

test('WebKit at 200 %: no page scrolls sideways', async ({ surroundings }) => {
  const environment = { GDK_SCALE: '2' };
  await fitsAtTwiceTheSize(surroundings, { environment });
});
