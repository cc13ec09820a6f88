// Collects what pages report while they are open: console messages, errors, violations of the policy.
import type { Page } from '@playwright/test';
import { aWeatherAnswer } from '../src/testing/weather';
import { expect } from './visitor';

/** What Playwright itself writes to the console when it blocks service workers. */
export const writtenByPlaywright = 'Service Worker registration blocked by Playwright';

/** Console messages, errors, policy violations, and requests to other hosts; cleared when read. */
export interface PageErrors {
  /** Fails with everything that was reported since the last call. */
  expectNone(): void;
}

/** Starts listening before the page is opened; `except` are messages about expected responses. */
export async function watchPageErrors(page: Page, except?: RegExp): Promise<PageErrors> {
  let errors: string[] = [];
  const report = (message: string) => {
    if (message === writtenByPlaywright) return;
    if (except?.test(message) !== true) errors.push(message);
  };
  page.on('console', (entry) => {
    report(entry.text());
  });
  page.on('pageerror', (error) => {
    report(error.message);
  });
  const own = new URL(process.env.TOKIBAKO_TEST_URL ?? '').origin;
  page.on('request', (request) => {
    const { protocol, host, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== own) report(`asks ${host}`);
  });
  await page.exposeFunction('report', report);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, sample } = event;
      const { report } = window as unknown as { report: (refusal: string) => void };
      report([violatedDirective, blockedURI, sourceFile, sample].join(' '));
    });
  });
  // The tests must not depend on the weather provider.
  await page.route('**/api/weather?*', (route) => route.fulfill({ json: aWeatherAnswer() }));
  return {
    expectNone() {
      const found = errors;
      errors = [];
      expect(found).toEqual([]);
    },
  };
}
