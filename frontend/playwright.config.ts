// Journeys in a real browser against the real server on an embedded Postgres.
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { timing } from './e2e/timing';

/** Debian's browser where it is installed, else the one Playwright brings. */
const debianChromium = '/usr/bin/chromium';

/** Journeys that judge milliseconds: beside others they would judge the machine. */
const judgesTime = new RegExp(timing.tag);

export default defineConfig({
  testDir: 'e2e',
  testIgnore: '**/headed/**',
  globalSetup: './e2e/server.ts',
  fullyParallel: true,
  forbidOnly: true,
  // One more than two cores: a good part of the journeys waits for something to ring.
  workers: 3,
  timeout: 90_000,
  // What passes only the second time, as on a machine that is busy with something else, is named as flaky at the end.
  retries: 1,
  expect: { timeout: 15_000 },
  projects: [
    { name: 'journeys', grepInvert: judgesTime, teardown: 'timing' },
    // Alone: Playwright starts what it calls a teardown when the others are done, whether they passed or not.
    { name: 'timing', grep: judgesTime, workers: 1 },
  ],
  // What a run cost is in the report; `node e2e/costs.mjs` prints it.
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    ...(process.env.TOKIBAKO_TEST_URL === undefined
      ? {}
      : { baseURL: process.env.TOKIBAKO_TEST_URL }),
    locale: 'en-GB',
    timezoneId: 'Asia/Tokyo',
    trace: 'on-first-retry',
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
