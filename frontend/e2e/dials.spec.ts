// Dials that are turned by hand: by a finger, whose movement must not scroll the page, and by a mouse.
import type { Locator, Page } from '@playwright/test';
import { arc, dragByTouch, type Point } from './touch';
import { expect, expectHydrated, test } from './visitor';

async function boxOf(target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('it has no box');
  return box;
}

async function dragByMouse(page: Page, points: readonly Point[]): Promise<void> {
  const [first, ...others] = points;
  if (first === undefined) throw new Error('a drag begins somewhere');
  await page.mouse.move(...first);
  await page.mouse.down();
  for (const point of others) await page.mouse.move(...point);
  await page.mouse.up();
}

const scrolled = (page: Page) => page.evaluate(() => scrollY);
const newTimer = (page: Page) => page.getByRole('slider', { name: 'How long should it run?' });
const lengthOf = (page: Page) => page.getByRole('textbox', { name: 'Set a timer' });

async function openTimers(page: Page): Promise<void> {
  await page.goto('/timer/en');
  await expectHydrated(page);
  await lengthOf(page).fill('1');
  await expect(page.getByRole('status').filter({ hasText: /^1.min/ })).toBeAttached();
  await lengthOf(page).fill('');
}

test.describe('by a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the ring of a new timer is wound over the hour and back, and its middle scrolls the page', async ({
    page,
  }) => {
    await openTimers(page);
    const ring = await boxOf(newTimer(page));
    const radius = ring.width * 0.39;
    await dragByTouch(page, arc(ring, radius, 0, 15));
    await expect(lengthOf(page)).toHaveValue('15:00');
    await dragByTouch(page, arc(ring, radius, 15, 70));
    await expect(lengthOf(page)).toHaveValue('1:10:00');
    await dragByTouch(page, arc(ring, radius, 10, -35));
    await expect(lengthOf(page)).toHaveValue('25:00');
    expect(await scrolled(page)).toBe(0);

    const [x, y] = [ring.x + ring.width / 2, ring.y + ring.height * 0.72];
    await dragByTouch(
      page,
      Array.from({ length: 30 }, (_, step): Point => [x, y - 8 * step]),
    );
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
    await expect(lengthOf(page)).toHaveValue('25:00');
  });

  test('the hand of the alarm dial is pulled', async ({ page }) => {
    await page.goto('/alarm/en');
    await expectHydrated(page);
    const dial = await boxOf(page.getByRole('slider', { name: 'Dial' }));
    const line = page.getByRole('textbox', { name: 'Set an alarm' });
    const before = await scrolled(page);
    // Noon is at the top: a third of a turn from midnight is eight hours.
    await dragByTouch(page, arc(dial, dial.width * 0.46, 30, 50));
    await expect(line).toHaveValue('08:00');
    expect(await scrolled(page)).toBe(before);
  });

  test('the only timer is turned in its card and in full screen, and two in their rows', async ({
    page,
    visitor,
  }) => {
    const tea = await visitor.setTimer({ minutes: 10, label: 'Tea' });
    await page.goto('/timer/en');
    await expectHydrated(page);
    const leftOn = (name: string) => page.getByRole('slider', { name: `Time left on ${name}` });
    const movedBy = async (id: number, from: string | null) => {
      const now = (await visitor.timers()).find((timer) => timer.id === id);
      return Date.parse(now?.endsAt ?? '') - Date.parse(from ?? '');
    };
    const card = await boxOf(leftOn('Tea'));
    await dragByTouch(page, arc(card, card.width * 0.46, 10, 13));
    await expect.poll(() => movedBy(tea.id, tea.endsAt)).toBe(180_000);

    await page.getByRole('button', { name: 'Show in full screen: Tea' }).click();
    const screen = page.getByRole('dialog', { name: 'Tea' });
    const large = await boxOf(screen.getByRole('slider', { name: 'Time left on Tea' }));
    await dragByTouch(page, arc(large, large.width * 0.44, 0, 5));
    await expect.poll(() => movedBy(tea.id, tea.endsAt)).toBe(480_000);

    const rice = await visitor.setTimer({ minutes: 10, label: 'Rice' });
    await page.reload();
    await expectHydrated(page);
    const row = await boxOf(leftOn('Rice'));
    await dragByTouch(page, arc(row, row.width * 0.4, 0, -5));
    await expect.poll(() => movedBy(rice.id, rice.endsAt)).toBe(-300_000);
    // Up or down over the ring of a row the page scrolls.
    const [x, y] = [row.x + row.width * 0.8, row.y + row.height / 2];
    await dragByTouch(
      page,
      Array.from({ length: 30 }, (_, step): Point => [x, y + 8 * step]),
    );
    expect(await movedBy(rice.id, rice.endsAt)).toBe(-300_000);
  });
});

test.describe('by a mouse', () => {
  test('the ring of the only timer is turned', async ({ page, visitor }) => {
    const tea = await visitor.setTimer({ minutes: 10, label: 'Tea' });
    await page.goto('/timer/en');
    await expectHydrated(page);
    const ring = await boxOf(page.getByRole('slider', { name: 'Time left on Tea' }));
    await dragByMouse(page, arc(ring, ring.width * 0.45, 10, 15));
    await expect
      .poll(async () => Date.parse((await visitor.timers())[0]?.endsAt ?? ''))
      .toBe(Date.parse(tea.endsAt ?? '') + 300_000);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  });
});
