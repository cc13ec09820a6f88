// Pages without the server, which is stopped: an emulated offline mode would not apply to the service worker.
import { expectNoViolations } from './axe';
import { expectKept, test } from './service-worker';
import { expect, expectHydrated } from './visitor';

test('every page works while the server is away, and what is created meanwhile is saved when it is back', async ({
  browser,
  page,
  server,
}) => {
  // Two languages are cached, and ten pages opened.
  test.slow();
  const inJapanese = await (await browser.newContext()).newPage();
  const visitors = [
    {
      page,
      language: 'en',
      end: '/en',
      paths: [
        '/stopwatch',
        '/timer',
        '/digital-clock',
        '/analog-clock',
        '/useful-tools',
        '/privacy',
      ],
    },
    // The only language without a suffix.
    { page: inJapanese, language: 'ja', end: '', paths: ['/stopwatch'] },
  ];
  for (const { page, end } of visitors) await page.goto(`/alarm${end}`);
  for (const { page, language } of visitors) await expectKept(page, language);
  await server.stop();
  for (const { page, language, end, paths } of visitors) {
    const home = end === '' ? '/' : end;
    for (const path of [home, ...paths.map((path) => path + end)]) {
      await page.goto(path);
      await expectHydrated(page);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
    }
    // An unknown path redirects to the home page, another language to the cached one.
    await page.goto(`/nowhere${end}`);
    await expect(page).toHaveURL(home);
    await page.goto('/timer/de');
    await expect(page).toHaveURL(`/timer${end}`);
  }
  await inJapanese.context().close();

  await page.goto('/alarm/en');
  await page.getByRole('button', { name: 'Add alarm' }).click();
  await page.getByLabel('Label').fill('Tea');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('Not saved yet: rings only here, so keep this page on the screen'),
  ).toBeVisible();
  await expect(page.getByText('Can’t reach our server right now.')).toBeVisible();
  // The check waits until the toast has faded in, but not for it to come.
  await expect(page.getByText('Alarm created', { exact: true })).toBeVisible();
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
