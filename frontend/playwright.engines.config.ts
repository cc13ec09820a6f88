// The same journeys in three engines. Each worker has a sound server and a display of its own.
import { defineConfig } from '@playwright/test';
import type { EngineName } from './e2e/engines/engine';

const engines: readonly EngineName[] = ['firefox', 'webkit', 'chromium'];

/** Journeys that only another engine can have. */
function elsewhere(engineName: EngineName): string[] {
  return engines.filter((other) => other !== engineName).map((other) => `${other}-*.spec.ts`);
}

export default defineConfig<object, { engineName: EngineName }>({
  testDir: 'e2e/engines',
  outputDir: 'test-results/engines',
  globalSetup: './e2e/server.ts',
  // An alarm is waited for up to a minute: the others of its spec run on another worker.
  fullyParallel: true,
  forbidOnly: true,
  workers: 5,
  // A busy machine starts a browser slowly.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 1,
  projects: engines.map((engineName) => ({
    name: engineName,
    use: { engineName },
    // Beside those that wait for a ring run others; Chromium has fewer.
    workers: engineName === 'chromium' ? 1 : 2,
    testIgnore: elsewhere(engineName),
  })),
  reporter: [['list'], ['json', { outputFile: 'test-results/engines.json' }]],
});
