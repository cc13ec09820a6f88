// Every page and pop-up against the rules a machine can check.
import { localisedPath } from '../src/i18n/paths';
import { sitePages } from '../src/i18n/site-pages';
import { aWeatherAnswer } from '../src/testing/weather';
import { expectNoViolations } from './rules-of-access';
import { expect, ringOf, test } from './visitor';

/** The languages that differ in how they are laid out. */
const languages = ['ja', 'en', 'ar'] as const;
const paths = [...sitePages.map(({ path }) => path), '/nowhere'].flatMap((path) =>
  languages.map((language) => localisedPath(path, language)),
);

for (const path of paths) {
  test(`the page ${path}`, async ({ page, visitor }) => {
    // Rules look at fifty clocks for most of a minute, and for longer beside other work.
    test.slow(path.includes('clock'));
    await visitor.setAlarm({ time: '07:00', label: 'Walk before the city wakes' });
    await visitor.setTimer({ minutes: 20, label: 'Sourdough' });
    await page.addInitScript(() => {
      const laps = { banked: 200_000, started: null, lapTotals: [74_760, 151_780, 221_290] };
      localStorage.setItem('stopwatch', JSON.stringify(laps));
    });
    await page.route('**/api/weather?*', (route) => route.fulfill({ json: aWeatherAnswer() }));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path.startsWith('/alarm')) await expect(page.getByText('Walk before')).toBeVisible();
    if (path.startsWith('/timer')) await expect(page.getByText('Sourdough')).toBeVisible();
    if (path.startsWith('/stopwatch')) await expect(page.getByRole('table')).toBeVisible();
    await expectNoViolations(page);
  });
}

test('the menus', async ({ page }) => {
  await page.goto('/ar');
  for (const name of [/^اللغة/, /^المظهر/]) {
    await page.getByRole('banner').getByRole('button', { name }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    // An open menu holds the focus above the page, outside of its landmarks.
    await expectNoViolations(page, { exceptRules: ['region'] });
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'القائمة' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
});

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
  await visitor.listen(page, '/en');
  await visitor.setTimer({ seconds: 1, label: 'Toast' });
  await expect(ringOf(page, 'Toast')).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  const alarm = await visitor.setAlarm({ time: '07:00', label: 'Up' });
  await visitor.moveTimeTo(Date.parse(alarm.nextTrigger ?? ''), 1_000);
  await page.reload();
  await expect(ringOf(page, 'Up')).toBeVisible();
  await expectNoViolations(page);
});
