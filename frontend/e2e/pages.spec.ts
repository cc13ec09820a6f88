// Every page is hydrated and scrolled to its end without messages, policy violations, layout shifts or foreign
// requests.
import type { Page } from '@playwright/test';
import { localisedPath } from '../src/pages/paths';
import { sitePages } from '../src/pages/site-pages';
import { watchPageErrors } from './page-errors';
import { expectNothingMoved, watchShifts, watchShiftsFromStart } from './layout-shifts';
import { expectSettled } from './settled';
import { expect, test } from './visitor';

/** Google's limit for a good score is 0.1. */
const movesAtMost = 0.01;

/** The two directions of writing; `prerendered.test.tsx` checks the texts of all languages. */
for (const { language, colorScheme } of [
  { language: 'en', colorScheme: 'dark' },
  { language: 'ar', colorScheme: 'light' },
] as const) {
  test.describe(`in ${language} and ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('all pages open without errors and layout shifts', async ({ page }) => {
      // This test opens every page.
      test.slow();
      const errors = await watchPageErrors(page);
      await watchShiftsFromStart(page);
      // A new visitor for each page, without storage.
      await page.addInitScript(() => {
        if (location.protocol.startsWith('http')) localStorage.clear();
      });
      const browser = await page.context().newCDPSession(page);
      for (const { path } of sitePages) {
        await test.step(path, async () => {
          await browser.send('Network.clearBrowserCache');
          const answer = await page.goto(localisedPath(path, language));
          expect(answer?.headers()['content-security-policy']).not.toContain('unsafe');
          await expectSettled(page);
          await expect(page.locator('html')).toHaveClass(new RegExp(colorScheme));
          const offer = page.getByText('This page is also available in English');
          await expect(offer).toBeVisible({ visible: language !== 'en' });
          await expectNothingMoved(page, movesAtMost);
          if (language === 'en') await expectStillWhileSecondsRun(page);
          await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
          await expect(page.getByRole('contentinfo')).toBeInViewport();
          await page.waitForLoadState('load');
          errors.expectNone();
        });
      }
    });
  });
}

async function expectStillWhileSecondsRun(page: Page): Promise<void> {
  await watchShifts(page);
  for (let count = 0; count < 2; count++) await nextSecond(page);
  await expectNothingMoved(page);
}

/** Waits until the hand on the header's ruler is at the next second. */
async function nextSecond(page: Page): Promise<void> {
  const hand = page.locator('[data-hand]');
  const before = await hand.getAttribute('style');
  await expect(hand).not.toHaveAttribute('style', before ?? '');
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a page can be read as the server sends it', async ({ page }) => {
    await page.goto('/digital-clock/ar');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });

  test('no line of Chinese begins with punctuation', async ({ page }) => {
    await page.goto('/privacy/zh');
    const sentence = page.getByText('只保存工具运行所需的数据。');
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await sentence.evaluate(linesOf)).toEqual(['只保存工具运行所需的数据。']);
    }
  });

  test('a preset’s length is on one line', async ({ page }) => {
    await page.goto('/timer/ar');
    const lengths = page.getByRole('main').getByRole('button', { name: /دقيقة|دقائق/ });
    await expect(lengths).toHaveCount(6);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 });
      const heights = await lengths.evaluateAll((all) =>
        all.map(({ clientHeight }) => clientHeight),
      );
      expect(Math.max(...heights)).toBeLessThan(45);
    }
  });
});

/** The lines of an element that contains only text. */
function linesOf({ firstChild }: Node): string[] {
  const text = firstChild?.textContent ?? '';
  const range = document.createRange();
  const lines = new Map<number, string>();
  for (let at = 0; firstChild !== null && at < text.length; at++) {
    range.setStart(firstChild, at);
    range.setEnd(firstChild, at + 1);
    const { bottom } = range.getBoundingClientRect();
    lines.set(bottom, (lines.get(bottom) ?? '') + text.charAt(at));
  }
  return [...lines.values()];
}
