// Moving through a page by keyboard.
import type { Locator, Page } from '@playwright/test';
import { expect } from './visitor';

/** Presses Tab until a control has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    // Checked only once for each press: waiting here could miss the control, and Tab would go all around the page.
    expect(await target.evaluate((element) => element === document.activeElement)).toBe(true);
  }).toPass({ intervals: [0] });
}

/** Presses Tab past the end of an open dialog or menu, and expects that the focus never reaches the page behind. */
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
