// Collects what pages report while they are open: console messages, errors, violations of the policy.
import type { Page } from '@playwright/test';
import { aWeatherAnswer } from '../src/testing/weather';
import { expect } from './visitor';

/** What Playwright itself writes to the console when it blocks service workers. */
export const writtenByPlaywright = 'Service Worker registration blocked by Playwright';

/** Messages, failures, refusals by the policy, and requests to other hosts; cleared when read. */
export interface Complaints {
  /** Fails with everything that was reported since the last call. */
  expectNone(): void;
}

/** Starts listening before the page is opened; `except` are messages about expected responses. */
export async function complaintsOf(page: Page, except?: RegExp): Promise<Complaints> {
  let complaints: string[] = [];
  const complain = (complaint: string) => {
    if (complaint === writtenByPlaywright) return;
    if (except?.test(complaint) !== true) complaints.push(complaint);
  };
  page.on('console', (message) => {
    complain(message.text());
  });
  page.on('pageerror', (error) => {
    complain(error.message);
  });
  const own = new URL(process.env.TOKIBAKO_TEST_URL ?? '').origin;
  page.on('request', (request) => {
    const { protocol, host, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== own) complain(`asks ${host}`);
  });
  await page.exposeFunction('complain', complain);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, sample } = event;
      const { complain } = window as unknown as { complain: (refusal: string) => void };
      complain([violatedDirective, blockedURI, sourceFile, sample].join(' '));
    });
  });
  // The tests must not depend on the weather provider.
  await page.route('**/api/weather?*', (route) => route.fulfill({ json: aWeatherAnswer() }));
  return {
    expectNone() {
      const found = complaints;
      complaints = [];
      expect(found).toEqual([]);
    },
  };
}
