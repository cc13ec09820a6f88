// Scripts that fail to load, once or always: the page still works, and above all it rings.
import type { Page } from '@playwright/test';
import { expect, expectHydrated, ringOf, stopWithEscape, test } from './visitor';

test('a page of which each script fails once is hydrated all the same', async ({ page }) => {
  const failed = ['react', 'page-timer', 'main'].map(async (script) => {
    await page.route(`**/assets/${script}.*.js`, (route) => route.abort(), { times: 1 });
    await page.waitForEvent('requestfailed', (request) =>
      request.url().includes(`/assets/${script}.`),
    );
  });
  await page.goto('/timer/en');
  await Promise.all(failed);
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Start a 1 min timer' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
});

test.describe('without the scripts of the menu, the language offer and the toasts', () => {
  test.use({ locale: 'fr-FR', viewport: { width: 390, height: 844 } });

  test('the page works and rings', async ({ page, visitor }) => {
    const failed = ['side-panel', 'language-offer', 'toast'].map((script) => fail(page, script));
    await visitor.setTimer({ minutes: 5, label: 'Bread', enabled: 0 });
    await visitor.listen(page, '/timer/en');
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await page.getByRole('button', { name: 'Delete Bread' }).click();
    await Promise.all(failed);
    await expect(page.getByText('No timers yet')).toBeVisible();

    await visitor.setTimer({ seconds: 1, label: 'Soup' });
    await expect(ringOf(page, 'Soup')).toBeVisible();
    await stopWithEscape(page, 'Soup');

    await page.unrouteAll();
    // The first press may still open it, over its button.
    await menu.dispatchEvent('click');
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('a press whose script is late is shown at once, moves nothing, and opens its dialog in the end', async ({
  page,
}) => {
  let comes: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    comes = resolve;
  });
  await page.route('**/assets/settings.*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/alarm/en');
  await expectHydrated(page);
  const settings = page.getByRole('button', { name: 'Settings' });
  const place = await settings.boundingBox();
  await settings.press('Enter');
  await expect(settings).toHaveAttribute('aria-busy', 'true');
  await expect(settings).toHaveCSS('opacity', '0.5');
  expect(await settings.boundingBox()).toEqual(place);
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeAttached();
  comes();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await expect(settings).not.toHaveAttribute('aria-busy');
});

for (const { path, button, script } of [
  { path: '/alarm/en', button: 'Add alarm', script: 'alarm-dialog' },
  { path: '/digital-clock/en', button: 'Full screen', script: 'desk-clock' },
]) {
  test(`if ${script} fails to load, the next press retries`, async ({ page }) => {
    const failed = fail(page, script);
    await page.goto(path);
    await expectHydrated(page);
    // A click without hovering, which would prefetch the script.
    await page.getByRole('button', { name: button }).dispatchEvent('click');
    await failed;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: button }).dispatchEvent('click');
    await expect(page.getByRole('dialog')).toBeVisible();
  });
}

for (const { path, button, script } of [
  { path: '/alarm/en', button: 'Add alarm', script: 'alarm-dialog' },
  { path: '/timer/en', button: 'Custom…', script: 'timer-dialog' },
]) {
  test(`${script} is fetched while the page is idle, so that the first press needs no connection`, async ({
    page,
    context,
  }) => {
    const fetched = page.waitForEvent('requestfinished', (request) =>
      request.url().includes(`/assets/${script}.`),
    );
    await page.goto(path);
    await fetched;
    await expectHydrated(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: button }).dispatchEvent('click');
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
  });
}

test('a page of a removed deployment is reloaded once, and not while a dialog is open', async ({
  page,
}) => {
  await page.goto('/timer/en');
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Custom…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  let asked = 0;
  await page.route('**/assets/page-alarm.*.js', (route) => {
    asked += 1;
    return route.fulfill({ status: 404 });
  });
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const alarm = page.getByRole('banner').getByRole('link', { name: 'Alarm' });
  await alarm.dispatchEvent('click');
  // The next page cannot be loaded and says so; until then the input of the dialog is kept.
  await expect(page.getByRole('button', { name: 'Reload page' })).toBeAttached();
  expect(loads).toEqual([]);

  await page.goto('/timer/en');
  await expectHydrated(page);
  loads.length = 0;
  asked = 0;
  await alarm.dispatchEvent('click');
  await expect.poll(() => loads.length).toBe(1);
  expect(asked).toBeGreaterThanOrEqual(3);
  expect(loads[0]).toContain('/alarm/en');
});

/** Lets a script fail from now on; the promise resolves after the first failed request. */
async function fail(page: Page, script: string): Promise<void> {
  const isIt = (url: string) => url.includes(`/assets/${script}.`);
  const failed = page.waitForEvent('requestfailed', (request) => isIt(request.url()));
  await page.route(
    (url) => isIt(url.href),
    (route) => route.abort(),
  );
  await failed;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a page says what needs it, and its texts and links work', async ({ page }) => {
    await page.goto('/alarm/de');
    await expect(
      page.getByText(/Wecker, Timer und die Stoppuhr brauchen JavaScript/),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Wecker', level: 1 })).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Timer' }).first().click();
    await expect(page).toHaveURL(/\/timer\/de$/);
    await expect(page.getByText(/brauchen JavaScript/)).toBeVisible();
  });
});
