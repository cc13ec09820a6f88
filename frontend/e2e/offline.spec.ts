// Pages without a network: the server is stopped, since a browser that is told to be offline lets its worker fetch on.
import { expectKept, keptLanguages, test } from './service-worker';
import { expect, expectAlive } from './visitor';

test('the service worker is reduced and ended by a setting of the server', async ({
  page,
  server,
}) => {
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await page.goto('/timer/en');
  await expectKept(page, 'en');

  await server.startAgain({ TOKIBAKO_SERVICE_WORKER: 'push-only' });
  await page.goto('/timer/en');
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  expect(await registrations()).toBe(1);
  await server.stop();
  // Nobody answers in the server's place.
  await expect(page.goto('/timer/en')).rejects.toThrow('ERR_CONNECTION_REFUSED');

  await server.startAgain({ TOKIBAKO_SERVICE_WORKER: 'off' });
  await page.goto('/timer/en');
  await expect.poll(registrations).toBe(0);
  expect(await keptLanguages(page)).toEqual([]);
});

for (const language of ['en', 'ja', 'ar']) {
  test(`every page works in ${language} while the server is away`, async ({ page, server }) => {
    const at = (path: string) =>
      language === 'ja' ? path : `${path === '/' ? '' : path}/${language}`;
    await page.goto(at('/alarm'));
    await expectKept(page, language);
    await server.stop();
    for (const path of [
      '/',
      '/stopwatch',
      '/alarm',
      '/timer',
      '/digital-clock',
      '/analog-clock',
      '/useful-tools',
      '/privacy',
    ]) {
      await page.goto(at(path));
      await expectAlive(page);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
    }
    // A page that is not there leads home, one in another language to the one that is kept.
    await page.goto(at('/nowhere'));
    await expect(page).toHaveURL(at('/'));
    await page.goto(language === 'de' ? '/timer/fr' : '/timer/de');
    await expect(page).toHaveURL(at('/timer'));
  });
}
