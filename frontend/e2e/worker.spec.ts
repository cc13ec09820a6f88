// The service worker handles requests for files, and no others.
import { wholeLaunchOptions } from './browser';
import { test } from './push';
import { expect } from './visitor';

// The headless shell has no back/forward cache.
test.use({ launchOptions: wholeLaunchOptions });

test('a page with a service worker keeps its stream when the worker ends, and is restored from the back/forward cache', async ({
  baseURL,
  context,
  page,
  visitor,
}) => {
  const streams: boolean[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/events')) streams.push(answer.fromServiceWorker());
  });
  // Each page opens one stream; the browser may report it later than the page.
  const stream = () => page.waitForResponse((answer) => answer.url().endsWith('/api/events'));
  await Promise.all([stream(), page.goto('/timer/en')]);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await Promise.all([stream(), visitor.listen(page, '/timer/en')]);
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  const opened = streams.length;

  // Browsers end an idle worker.
  const devTools = await context.newCDPSession(page);
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.stopAllWorkers');
  await devTools.detach();
  await visitor.setTimer({ minutes: 5, label: 'Bread' });
  await expect(page.getByRole('heading', { name: 'Bread' })).toBeVisible();
  // No stream went through the worker, and none was opened again.
  expect(streams).toEqual(Array.from({ length: opened }, () => false));

  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.restored = String(persisted);
    });
  });
  const elsewhere = new URL('/api/time', baseURL);
  elsewhere.hostname = 'localhost';
  await page.goto(elsewhere.href);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-restored', 'true');
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain(
    '/sw.js',
  );
  await visitor.setTimer({ minutes: 6, label: 'Eggs' });
  await expect(page.getByRole('heading', { name: 'Eggs' })).toBeVisible();
  expect(streams).not.toContain(true);
});
