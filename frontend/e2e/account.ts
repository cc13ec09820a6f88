// Accounts, created through the form or the API, and the browsers that are signed in to them.
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { AlarmDraft } from '../src/model/types';
import { expect } from './visitor';

export const password = 'correct horse';

/** A username that is unique in this run. */
export function freshName(): string {
  return `Hana ${crypto.randomUUID().slice(0, 8)}`;
}

/** Opens the account dialog and waits until it shows who is signed in. */
export async function openAccount(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await expect(dialog.getByRole('button', { name: 'Download my data' })).toBeVisible();
  return dialog;
}

export async function fill(dialog: Locator, username: string, secret = password): Promise<void> {
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Password', { exact: true }).fill(secret);
}

/** Creates an account through the form. */
export async function register(page: Page, username: string): Promise<void> {
  const dialog = await openAccount(page);
  await dialog.getByRole('button', { name: 'Create an account' }).click();
  await fill(dialog, username);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('You’re signed in.', { exact: true })).toBeVisible();
}

/** Creates an account with an alarm through the API; the page's browser is then signed in. */
export async function registerWithAlarm(page: Page, label: string): Promise<string> {
  const name = freshName();
  await call(page, 'post', '/api/register', { username: name, password });
  await setAlarm(page, label);
  return name;
}

export async function signIn(page: Page, username: string): Promise<void> {
  const dialog = await openAccount(page);
  await fill(dialog, username);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** The browser id, which a page creates before its first request. */
export async function browserIdOf(page: Page): Promise<string> {
  const id = await page.waitForFunction(() => localStorage.getItem('browser-id'));
  return (await id.jsonValue()) ?? '';
}

/** Sends a request with the id and the cookies of the page's browser. */
export async function call<Answer>(
  page: Page,
  method: 'get' | 'post' | 'delete',
  path: string,
  data?: object,
): Promise<Answer> {
  const headers = { 'X-Browser-Id': await browserIdOf(page) };
  const answer = await page.request[method](path, { headers, ...(data && { data }) });
  expect(answer.ok()).toBe(true);
  return (answer.status() === 204 ? undefined : await answer.json()) as Answer;
}

/** Creates an alarm and waits until the page shows it. */
export async function setAlarm(page: Page, label: string): Promise<void> {
  const draft: AlarmDraft = { time: '07:00', repeat: 'daily', timezone: 'Asia/Tokyo', label };
  await call(page, 'post', '/api/alarms', draft);
  await page.reload();
  await expect(page.getByText(label)).toBeVisible();
}

/** A new browser with empty storage. */
export async function anotherDevice(browser: Browser, path: string): Promise<Page> {
  const context: BrowserContext = await browser.newContext();
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Creates an account with an alarm, and signs in to it on another device, whose page it returns. */
export async function signInOnTwoDevices(page: Page, browser: Browser): Promise<Page> {
  const name = await registerWithAlarm(page, 'Walk');
  const other = await anotherDevice(browser, '/alarm/en');
  await signIn(other, name);
  await expect(other.getByText('Walk')).toBeVisible();
  return other;
}
