// The offer of the page in the visitor's own language.
import { delayResponse } from './delayed-response';
import { expectNothingMoved, watchShifts } from './layout-shifts';
import { expectSettled } from './settled';
import { expect, test } from './visitor';

const offer = 'This page is also available in English';

test('the page in the visitor’s language is offered once, without moving the page, and opens', async ({
  page,
}) => {
  const deliver = await delayResponse(page, '**/language-offer*.js');
  await page.goto('/alarm?from=test#main');
  const line = page.getByRole('link', { name: offer });
  await expect(page.getByText('時刻を入力するか、文字盤をなぞってください。')).toBeVisible();
  await watchShifts(page);
  deliver();
  await expect(line).toBeVisible();
  await expect(page.locator('[lang=en][dir=ltr]').filter({ has: line })).toBeVisible();
  await expectNothingMoved(page);

  await line.click();
  await expect(page).toHaveURL(/\/alarm\/en\?from=test#main$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Alarm' })).toBeVisible();
  await page.goto('/timer');
  await expect(page.getByRole('heading', { level: 1, name: 'タイマー' })).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('the offer does not return after it was dismissed, also by keyboard', async ({ page }) => {
  await page.goto('/timer');
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await dismiss.focus();
  await page.keyboard.press('Enter');
  await expect(dismiss).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'タイマー' })).toBeVisible();
  await expect(dismiss).toHaveCount(0);
});

test('the code of the offer is not loaded if the page has the preferred language', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/timer/en');
  await expectSettled(page);
  expect(asked.filter((url) => url.includes('language-offer'))).toEqual([]);
});

test('a toast stands above the offer', async ({ page, visitor }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.setTimer({ minutes: 5, label: 'パン', enabled: 0 });
  await page.goto('/timer');
  const line = page.locator('[data-language-offer]');
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: '削除：パン' }).click();
  const toast = page.locator('[data-toast]');
  await expect(toast).toBeVisible();
  await expectSettled(page);
  const [below, above] = [await line.boundingBox(), await toast.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});
