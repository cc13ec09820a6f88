// What the operator configured, in a page as the server filled it in and as the browser took it over.
import type { Page } from '@playwright/test';
import { watchPageErrors } from './page-errors';
import { expect, test } from './visitor';

const sites = ['url-shortener', 'speed-test', 'qr-code', 'image-cropper', 'time-tracker'];

async function expectWhatIsConfigured(page: Page): Promise<void> {
  const links = page.getByRole('list', { name: 'Sister sites' }).getByRole('link');
  await expect(links).toHaveCount(sites.length);
  for (const [index, site] of sites.entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', `https://${site}.example/en`);
  }
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('1 Example Street, 12345 Example City')).toBeVisible();
  await expect(footer.getByRole('link', { name: 'https://operator.example' })).toBeVisible();
}

test('a page has the operator and the sister sites before it is alive', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto('/useful-tools/en');
  await expectWhatIsConfigured(page);
  await page.close();
});

test('the browser takes them over without a word', async ({ page }) => {
  const errors = await watchPageErrors(page);
  await page.goto('/useful-tools/en');
  await expect(page.getByRole('contentinfo')).toContainText(/© \d{4} Tokibako/);
  await expectWhatIsConfigured(page);
  errors.expectNone();
});

test('a sister site opens in a tab of its own, which cannot reach back', async ({
  page,
  context,
}) => {
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
