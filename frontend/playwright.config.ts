// Journeys in a real browser against the real server on an embedded Postgres.
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Debian's browser where it is installed, else the one Playwright brings. */
const debianChromium = '/usr/bin/chromium';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 90_000,
  // What passes only the second time, as on a machine that is busy with something else, is named as flaky at the end.
  retries: 1,
  expect: { timeout: 15_000 },
  // What a run cost is in the report; `node e2e/costs.mjs` prints it.
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    ...(process.env.TOKIBAKO_TEST_URL === undefined
      ? {}
      : { baseURL: process.env.TOKIBAKO_TEST_URL }),
    locale: 'en-GB',
    timezoneId: 'Asia/Tokyo',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(existsSync(debianChromium) ? { executablePath: debianChromium } : {}),
      // Pages do go into the back/forward cache where people use this.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
