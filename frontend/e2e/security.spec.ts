// Menus, forms, pop-ups and rings cause no violation of the content security policy. `pages.spec.ts` has the pages.
import { watchPageErrors } from './page-errors';
import { expect, expectHydrated, ringOf, stopWithEscape, test } from './visitor';

test('the not-found page causes no policy violation', async ({ page }) => {
  // Browsers log the status of the response as an error.
  const errors = await watchPageErrors(page, /404/);
  await page.goto('/nowhere/en');
  await expectHydrated(page);
  errors.expectNone();
});

test('menus cause no policy violation', async ({ page }) => {
  const errors = await watchPageErrors(page);
  await page.goto('/en');
  for (const name of [/language/i, /theme/i]) {
    await page.getByRole('banner').getByRole('button', { name }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  errors.expectNone();
});

test('forms and toasts cause no policy violation', async ({ page }) => {
  const errors = await watchPageErrors(page);
  await page.goto('/alarm/en');
  await page.getByRole('button', { name: 'Add alarm' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('switch').click();
  await page.getByRole('button', { name: /Delete alarm/ }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  // A deletion that got no response is sent again, and its 404 is in the console.
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await deleted;
  await page.goto('/timer/en');
  await page.getByRole('button', { name: 'Start a 1 min timer' }).click();
  await expect(page.getByRole('timer')).toHaveText(/00:00:5\d/);
  await page.getByRole('button', { name: 'Custom…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  errors.expectNone();
});

test('the full screen and a running stopwatch cause no policy violation', async ({ page }) => {
  const errors = await watchPageErrors(page);
  await page.goto('/stopwatch/en');
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Lap', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Laps' })).toBeVisible();
  await page.goto('/digital-clock/en');
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('dialog', { name: 'Desk clock' })).toBeVisible();
  errors.expectNone();
});

test('rings cause no policy violation', async ({ page, visitor }) => {
  const errors = await watchPageErrors(page);
  await visitor.listen(page, '/en');
  await visitor.setTimer({ seconds: 1, label: 'Toast' });
  await expect(ringOf(page, 'Toast')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.sounds.length)).toBeGreaterThan(0);
  await stopWithEscape(page, 'Toast');
  const alarm = await visitor.setAlarm({ time: '07:00', label: 'Up' });
  await visitor.moveTimeTo(Date.parse(alarm.nextTrigger ?? ''), 1_000);
  await page.reload();
  await expect(ringOf(page, 'Up')).toBeVisible();
  errors.expectNone();
});

test('the API browser causes no policy violation', async ({ page }) => {
  const errors = await watchPageErrors(page);
  await page.goto('/api/docs');
  const call = page.locator('#operations-alarms-listAlarms');
  await call.getByRole('button').first().click();
  await expect(call.getByText('Parameters', { exact: true })).toBeVisible();
  errors.expectNone();
});
