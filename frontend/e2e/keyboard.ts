// Going through a page by keyboard.
import type { Locator, Page } from '@playwright/test';
import { expect } from './visitor';

/** Goes from one control to the next until this one has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    // Asked once: one that is waited for while it is passed by would be met again by a way round the page.
    expect(await target.evaluate((element) => element === document.activeElement)).toBe(true);
  }).toPass({ intervals: [0] });
}

/** Steps through what is open and past its end: the focus goes nowhere else on the page. */
export async function expectFocusHeld(page: Page, open: Locator, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab');
    const held = await open.evaluate(
      (element) =>
        element.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(held).toBe(true);
  }
}
