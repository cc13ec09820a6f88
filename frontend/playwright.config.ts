// Journeys in a real browser against the real server on an embedded Postgres.
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { debianChromium, quietChromium } from './e2e/browser';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  projects: [
    { name: 'journeys', testIgnore: 'headed/*' },
    // A browser with windows each, and rings that have to be heard on time.
    { name: 'headed', testMatch: 'headed/*.spec.ts', workers: 1 },
  ],
  timeout: 90_000,
  // What passes only the second time, as on a machine that is busy with something else, is named as flaky at the end.
  retries: 1,
  expect: { timeout: 15_000 },
  reporter: 'list',
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
      args: ['--headless', ...quietChromium],
    },
  },
});
