// A server of a journey's own, which it may stop, and what its service worker keeps.
import type { Page } from '@playwright/test';
import { startTestServer, type Settings, type TestServer } from './server';
import { expect, test as base } from './visitor';

/** Journeys with a server of their own, at which their pages are, and with the service worker. */
export const test = base.extend<{ serverSettings: Settings; server: TestServer }>({
  serverSettings: [{}, { option: true }],
  server: async ({ serverSettings }, provide) => {
    const server = await startTestServer(serverSettings);
    await provide(server);
    await server.end();
  },
  baseURL: async ({ server }, provide) => provide(server.url),
  serviceWorkers: 'allow',
});

/** Waits until the pages in this language are kept, all of them. */
export async function expectKept(page: Page, language: string): Promise<void> {
  await expect.poll(() => keptLanguages(page), { timeout: 30_000 }).toContain(language);
}

/** The languages of the snapshots that are complete. */
export async function keptLanguages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const complete: string[] = [];
    for (const name of await caches.keys()) {
      const mark = await caches.match('/snapshot-complete', { cacheName: name });
      if (mark !== undefined) complete.push(name.split(':')[2] ?? '');
    }
    return complete;
  });
}
