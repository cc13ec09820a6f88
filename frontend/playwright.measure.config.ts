// Measurements of the processor time that pages use, and of how late they ring; not part of `scripts/test`.
import { defineConfig } from '@playwright/test';
import { launchOptions } from './e2e/browser';

export default defineConfig({
  testDir: 'e2e/measured',
  outputDir: 'test-results/measured',
  globalSetup: './e2e/server.ts',
  forbidOnly: true,
  // One after the other: each counts all processes of its browser.
  workers: 1,
  timeout: 180_000,
  reporter: [['list']],
  use: { timezoneId: 'Asia/Tokyo', serviceWorkers: 'block', launchOptions },
});
