// Pages without the server, which is stopped: an emulated offline mode would not apply to the service worker.
import { expectNoViolations } from './axe';
import { expectKept, keptLanguages, test } from './service-worker';
import { expect, expectHydrated } from './visitor';

test('a setting of the server limits the service worker, or removes it', async ({
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
  // No worker answers instead of the server.
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
    const all = ['/', '/stopwatch', '/alarm', '/timer', '/digital-clock', '/analog-clock'];
    const others = ['/useful-tools', '/privacy'];
    for (const path of language === 'en' ? [...all, ...others] : ['/', '/alarm', '/stopwatch']) {
      await page.goto(at(path));
      await expectHydrated(page);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
    }
    // An unknown path redirects to the home page, another language to the cached one.
    await page.goto(at('/nowhere'));
    await expect(page).toHaveURL(at('/'));
    await page.goto(language === 'de' ? '/timer/fr' : '/timer/de');
    await expect(page).toHaveURL(at('/timer'));
  });
}

test('an alarm and a timer that are created while the server is away are saved when it is back', async ({
  page,
  server,
}) => {
  await page.goto('/alarm/en');
  await expectKept(page, 'en');
  await server.stop();
  await page.goto('/alarm/en');
  await page.getByRole('button', { name: 'Add alarm' }).click();
  await page.getByLabel('Label').fill('Tea');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('Not saved yet: rings only here, so keep this page on the screen'),
  ).toBeVisible();
  await expect(page.getByText('Can’t reach our server right now.')).toBeVisible();
  await expectNoViolations(page);

  await page.goto('/timer/en');
  await page.getByRole('button', { name: 'Start a 1 min timer' }).click();
  await expect(page.getByRole('timer')).toContainText('00:00:5');
  await page.getByRole('button', { name: /^Add 1.min/ }).click();
  await expect(page.getByRole('timer')).toContainText('00:01:');

  // The changes are sent by the next page that opens, not by this one.
  await page.goto('about:blank');
  await server.startAgain();
  await page.goto('/alarm/en');
  await expect(page.getByText('Your changes are saved', { exact: true })).toBeVisible();
  await expect(page.getByText(/^.Tea., .1.min.$/)).toBeVisible();
  await expect(page.getByRole('switch', { name: /Tea/ })).toBeChecked();
  await expect(page.getByText('Not saved yet')).toBeHidden();
  const saved = () =>
    page.evaluate(async () => {
      const headers = { 'X-Browser-Id': localStorage.getItem('browser-id') ?? '' };
      const list = async (path: string) =>
        (await (await fetch(path, { headers })).json()) as { readonly runSeconds?: number }[];
      const [alarms, timers] = [await list('/api/alarms'), await list('/api/timers')];
      return [alarms.length, timers.map(({ runSeconds }) => runSeconds)];
    });
  // The rows are sent one after the other.
  await expect.poll(saved).toEqual([1, [120]]);
});
