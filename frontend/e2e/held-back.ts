// Files that come late.
import type { Page, Route } from '@playwright/test';

/** Keeps a file from the page until the returned function is called; it then comes from the server, or as `answer` has it. */
export async function holdBack(
  page: Page,
  file: string | RegExp,
  answer = (route: Route) => route.continue(),
): Promise<() => void> {
  let deliver: () => void = () => undefined;
  const wanted = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(file, async (route) => {
    await wanted;
    await answer(route);
  });
  return deliver;
}
