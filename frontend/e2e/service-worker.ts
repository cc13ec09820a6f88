// Fixtures for tests with the service worker and an own server, which they may stop.
import type { Page } from '@playwright/test';
import { startTestServer, type Settings, type TestServer } from './server';
import { expect, test as base } from './visitor';

/** Tests with an own server and the service worker. */
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

/** Waits until all pages in this language are cached. */
export async function expectKept(page: Page, language: string): Promise<void> {
  await expect.poll(() => keptLanguages(page), { timeout: 30_000 }).toContain(language);
}

/** The languages of the complete snapshots. */
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
