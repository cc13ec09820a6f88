// Waits until a page is hydrated and everything that loads later has loaded.
import type { Page } from '@playwright/test';
import { expect, expectHydrated } from './visitor';

/** Waits until every part is hydrated, ringing is ready, and nothing is still loading. */
export async function expectSettled(page: Page): Promise<void> {
  await expectHydrated(page);
  await expect.poll(() => page.evaluate(unsettled)).toEqual([]);
}

/** What is still loading or not hydrated. */
function unsettled(): string[] {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  const controls = document.querySelectorAll('a, button, input, select');
  return [
    // The code of toasts is loaded last, and shows nothing by itself.
    ...['/assets/toast.'].filter((file) => !files.some((name) => name.includes(file))),
    ...(localStorage.getItem('stream:v1') === null ? ['the stream of events'] : []),
    ...[...controls].filter((control) => !isTakenOver(control)).map(textOf),
    ...[...document.querySelectorAll('[aria-busy=true], main time:not([datetime])')].map(textOf),
  ];

  function isTakenOver(control: Element): boolean {
    return Object.keys(control).some((key) => key.startsWith('__reactProps'));
  }

  function textOf({ outerHTML }: Element): string {
    return outerHTML;
  }
}
