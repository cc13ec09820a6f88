// The operator's configuration in a page, as filled in by the server and after hydration.
import type { Page } from '@playwright/test';
import { watchPageErrors } from './page-errors';
import { expect, test } from './visitor';

const sites = ['url-shortener', 'speed-test', 'qr-code', 'image-cropper', 'time-tracker'];

async function expectConfigured(page: Page): Promise<void> {
  const links = page.getByRole('list', { name: 'Sister sites' }).getByRole('link');
  await expect(links).toHaveCount(sites.length);
  for (const [index, site] of sites.entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', `https://${site}.example/en`);
  }
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('1 Example Street, 12345 Example City')).toBeVisible();
  await expect(footer.getByRole('link', { name: 'https://operator.example' })).toBeVisible();
}

test('a page contains the operator and the sister sites without scripts', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto('/useful-tools/en');
  await expectConfigured(page);
  await page.close();
});

test('hydration keeps the operator and the sister sites, without errors', async ({ page }) => {
  const errors = await watchPageErrors(page);
  await page.goto('/useful-tools/en');
  await expect(page.getByRole('contentinfo')).toContainText(/© \d{4} Tokibako/);
  await expectConfigured(page);
  errors.expectNone();
});

test('a sister site opens in a new tab without access to this one', async ({ page, context }) => {
  await context.route('https://qr-code.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>QR</title>' }),
  );
  await page.goto('/useful-tools/en');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'QR code generator' }).click();
  const tab = await opened;
  await expect(tab).toHaveTitle('QR');
  expect(tab.url()).toBe('https://qr-code.example/en');
  expect(await tab.evaluate(() => window.opener === null)).toBe(true);
  await expect(page).toHaveURL('/useful-tools/en');
});
