// What a server's settings take back from pages that are in browsers already.
import { expectKept, keptLanguages, test } from './service-worker';
import { expect } from './visitor';

test('settings of the server limit the service worker, remove it, and end the offers to ring with the site closed', async ({
  page,
  server,
  visitor,
}) => {
  // The server starts four times.
  test.slow();
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  const offer = page.getByRole('button', { name: 'Ring even when this site is closed' });
  await page.goto('/timer/en');
  await expectKept(page, 'en');
  await expect(offer).toBeVisible();

  await server.startAgain({ TOKIBAKO_SERVICE_WORKER: 'push-only' });
  await page.goto('/timer/en');
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  expect(await registrations()).toBe(1);
  await server.stop();
  // No worker answers instead of the server.
  await expect(page.goto('/timer/en')).rejects.toThrow('ERR_CONNECTION_REFUSED');

  await server.startAgain({ TOKIBAKO_SERVICE_WORKER: 'off' });
  await page.goto('/timer/en');
  await expect.poll(registrations).toBe(0);
  expect(await keptLanguages(page)).toEqual([]);

  await server.startAgain({ TOKIBAKO_PUSH_CONTACT: '' });
  await visitor.setTimer({ minutes: 5, enabled: 0 });
  await page.goto('/alarm/en');
  await expect(
    page.getByRole('heading', { name: 'Rings on every page of this site' }),
  ).toBeVisible();
  await expect(page.getByText('Rings even when the site is closed')).toBeHidden();
  await expect(offer).toBeHidden();
  await page.goto('/timer/en');
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(/© \d{4}/);
  await expect(offer).toBeHidden();
});
