// Every page enlarged by zoom, by a larger text size, and by wider spacing; and, since it is open already, checked by the
// accessibility rules, and for messages and policy violations.
import type { Page } from '@playwright/test';
import { everyPath, fillLists, openFilled, withFewCities } from './filled-pages';
import { expectNoViolations, expectNoViolationsExceptContrast } from './axe';
import { watchPageErrors } from './page-errors';
import { expect, ringOf, test } from './visitor';
import { localisedPath } from '../src/pages/paths';
import { languageCodes } from '../src/i18n/languages';

const softly = expect.configure({ soft: true });

/**
 * Languages with long words, with right-to-left text, and with line breaks anywhere. The rules are about structure, which is the
 * same in all languages that are written from left to right; `messages.test.ts` finds texts that are missing in one.
 */
for (const { language, paths, rules } of [
  { language: 'de', paths: everyPath.slice(0, 5), rules: expectNoViolations },
  { language: 'de', paths: everyPath.slice(5), rules: expectNoViolations },
  { language: 'ar', paths: everyPath, rules: expectNoViolationsExceptContrast },
  { language: 'ja', paths: everyPath, rules: null },
] as const) {
  const alsoSaid = rules === null ? '' : ', and they pass the accessibility rules';
  test(`no text of the pages ${paths.join(', ')} is cut off in ${language}${alsoSaid}`, async ({
    page,
    visitor,
  }) => {
    // Eight sizes of each page.
    test.slow();
    // Browsers log the status of the page for an unknown path as an error.
    const errors = await watchPageErrors(page, /404/);
    await fillLists(page, visitor);
    const browser = await page.context().newCDPSession(page);
    const setText = (standard: number) =>
      browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: (standard * 13) / 16 } });
    for (const path of paths) {
      await test.step(path, async () => {
        await page.setViewportSize({ width: 1280, height: 720 });
        await openFilled(page, path, language);
        errors.expectNone();
        if (rules !== null) {
          await test.step('accessibility rules', async () => {
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
            await withFewCities(page, path, () => rules(page));
          });
        }
        await test.step('zoom of 200 % and 400 %', async () => {
          // The remaining width of a window of 1280 pixels.
          for (const width of [640, 320]) await expectAllWithin(page, width);
        });
        await test.step('text of twice the size', async () => {
          await setText(32);
          await expectRootFont(page, 32);
          for (const width of [1280, 768]) await expectAllWithin(page, width);
          await setText(16);
          await expectRootFont(page, 16);
        });
        await test.step('wider spacing', async () => {
          await page.evaluate(spaceOut);
          for (const width of [1280, 1024, 768, 390]) await expectAllWithin(page, width);
        });
      });
    }
  });
}

test('at 400 % the buttons of a finished timer have room for their words, and Stop is on the screen, in every language', async ({
  page,
  visitor,
}) => {
  // What remains of a window of 1280 by 1024 pixels.
  await page.setViewportSize({ width: 320, height: 256 });
  await visitor.setTimer({ seconds: 1, label: 'Rice' });
  for (const code of languageCodes) {
    await page.goto(localisedPath('/timer', code));
    const buttons = ringOf(page, 'Rice').getByRole('button');
    await expect(buttons).toHaveCount(3);
    await softly.poll(() => buttons.evaluateAll(textsBeyond), { message: code }).toEqual([]);
    await softly(page.locator('button:focus'), code).toBeInViewport({ ratio: 1 });
  }
});

/** Words of buttons that are not within their button, and buttons that are not within the window. */
function textsBeyond(buttons: readonly Element[]): string[] {
  return buttons.flatMap((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const words = range.getBoundingClientRect();
    const box = button.getBoundingClientRect();
    const isInside =
      words.left >= box.left &&
      words.right <= box.right &&
      words.top >= box.top &&
      words.bottom <= box.bottom &&
      box.left >= 0 &&
      box.right <= innerWidth;
    return isInside ? [] : [button.textContent];
  });
}

async function expectRootFont(page: Page, pixels: number): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${String(pixels)}px`);
}

async function expectAllWithin(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 640 });
  await page.waitForFunction(
    (asked) =>
      document.documentElement.clientWidth === asked &&
      matchMedia(`(width: ${String(asked)}px)`).matches,
    width,
  );
  // Rendering in steps may still be in progress.
  await softly
    .poll(() => page.evaluate(outside), { message: `${page.url()} in ${String(width)} px` })
    .toEqual([]);
}

/** Texts that overflow the window or are clipped. */
function outside(): string[] {
  interface Bounds {
    readonly left: number;
    readonly right: number;
  }
  const { clientWidth, scrollWidth } = document.documentElement;
  const found =
    scrollWidth > clientWidth ? [`${String(scrollWidth - clientWidth)} px too wide`] : [];
  const known = new Map<Element, Bounds>();
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (
      text.textContent?.trim() === '' ||
      parent?.checkVisibility({ visibilityProperty: true }) !== true
    )
      continue;
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    const bounds = boundsIn(parent);
    if (left < bounds.left - 1 || right > bounds.right + 1)
      found.push(`cut off: ${String(text.textContent)}`);
  }
  return found;

  /** The visible area of an element; computed once per element. */
  function boundsIn(element: Element): Bounds {
    const before = known.get(element);
    if (before !== undefined) return before;
    const bounds = narrowed(element);
    known.set(element, bounds);
    return bounds;
  }

  function narrowed(element: Element): Bounds {
    const unbounded = { left: -Infinity, right: Infinity };
    const { clipPath, overflowX } = getComputedStyle(element);
    if (clipPath !== 'none') return unbounded;
    const outer = element.parentElement === null ? unbounded : boundsIn(element.parentElement);
    if (overflowX !== 'hidden' && overflowX !== 'clip') return outer;
    const { left, right } = element.getBoundingClientRect();
    return { left: Math.max(left, outer.left), right: Math.min(right, outer.right) };
  }
}

/** The spacing of WCAG 1.4.12. */
function spaceOut(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
      'p { margin-block-end: 2em !important }',
  );
  document.adoptedStyleSheets.push(sheet);
}
