// Delays responses.
import type { Page, Route } from '@playwright/test';

/** Delays a response until the returned function is called; it then comes from the server, or from `answer`. */
export async function delayResponse(
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
