// Several timers that fill the screen: by mouse, by keyboard, by touch, where full screen is refused, and when one ends.
import type { Page } from '@playwright/test';
import { expect, expectHydrated, ringOf, test, type Visitor } from './visitor';

const stageOf = (page: Page) => page.getByRole('dialog', { name: 'Timers in full screen' });

async function openStage(page: Page): Promise<void> {
  await page.goto('/timer/en');
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Full screen', exact: true }).click();
  await expect(stageOf(page)).toBeVisible();
}

async function leftOf(visitor: Visitor, label: string): Promise<number> {
  const end = (await visitor.timers()).find((one) => one.label === label)?.endsAt ?? '';
  return Math.round((Date.parse(end) - Date.now()) / 60_000);
}

test('two timers are moved by mouse and by keyboard, and Escape leaves the stage', async ({
  page,
  visitor,
}) => {
  await visitor.setTimer({ minutes: 15, label: 'Group work' });
  await visitor.setTimer({ minutes: 5, label: 'Egg' });
  await openStage(page);
  const egg = stageOf(page).getByRole('group', { name: 'Egg' });
  const work = stageOf(page).getByRole('group', { name: 'Group work' });
  await egg.getByRole('button', { name: '+1 min' }).click();
  await expect.poll(() => leftOf(visitor, 'Egg')).toBe(6);

  await page.keyboard.press('2');
  await expect(work).toBeFocused();
  await page.keyboard.press('-');
  await expect.poll(() => leftOf(visitor, 'Group work')).toBe(14);
  await page.keyboard.press('Enter');
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  await expect.poll(() => leftOf(visitor, 'Group work')).toBe(20);
  await expect(work).toBeFocused();
  await page.keyboard.press('Space');
  await expect(work.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect.poll(() => leftOf(visitor, 'Egg')).toBe(6);
  await page.keyboard.press('Escape');
  await expect(stageOf(page)).toBeHidden();
});

test('a timer that ends fills the stage with its name, and the others go on', async ({
  page,
  visitor,
}) => {
  await visitor.setTimer({ minutes: 15, label: 'Group work' });
  await visitor.setTimer({ seconds: 6, label: 'Egg' });
  await openStage(page);
  const ring = ringOf(page, 'Egg');
  await expect(ring).toBeVisible();
  await expect(ring.getByText('Egg')).toBeInViewport();
  // No key of the stage.
  await page.keyboard.press('+');
  await ring.getByRole('button', { name: 'Stop' }).click();
  await expect(ring).toBeHidden();
  await expect(stageOf(page)).toBeVisible();
  const egg = stageOf(page).getByRole('group', { name: 'Egg' });
  await expect(egg.getByRole('button', { name: 'Start' })).toBeVisible();
  expect(await leftOf(visitor, 'Group work')).toBe(15);
});

for (const { width, height } of [
  { width: 320, height: 640 },
  { width: 844, height: 390 },
]) {
  test.describe(`by touch, ${String(width)} × ${String(height)}, where full screen is refused`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test('four timers and all their buttons are in view', async ({ page, visitor }) => {
      await page.addInitScript(() => {
        Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'));
      });
      for (const label of ['Pasta', 'Sauce', 'Bread', 'Eggs, soft-boiled']) {
        await visitor.setTimer({ minutes: 12, label });
      }
      await openStage(page);
      const tiles = stageOf(page).getByRole('group');
      await expect(tiles).toHaveCount(4);
      const buttons = tiles.getByRole('button', { name: /^(Pause|[+−]1 min)$/ });
      await expect(buttons).toHaveCount(12);
      for (const button of await buttons.all()) {
        await expect(button).toBeInViewport({ ratio: 1 });
        const box = await button.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
      for (const digits of await tiles.getByRole('timer').all()) {
        await expect(digits).toBeInViewport({ ratio: 1 });
      }
      await tiles.first().getByRole('button', { name: 'Pause' }).tap();
      await expect(tiles.first().getByRole('button', { name: 'Start' })).toBeVisible();
      await stageOf(page).getByRole('button', { name: 'Exit full screen' }).tap();
      await expect(stageOf(page)).toBeHidden();
    });
  });
}
