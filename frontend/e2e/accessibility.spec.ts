// Every page and pop-up against the rules a machine can check.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, ringOf, test } from './visitor';

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual(
    [],
  );
}

const paths = [
  '/',
  '/en',
  '/alarm',
  '/alarm/en',
  '/timer',
  '/timer/en',
  '/digital-clock',
  '/digital-clock/en',
  '/analog-clock',
  '/analog-clock/en',
  '/useful-tools',
  '/useful-tools/en',
  '/nowhere',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    for (const path of paths) {
      test(`the page ${path}`, async ({ page, visitor }) => {
        await visitor.setAlarm({ time: '07:00', label: 'Walk before the city wakes' });
        await visitor.setTimer({ minutes: 20, label: 'Sourdough' });
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (path.startsWith('/alarm')) await expect(page.getByText('Walk before')).toBeVisible();
        if (path.startsWith('/timer')) await expect(page.getByText('Sourdough')).toBeVisible();
        await expectNoViolations(page);
      });
    }

    for (const path of ['/stopwatch', '/stopwatch/en']) {
      test(`the page ${path} with laps`, async ({ page }) => {
        await page.addInitScript(() => {
          const laps = { banked: 200_000, started: null, lapTotals: [74_760, 151_780, 221_290] };
          localStorage.setItem('stopwatch', JSON.stringify(laps));
        });
        await page.goto(path);
        await expect(page.getByRole('table')).toBeVisible();
        await expectNoViolations(page);
      });
    }

    test('the forms', async ({ page }) => {
      await page.goto('/alarm/en');
      await page.getByRole('button', { name: 'Add alarm' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolations(page);
      await page.goto('/timer/en');
      await page.getByRole('button', { name: 'Other…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolations(page);
    });

    test('the pop-ups', async ({ page, visitor }) => {
      await visitor.setTimer({ seconds: 1, label: 'Toast' });
      await page.goto('/en');
      await expect(ringOf(page, 'Toast')).toBeVisible();
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      const alarm = await visitor.setAlarm({ time: '07:00', label: 'Up' });
      await visitor.moveTimeTo(Date.parse(alarm.nextTrigger ?? ''), 1_000);
      await page.reload();
      await expect(ringOf(page, 'Up')).toBeVisible();
      await expectNoViolations(page);
    });
  });
}
