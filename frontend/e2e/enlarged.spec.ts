// Every page for those who enlarge it: by zoom, by larger text of their own, by wider spacing.
import type { Page } from '@playwright/test';
import type { LanguageCode } from '../src/i18n/languages';
import { localisedPath } from '../src/i18n/paths';
import { sitePages } from '../src/i18n/site-pages';
import { aWeatherAnswer } from '../src/testing/weather';
import { expect, test, type Visitor } from './visitor';

/** Long words, lines from right to left, and lines that end anywhere. */
const languages: readonly LanguageCode[] = ['de', 'ar', 'ja'];
const softly = expect.configure({ soft: true });
const paths = [...sitePages.map(({ path }) => path), '/nowhere'];

for (const language of languages) {
  test(`zoom of 200 % and 400 % in ${language}`, async ({ page, visitor }) => {
    await furnish(page, visitor);
    for (const path of paths) {
      await open(page, path, language);
      // What is left of a window of 1280 pixels.
      for (const width of [640, 320]) await expectAllWithin(page, path, width);
    }
  });

  test(`text of twice the size in ${language}`, async ({ page, visitor }) => {
    await furnish(page, visitor);
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    for (const path of paths) {
      await open(page, path, language);
      for (const width of [1280, 768]) await expectAllWithin(page, path, width);
    }
  });

  test(`wider spacing in ${language}`, async ({ page, visitor }) => {
    await furnish(page, visitor);
    for (const path of paths) {
      await open(page, path, language);
      await page.evaluate(spaceOut);
      for (const width of [1280, 1024, 768, 390]) await expectAllWithin(page, path, width);
    }
  });
}

/** Something in every list, and weather. */
async function furnish(page: Page, visitor: Visitor): Promise<void> {
  await visitor.setAlarm({ time: '07:00', label });
  await visitor.setAlarm({ time: '22:15', repeat: 'weekend', timezone: 'Europe/Berlin' });
  await visitor.setTimer({ hours: 1, minutes: 30, label });
  await page.addInitScript(() => {
    const laps = { banked: 200_000, started: null, lapTotals: [74_760, 151_780, 221_290] };
    localStorage.setItem('stopwatch', JSON.stringify(laps));
  });
  await page.route('**/api/weather?*', (route) => route.fulfill({ json: aWeatherAnswer() }));
}

const label = 'Walk before the city wakes';

async function open(page: Page, path: string, language: LanguageCode): Promise<void> {
  await page.goto(localisedPath(path, language));
  const last = {
    '/stopwatch': page.getByRole('table'),
    '/alarm': page.getByText(label),
    '/timer': page.getByText(label),
  }[path];
  await expect(last ?? page.getByRole('contentinfo')).toBeVisible();
}

async function expectAllWithin(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 640 });
  await page.waitForFunction(
    (asked) =>
      document.documentElement.clientWidth === asked &&
      matchMedia(`(width: ${String(asked)}px)`).matches,
    width,
  );
  // What is laid out in steps may still be under way.
  await softly
    .poll(() => page.evaluate(outside), { message: `${path} in ${String(width)} px` })
    .toEqual([]);
}

/** The texts that reach beyond the window or are cut off. */
function outside(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const found =
    scrollWidth > clientWidth ? [`${String(scrollWidth - clientWidth)} px too wide`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (
      text.textContent?.trim() === '' ||
      parent?.checkVisibility({ visibilityProperty: true }) !== true
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    for (let box: Element | null = parent; box !== null; box = box.parentElement) {
      const { clipPath, overflowX } = getComputedStyle(box);
      if (clipPath !== 'none') break;
      if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
      const bounds = box.getBoundingClientRect();
      if (left < bounds.left - 1 || right > bounds.right + 1)
        found.push(`cut off: ${String(text.textContent)}`);
    }
  }
  return found;
}

/** As WCAG 1.4.12 has it. */
function spaceOut(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
      'p { margin-block-end: 2em !important }',
  );
  document.adoptedStyleSheets.push(sheet);
}
