// What pages complain of while they are open, in their console and to the server's policy.
import type { Page } from '@playwright/test';
import { aWeatherAnswer } from '../src/testing/weather';
import { expect } from './visitor';

/** What Playwright itself writes into the console where journeys keep the service worker out. */
export const writtenByPlaywright = 'Service Worker registration blocked by Playwright';

/** What a page says, fails at or is refused by its policy, and the other hosts that it asks; emptied when it is read. */
export interface Complaints {
  /** Fails and says what it was if there was anything since it was last asked. */
  expectNone(): void;
}

/** Listens to a page from before it is opened; `except` are messages that browsers write of answers that are expected. */
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
  // No page is to depend on what the weather's provider answers.
  await page.route('**/api/weather?*', (route) => route.fulfill({ json: aWeatherAnswer() }));
  return {
    expectNone() {
      const found = complaints;
      complaints = [];
      expect(found).toEqual([]);
    },
  };
}
