// Journeys in a real browser against the real server on an embedded Postgres.
import { defineConfig } from '@playwright/test';
import { launchOptions } from './e2e/browser';
import { timing } from './e2e/timing';

/** Journeys that measure milliseconds. They run alone, because other journeys would distort the measurements. */
const judgesTime = new RegExp(timing.tag);

/**
 * Journeys in windows have their own project, those in several engines and measurements their own configurations; clicks on notifications are
 * sent over D-Bus, which only Linux has.
 */
const elsewhere = [
  'headed/*',
  'engines/*',
  'measured/*',
  ...(process.platform === 'linux' ? [] : ['notification-clicks.spec.ts']),
];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  fullyParallel: true,
  forbidOnly: true,
  // More than there are cores, because many journeys wait for something to ring.
  workers: 6,
  timeout: 90_000,
  // A journey that passes only on the second attempt, for example on a busy machine, is reported as flaky.
  retries: 1,
  expect: { timeout: 15_000 },
  projects: [
    // In windows with real tabs, one after the other. They start first, because they take longest.
    { name: 'headed', testMatch: 'headed/*.spec.ts', workers: 1 },
    { name: 'journeys', testIgnore: elsewhere, grepInvert: judgesTime, teardown: 'timing' },
    // Runs alone: Playwright starts a teardown project when the others are done, whether they passed or not.
    { name: 'timing', testIgnore: elsewhere, grep: judgesTime, workers: 1 },
  ],
  // `node e2e/costs.mjs` prints the times in this report.
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    ...(process.env.TOKIBAKO_TEST_URL === undefined
      ? {}
      : { baseURL: process.env.TOKIBAKO_TEST_URL }),
    locale: 'en-GB',
    timezoneId: 'Asia/Tokyo',
    // A service worker would answer requests that journeys delay or answer themselves; its own journeys allow it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    launchOptions,
  },
});
