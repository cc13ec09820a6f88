// Pages with contents: alarms, a timer, laps and the weather.
import type { Page } from '@playwright/test';
import { localisedPath } from '../src/pages/paths';
import type { LanguageCode } from '../src/i18n/languages';
import { sitePages } from '../src/pages/site-pages';
import { aWeatherAnswer } from '../src/testing/weather';
import { expectSettled } from './settled';
import { expect, type Visitor } from './visitor';

/** Every page, and an unknown path. */
export const everyPath: readonly string[] = [...sitePages.map(({ path }) => path), '/nowhere'];

const label = 'Walk before the city wakes';

export async function fillLists(page: Page, visitor: Visitor): Promise<void> {
  await visitor.setAlarm({ time: '07:00', label });
  await visitor.setAlarm({ time: '22:15', repeat: 'weekend', timezone: 'Europe/Berlin' });
  await visitor.setTimer({ hours: 1, minutes: 30, label });
  await page.addInitScript(() => {
    const laps = { banked: 200_000, started: null, lapTotals: [74_760, 151_780, 221_290] };
    localStorage.setItem('stopwatch:v1', JSON.stringify(laps));
  });
  await page.route('**/api/weather?*', (route) => route.fulfill({ json: aWeatherAnswer() }));
}

/** Opens a page of a visitor with filled lists, and waits until it shows them. */
export async function openFilled(page: Page, path: string, language: LanguageCode): Promise<void> {
  await page.goto(localisedPath(path, language));
  const last = {
    '/stopwatch': page.getByRole('table'),
    '/alarm': page.getByRole('main').getByText(label),
    '/timer': page.getByRole('main').getByText(label),
    '/analog-clock': page.getByText(/°[Cم]/).first(),
    '/digital-clock': page.getByText(/°[Cم]/).first(),
  }[path];
  await expect(last ?? page.getByRole('contentinfo')).toBeVisible();
  await expectSettled(page);
}

/**
 * Filters the fifty cities of a clock page while `look` runs: all cards are alike, and the rules would take most of a
 * minute for them.
 */
export async function withFewCities(
  page: Page,
  path: string,
  look: () => Promise<void>,
): Promise<void> {
  if (!path.endsWith('clock')) return look();
  const grid = page
    .locator('section')
    .filter({ has: page.getByRole('searchbox') })
    .last();
  const cards = grid.locator('li:has(time)');
  const all = await cards.count();
  await page.getByRole('searchbox').fill('Asia/T');
  await expect.poll(() => cards.count()).toBeLessThan(6);
  expect(await cards.count()).toBeGreaterThan(1);
  await look();
  await page.getByRole('searchbox').fill('');
  await expect(cards).toHaveCount(all);
}
