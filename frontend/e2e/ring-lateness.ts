// How late a page rings: a busy machine delays it, so only measurements have a limit for it.
import type { Page } from '@playwright/test';
import { expect, ringOf, stopWithEscape, type Visitor } from './visitor';

/** The milliseconds between the end of a timer and its ring, after a reload of the page. */
export async function ringLatenessMs(page: Page, visitor: Visitor, label: string): Promise<number> {
  await visitor.listen(page, '/timer/en');
  const timer = await visitor.setTimer({ seconds: 2, label });
  await page.reload();
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('dialog[open]') === null) return;
      watch.disconnect();
      document.documentElement.dataset.rangAt = String(performance.timeOrigin + performance.now());
    });
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await expect(ringOf(page, label)).toBeVisible();
  const rangAt = Number(await page.evaluate(() => document.documentElement.dataset.rangAt));
  await stopWithEscape(page, label);
  return rangAt - Date.parse(timer.endsAt ?? '');
}
