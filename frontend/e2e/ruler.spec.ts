// The ruler of the next hour on every page: what rings is marked on it, and a press leads there.
import { watchShiftsFromStart, expectNothingMoved } from './layout-shifts';
import { tabTo } from './keyboard';
import { expect, test, type Visitor } from './visitor';

/** The time of day in Tokyo some minutes from now. */
function timeIn(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', {
    timeZone: 'Asia/Tokyo',
    hour: '2-digit',
    minute: '2-digit',
  });
}

async function setSome(visitor: Visitor): Promise<void> {
  await visitor.setTimer({ minutes: 12, label: 'Tea' });
  await visitor.setTimer({ minutes: 12, label: 'Egg' });
  await visitor.setTimer({ minutes: 5, label: 'Rice', enabled: 0 });
  await visitor.setAlarm({ time: timeIn(40), label: 'Pills' });
}

test('marks name what rings, and lead to it by mouse and by keyboard', async ({
  page,
  visitor,
}) => {
  await setSome(visitor);
  await page.goto('/stopwatch/en');
  const ruler = page.getByRole('navigation', { name: 'Next hour' });
  const pills = ruler.getByRole('link', { name: /^Pills, in (39|40) min, alarm$/ });
  await expect(ruler.getByRole('link')).toHaveCount(1);
  const opacity = () => pills.evaluate((link) => getComputedStyle(link, '::after').opacity);
  expect(await opacity()).toBe('0');
  await pills.hover();
  await expect.poll(opacity).toBe('1');
  await pills.click();
  await expect(page).toHaveURL(/\/alarm\/en#alarm-\d+$/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Pills' })).toBeFocused();

  const both = ruler.getByRole('button', { name: /^Rings 2 times, the first in (11|12) min$/ });
  await tabTo(page, both);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Tea, in (11|12) min, timer$/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/timer\/en#timer-\d+$/);
  await expect(page.getByRole('article', { name: 'Egg' })).toBeFocused();
});

test('an hour without rings has no marks', async ({ page, visitor }) => {
  await visitor.setTimer({ hours: 2, label: 'Roast' });
  await page.goto('/timer/en');
  await expect(page.getByRole('article', { name: 'Roast' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Next hour' })).toHaveCount(0);
});

for (const { width, language, name } of [
  { width: 320, language: 'en', name: 'Next hour' },
  { width: 390, language: 'ar', name: 'الساعة القادمة' },
]) {
  test.describe(`on a touch screen ${String(width)} px wide, ${language}`, () => {
    test.use({ viewport: { width, height: 700 }, hasTouch: true, isMobile: true });

    test('a mark is as large as a finger, at both ends, and moves nothing', async ({
      page,
      visitor,
    }) => {
      await visitor.setTimer({ seconds: 50, label: 'Now' });
      await visitor.setTimer({ minutes: 58, seconds: 30, label: 'Late' });
      await watchShiftsFromStart(page);
      await page.goto(`/stopwatch/${language}`);
      const marks = page.getByRole('navigation', { name }).getByRole('link');
      await expect(marks).toHaveCount(2);
      for (const mark of await marks.all()) {
        const box = await mark.boundingBox();
        expect(Math.round(Math.min(box?.width ?? 0, box?.height ?? 0))).toBeGreaterThanOrEqual(44);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await expectNothingMoved(page);
      await marks.last().tap();
      await expect(page).toHaveURL(new RegExp(`/timer/${language}#timer-\\d+$`));
      await expect(page.getByRole('article', { name: 'Late' })).toBeFocused();
    });
  });
}
