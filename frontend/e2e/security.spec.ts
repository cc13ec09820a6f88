// The content security policy lets in all that the site is made of: no page, pop-up or ring is refused anything.
import type { Page } from '@playwright/test';
import { localisedPath } from '../src/i18n/paths';
import { sitePages } from '../src/i18n/site-pages';
import { aWeatherAnswer } from '../src/testing/weather';
import { expect, expectAlive, ringOf, test } from './visitor';

/** What a page complains of, what its policy refuses, and the other hosts that it asks. */
async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { protocol, host, origin } = new URL(request.url());
    if (
      protocol.startsWith('http') &&
      origin !== new URL(process.env.TOKIBAKO_TEST_URL ?? '').origin
    )
      complaints.push(`asks ${host}`);
  });
  await page.exposeFunction('complain', (refusal: string) => complaints.push(refusal));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, sample } = event;
      const { complain } = window as unknown as { complain: (refusal: string) => void };
      complain([violatedDirective, blockedURI, sourceFile, sample].join(' '));
    });
  });
  // No page is to depend on what the weather's provider answers.
  await page.route('**/api/weather?*', (route) => route.fulfill({ json: aWeatherAnswer() }));
  return complaints;
}

async function readToTheEnd(page: Page): Promise<void> {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.waitForLoadState('load');
}

for (const language of ['ja', 'en', 'ar'] as const) {
  for (const { path } of sitePages) {
    const address = localisedPath(path, language);
    test(`nothing is refused on ${address}`, async ({ page }) => {
      const complaints = await complaintsOf(page);
      const answer = await page.goto(address);
      expect(answer?.headers()['content-security-policy']).not.toContain('unsafe');
      await expectAlive(page);
      await readToTheEnd(page);
      if (language !== 'en')
        await expect(page.getByText('This page is also available in English')).toBeVisible();
      expect(complaints).toEqual([]);
    });
  }
}

test('nothing is refused where there is no page', async ({ page }) => {
  const complaints = await complaintsOf(page);
  await page.goto('/nowhere/en');
  await expectAlive(page);
  // The answer's own status is told as an error.
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
});

test('nothing is refused in menus', async ({ page }) => {
  const complaints = await complaintsOf(page);
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
  expect(complaints).toEqual([]);
});

test('nothing is refused in forms and toasts', async ({ page }) => {
  const complaints = await complaintsOf(page);
  await page.goto('/alarm/en');
  await page.getByRole('button', { name: 'Add alarm' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('switch').click();
  await page.getByRole('button', { name: /Delete alarm/ }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.goto('/timer/en');
  await page.getByRole('button', { name: 'Start a 1 min timer' }).click();
  await expect(page.getByRole('timer')).toHaveText(/00:00:5\d/);
  await page.getByRole('button', { name: 'Other…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('nothing is refused on a full screen and in a stopwatch that runs', async ({ page }) => {
  const complaints = await complaintsOf(page);
  await page.goto('/stopwatch/en');
  await expectAlive(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Lap', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Laps' })).toBeVisible();
  await page.goto('/digital-clock/en');
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('dialog', { name: 'Desk clock' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('nothing is refused when it rings', async ({ page, visitor }) => {
  const complaints = await complaintsOf(page);
  await visitor.listen(page, '/en');
  await visitor.setTimer({ seconds: 1, label: 'Toast' });
  await expect(ringOf(page, 'Toast')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.sounds.length)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  const alarm = await visitor.setAlarm({ time: '07:00', label: 'Up' });
  await visitor.moveTimeTo(Date.parse(alarm.nextTrigger ?? ''), 1_000);
  await page.reload();
  await expect(ringOf(page, 'Up')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('nothing is refused where the API is browsed', async ({ page }) => {
  const complaints = await complaintsOf(page);
  await page.goto('/api/docs');
  const call = page.locator('#operations-alarms-listAlarms');
  await call.getByRole('button').first().click();
  await expect(call.getByText('Parameters', { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});
