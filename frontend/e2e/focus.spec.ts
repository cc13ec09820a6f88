// Every focused element shows a focus ring, and nothing covers it.
import type { Page } from '@playwright/test';
import { localisedPath } from '../src/pages/paths';
import { sitePages } from '../src/pages/site-pages';
import { expect, expectHydrated, test } from './visitor';

/** More than the tab stops of any page. */
const enough = 200;

for (const pages of [sitePages.slice(0, 4), sitePages.slice(4)]) {
  const paths = pages.map(({ path }) => path);
  test(`the focus is visible on every tab stop of ${paths.join(', ')}`, async ({
    page,
    visitor,
  }) => {
    test.slow();
    await visitor.setAlarm({ time: '07:00', label: 'Walk' });
    await visitor.setTimer({ minutes: 20, label: 'Bread' });
    await page.setViewportSize({ width: 390, height: 700 });
    for (const path of paths) await test.step(path, () => expectFocusSeen(page, path));
  });
}

async function expectFocusSeen(page: Page, path: string): Promise<void> {
  // In another language than the browser's, so that the language offer is shown at the bottom.
  await page.goto(localisedPath(path, 'de'));
  await expectHydrated(page);
  await expect(page.locator('[data-language-offer]')).toBeVisible();
  // One city is enough, because all cards are alike; the focus then starts at the search field.
  const search = page.getByRole('searchbox');
  if ((await search.count()) > 0) {
    await search.fill('Asia/Tokyo');
    const grid = page.locator('section').filter({ has: search }).last();
    await expect(grid.getByRole('heading', { level: 3 }).first()).toHaveText('Tokio');
  }
  expect(await faultsOfTabStops(page, 'Tab')).toEqual([]);
  expect(await faultsOfTabStops(page, 'Shift+Tab')).toEqual([]);
}

async function faultsOfTabStops(page: Page, key: string): Promise<string[]> {
  const faults: string[] = [];
  for (let stop = 0; stop < enough; stop += 1) {
    await page.keyboard.press(key);
    const fault = await page.evaluate(faultOfFocus);
    if (fault === null) return faults;
    if (fault !== '') faults.push(fault);
  }
  return [...faults, 'the focus never leaves the page'];
}

/** The fault of the focused element; empty if there is none, null if nothing is focused. */
function faultOfFocus(): string | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const name = element.getAttribute('aria-label') ?? element.textContent;
  // The ring of a radio button is around its label, that of a card's link around the card.
  const ringed = [getComputedStyle(element), getComputedStyle(element, '::after')];
  if (element.nextElementSibling !== null)
    ringed.push(getComputedStyle(element.nextElementSibling));
  const hasRing = ringed.some(
    ({ outlineStyle, outlineWidth }) => outlineStyle === 'solid' && outlineWidth === '2px',
  );
  // A line to write on has an underline in the colour of its caret instead.
  for (const animation of element.getAnimations()) animation.finish();
  const own = getComputedStyle(element);
  const isUnderlined = own.borderBottomWidth === '2px' && own.borderBottomColor === own.caretColor;
  if (!hasRing && !isUnderlined) return `${name}: no ring`;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
    return `${name}: out of view`;
  // In the middle of a dial are its digits, which are a control of their own.
  const shares = element.querySelector('[data-grip]') === null ? [0.1, 0.5, 0.9] : [0.05, 0.95];
  const covered = shares.some((share) => {
    const met = document.elementFromPoint((left + right) / 2, top + (bottom - top) * share);
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    return ![element, label].some((own) => own?.contains(met) === true);
  });
  return covered ? `${name}: covered` : '';
}
