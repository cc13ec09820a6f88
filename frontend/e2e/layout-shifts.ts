// Records layout shifts.
import type { Page } from '@playwright/test';
import { expect } from './visitor';

interface Shift {
  /** The shift's score, as Google computes it. */
  readonly by: number;
  /** The elements that moved, by text or markup, with their old and new positions. */
  readonly moved: readonly string[];
}

declare global {
  interface Window {
    shifts: Shift[];
  }
}

/** Records shifts of an open page from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(noteShifts);
}

/** Records shifts of pages that are opened from now on, from their first frame. */
export async function watchShiftsFromStart(page: Page): Promise<void> {
  await page.addInitScript(noteShifts);
}

/** Fails with the shifts if any exceeds `atMost`, up to the present frame. */
export async function expectNothingMoved(page: Page, atMost = 0): Promise<void> {
  // Two frames, after which a shift would have been reported.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const shifts = await page.evaluate(() => window.shifts);
  const total = shifts.reduce((sum, { by }) => sum + by, 0);
  expect(total > atMost ? shifts : []).toEqual([]);
}

function noteShifts(): void {
  interface Entry extends PerformanceEntry {
    readonly value: number;
    readonly sources: readonly {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }[];
  }

  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[]) {
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${named(node)}: ${placed(previousRect)} to ${placed(currentRect)}`,
      );
      window.shifts.push({ by: value, moved });
    }
  }).observe({ type: 'layout-shift' });

  function named(node: Node | null): string {
    if (node instanceof Element && node.textContent === '') return node.outerHTML;
    return node?.textContent ?? 'something that is gone';
  }

  function placed({ x, y, width, height }: DOMRectReadOnly): string {
    return `${width.toFixed(1)} × ${height.toFixed(1)} at ${x.toFixed(1)}, ${y.toFixed(1)}`;
  }
}
