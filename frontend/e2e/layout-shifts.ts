// What moved on a page without anybody having asked for it.
import type { Page } from '@playwright/test';
import { expect } from './visitor';

declare global {
  interface Window {
    /** What moved, by its text or else its markup. */
    moved: string[];
  }
}

/** Notes from now on whatever moves on a page that is open. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.moved = [];
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & {
        readonly sources: readonly { readonly node: Node | null }[];
      })[];
      for (const { sources } of shifts)
        window.moved.push(...sources.map(({ node }) => named(node)));
    }).observe({ type: 'layout-shift' });

    function named(node: Node | null): string {
      if (node instanceof Element && node.textContent === '') return node.outerHTML;
      return node?.textContent ?? 'something that is gone';
    }
  });
}

/** Fails and says what it was if anything has moved up to the frame that is shown now. */
export async function expectNothingMoved(page: Page): Promise<void> {
  // Two frames, after which a shift would have been reported.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await page.evaluate(() => window.moved)).toEqual([]);
}
