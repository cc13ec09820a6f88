// Measurements of the processor time that pages use; not part of `scripts/test`.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e/measured',
  outputDir: 'test-results/measured',
  globalSetup: './e2e/server.ts',
  forbidOnly: true,
  // One after the other: each counts all processes of its browser.
  workers: 1,
  timeout: 180_000,
  reporter: [['list']],
});
