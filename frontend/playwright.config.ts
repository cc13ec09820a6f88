// Journeys in a real browser against the real server on an embedded Postgres.
import { defineConfig } from '@playwright/test';
import { launchOptions } from './e2e/browser';
import { timing } from './e2e/timing';

/** Journeys that judge milliseconds: beside others they would judge the machine. */
const judgesTime = new RegExp(timing.tag);

/** A window each; and presses on notifications, which only the desktops of Linux pass on over a bus. */
const elsewhere =
  process.platform === 'linux' ? ['headed/*'] : ['headed/*', 'notification-clicks.spec.ts'];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  fullyParallel: true,
  forbidOnly: true,
  // Two more than two cores: a good part of the journeys waits for something to ring.
  workers: 4,
  timeout: 90_000,
  // What passes only the second time, as on a machine that is busy with something else, is named as flaky at the end.
  retries: 1,
  expect: { timeout: 15_000 },
  projects: [
    // A window each, and real tabs. First, as they take longest: one after the other, and mostly waiting for what rings.
    { name: 'headed', testMatch: 'headed/*.spec.ts', workers: 1 },
    { name: 'journeys', testIgnore: elsewhere, grepInvert: judgesTime, teardown: 'timing' },
    // Alone: Playwright starts what it calls a teardown when the others are done, whether they passed or not.
    { name: 'timing', testIgnore: elsewhere, grep: judgesTime, workers: 1 },
  ],
  // What a run cost is in the report; `node e2e/costs.mjs` prints it.
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    ...(process.env.TOKIBAKO_TEST_URL === undefined
      ? {}
      : { baseURL: process.env.TOKIBAKO_TEST_URL }),
    locale: 'en-GB',
    timezoneId: 'Asia/Tokyo',
    // A worker would answer what journeys hold back or answer themselves; those of the worker let it in.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    launchOptions,
  },
});
