// What causes no violation of the content security policy. `pages.spec.ts` has the pages, `accessibility.spec.ts` menus, forms and
// pop-ups, `clocks.spec.ts` the full screen.
import { watchPageErrors } from './page-errors';
import { expect, expectHydrated, test } from './visitor';

test('the not-found page causes no policy violation', async ({ page }) => {
  // Browsers log the status of the response as an error.
  const errors = await watchPageErrors(page, /404/);
  await page.goto('/nowhere/en');
  await expectHydrated(page);
  errors.expectNone();
});

test('a running stopwatch causes no policy violation', async ({ page }) => {
  const errors = await watchPageErrors(page);
  await page.goto('/stopwatch/en');
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Lap', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Laps' })).toBeVisible();
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
