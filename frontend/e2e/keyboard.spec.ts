// An alarm and a timer by keyboard alone.
import type { Locator, Page } from '@playwright/test';
import { expect, ringOf, test } from './visitor';

/** Goes from one control to the next until this one has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });
}

test('a timer is set, heard and stopped', async ({ page, visitor }) => {
  await page.goto('/timer/en');
  await tabTo(page, page.getByRole('button', { name: 'Other…' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New timer' });
  await tabTo(page, form.getByLabel('Minutes'));
  await page.keyboard.type('0');
  await tabTo(page, form.getByLabel('Seconds'));
  await page.keyboard.type('2');
  await tabTo(page, form.getByLabel('Label'));
  await page.keyboard.type('Keys');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByRole('article', { name: 'Keys' })).toBeVisible();
  if ((await visitor.timers())[0]?.enabled === 0) {
    await tabTo(page, page.getByRole('button', { name: 'Start Keys' }));
    await page.keyboard.press('Enter');
  }
  await expect(ringOf(page, 'Keys')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(ringOf(page, 'Keys')).toBeHidden();
});

test('an alarm is set, switched off and on, and deleted', async ({ page, visitor }) => {
  await page.goto('/alarm/en');
  await tabTo(page, page.getByRole('button', { name: 'Add alarm' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New alarm' });
  await tabTo(page, form.getByLabel('Label'));
  await page.keyboard.type('By hand');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();

  const toggle = page.getByRole('switch', { name: /By hand/ });
  await tabTo(page, toggle);
  await page.keyboard.press('Space');
  await expect(toggle).not.toBeChecked();
  await expect.poll(async () => (await visitor.alarms())[0]?.enabled).toBe(0);
  await page.keyboard.press('Space');
  await expect(toggle).toBeChecked();
  await expect.poll(async () => (await visitor.alarms())[0]?.enabled).toBe(1);

  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: /Delete alarm .*By hand/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No alarms yet')).toBeVisible();
});
