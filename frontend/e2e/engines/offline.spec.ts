// The server is away: the site opens from the service worker, rings, and sends its edits later.
import { test } from './fixtures';
import { until } from './wait';

test('edits without the server ring, and are sent when it is back', async ({
  visitor,
  line,
  sound,
}) => {
  const tab = await visitor.open('/timer/en');
  await tab.until(
    'all pages are cached',
    `(async () => {
      for (const name of await caches.keys())
        if (await caches.match('/snapshot-complete', { cacheName: name })) return true;
      return false;
    })()`,
    40_000,
  );
  await line.whileCut(async () => {
    await tab.reload();
    await tab.open('/timer/en?t=4s&label=Tea');
    await tab.click({ button: 'Start Tea' });
    await tab.untilShown({ button: 'Stop' });
    await sound.heard();
    await tab.click({ button: 'Stop' });
    await tab.untilGone('dialog[open]');
  });
  await until(
    'the server has it',
    async () =>
      (await visitor.timers()).some(({ label, enabled }) => label === 'Tea' && enabled === 0),
    40_000,
  );
});
