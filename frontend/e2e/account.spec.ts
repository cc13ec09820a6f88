// Accounts: signing in on another device, all tabs, signing out, and deleting all data.
import { test, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { Alarm, AlarmDraft, TimerDraft, User } from '../src/api/types';
import { localisedPath } from '../src/i18n/paths';
import ar from '../src/i18n/messages/ar.json' with { type: 'json' };
import en from '../src/i18n/messages/en.json' with { type: 'json' };
import ja from '../src/i18n/messages/ja.json' with { type: 'json' };
import { watchPageErrors } from './page-errors';
import { tabTo } from './keyboard';
import { expectNoViolations, expectNoViolationsExceptContrast } from './axe';
import { expect, ringOf } from './visitor';

const password = 'correct horse';

/** A username that is unique in this run. */
function freshName(): string {
  return `Hana ${crypto.randomUUID().slice(0, 8)}`;
}

/** Opens the account dialog and waits until it shows who is signed in. */
async function openAccount(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await expect(dialog.getByRole('button', { name: 'Download my data' })).toBeVisible();
  return dialog;
}

async function fill(dialog: Locator, username: string, secret = password): Promise<void> {
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Password', { exact: true }).fill(secret);
}

/** Creates an account through the form. */
async function register(page: Page, username: string): Promise<void> {
  const dialog = await openAccount(page);
  await dialog.getByRole('button', { name: 'Create an account' }).click();
  await fill(dialog, username);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('You’re signed in.', { exact: true })).toBeVisible();
}

/** Creates an account with an alarm through the API; the page's browser is then signed in. */
async function registerWithAlarm(page: Page, label: string): Promise<string> {
  const name = freshName();
  await call(page, 'post', '/api/register', { username: name, password });
  await setAlarm(page, label);
  return name;
}

async function signIn(page: Page, username: string): Promise<void> {
  const dialog = await openAccount(page);
  await fill(dialog, username);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** The browser id, which a page creates before its first request. */
async function browserIdOf(page: Page): Promise<string> {
  const id = await page.waitForFunction(() => localStorage.getItem('browser-id'));
  return (await id.jsonValue()) ?? '';
}

/** Sends a request with the id and the cookies of the page's browser. */
async function call<Answer>(
  page: Page,
  method: 'get' | 'post',
  path: string,
  data?: object,
): Promise<Answer> {
  const headers = { 'X-Browser-Id': await browserIdOf(page) };
  const answer = await page.request[method](path, { headers, ...(data && { data }) });
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as Answer;
}

/** Creates an alarm and waits until the page shows it. */
async function setAlarm(page: Page, label: string): Promise<void> {
  const draft: AlarmDraft = { time: '07:00', repeat: 'daily', timezone: 'Asia/Tokyo', label };
  await call(page, 'post', '/api/alarms', draft);
  await page.reload();
  await expect(page.getByText(label)).toBeVisible();
}

/** A new browser with empty storage. */
async function anotherDevice(browser: Browser, path: string): Promise<Page> {
  const context: BrowserContext = await browser.newContext();
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

test('the alarms of a new account are shown on another device after signing in', async ({
  page,
  browser,
}) => {
  await page.goto('/alarm/en');
  const id = await browserIdOf(page);
  await setAlarm(page, 'Walk');
  const name = freshName();
  await register(page, name);
  expect(await browserIdOf(page)).toBe(id);

  const other = await anotherDevice(browser, '/alarm/en');
  await expect(other.getByText('No alarms yet')).toBeVisible();
  await signIn(other, name);
  await expect(other.getByText('Walk')).toBeVisible();
  await expect(other.getByText('Welcome back', { exact: true })).toBeVisible();
  expect(await browserIdOf(other)).toBe(id);
  const user = await call<User>(other, 'get', '/api/user');
  expect(user).toMatchObject({ username: name, uuid: id });
  await other.context().close();
});

for (const [brings, what] of [
  [true, 'is handed over to the account on request'],
  [false, 'stays behind by default'],
] as const) {
  test(`what another device has ${what}`, async ({ page, browser }) => {
    await page.goto('/alarm/en');
    const name = await registerWithAlarm(page, 'Walk');

    const other = await anotherDevice(browser, '/alarm/en');
    await setAlarm(other, 'Swim');
    const dialog = await openAccount(other);
    const bring = dialog.getByRole('checkbox', { name: /Add this browser/ });
    await expect(bring).not.toBeChecked();
    await bring.setChecked(brings);
    await fill(dialog, name);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(other.getByText('Walk')).toBeVisible();
    const labels = (await call<Alarm[]>(other, 'get', '/api/alarms')).map(({ label }) => label);
    expect(labels).toEqual(brings ? ['Walk', 'Swim'] : ['Walk']);
    await expect(other.getByText('Swim')).toHaveCount(brings ? 1 : 0);
    // Data that stayed behind are shown again after signing out.
    await (await openAccount(other)).getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(other.getByText('See you soon', { exact: true })).toBeVisible();
    await expect(other.getByText('Walk')).toBeHidden();
    await expect(other.getByText('Swim')).toHaveCount(brings ? 0 : 1);
    await other.context().close();
  });
}

test('signing out switches to a new browser id', async ({ page }) => {
  await page.goto('/alarm/en');
  await registerWithAlarm(page, 'Walk');
  const id = await browserIdOf(page);
  const dialog = await openAccount(page);
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('See you soon', { exact: true })).toBeVisible();
  await expect(page.getByText('No alarms yet')).toBeVisible();
  expect(await browserIdOf(page)).not.toBe(id);
  expect(await page.context().cookies()).toEqual([]);
});

test('deleting all data asks first, and deletes them on the server and in the browser', async ({
  page,
}) => {
  await page.goto('/alarm/en');
  const name = await registerWithAlarm(page, 'Walk');
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark');
    localStorage.setItem(
      'stopwatch:v1',
      JSON.stringify({ banked: 1_000, started: null, lapTotals: [] }),
    );
  });
  const id = await browserIdOf(page);
  await (await openAccount(page)).getByRole('button', { name: 'Delete my data' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your data?' });
  await expect(question).toContainText(name);
  await question.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByText('Your data has been deleted', { exact: true })).toBeVisible();
  await expect(page.getByText('No alarms yet')).toBeVisible();

  expect(await browserIdOf(page)).not.toBe(id);
  const kept = await page.evaluate(() => Object.fromEntries(Object.entries<string>(localStorage)));
  expect(JSON.stringify(kept)).not.toContain('Walk');
  expect(JSON.stringify(kept)).not.toContain(id);
  expect(kept).not.toHaveProperty('stopwatch:v1');
  expect(kept.theme).toBe('dark');
  const former = await page.request.get('/api/alarms', { headers: { 'X-Browser-Id': id } });
  expect(await former.json()).toEqual([]);
  const dialog = await openAccount(page);
  await fill(dialog, name);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Couldn’t sign in', { exact: true })).toBeVisible();
});

test('signing in and out in one tab changes the lists of all tabs, and rings reach all of them', async ({
  page,
  browser,
  context,
}) => {
  await page.goto('/alarm/en');
  const name = await registerWithAlarm(page, 'Walk');

  const otherContext = await browser.newContext();
  const first = await otherContext.newPage();
  await first.goto('/alarm/en');
  await expect(first.getByText('No alarms yet')).toBeVisible();
  const second = await otherContext.newPage();
  await second.goto('/alarm/en');
  await expect(second.getByText('No alarms yet')).toBeVisible();

  const id = await browserIdOf(page);
  const stream = otherContext.waitForEvent(
    'response',
    (response) =>
      response.url().endsWith('/api/events') && response.request().headers()['x-browser-id'] === id,
  );
  await signIn(second, name);
  await expect(first.getByText('Walk')).toBeVisible();
  await expect(second.getByText('Walk')).toBeVisible();
  await stream;

  // Created on the other device, so that these tabs can only learn of it from the server.
  const draft: TimerDraft = { hours: 0, minutes: 0, seconds: 1, enabled: 1, label: 'Egg' };
  await call(page, 'post', '/api/timers', draft);
  for (const tab of [first, second, page]) await expect(ringOf(tab, 'Egg')).toBeVisible();
  await ringOf(second, 'Egg').getByRole('button', { name: 'Stop' }).click();
  await expect(ringOf(first, 'Egg')).toBeHidden();

  const dialog = await openAccount(second);
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  for (const tab of [first, second]) await expect(tab.getByText('No alarms yet')).toBeVisible();
  expect(await browserIdOf(first)).toBe(await browserIdOf(second));
  await expect(page.getByText('Walk')).toBeVisible();
  await otherContext.close();
  await context.close();
});

test('an open dialog in another tab shows the new account', async ({ page, context }) => {
  await page.goto('/timer/en');
  const other = await context.newPage();
  await other.goto('/timer/en');
  const dialog = await openAccount(other);
  await expect(dialog.getByLabel('Username')).toBeVisible();
  const name = freshName();
  await register(page, name);
  await expect(dialog.getByText(name)).toBeVisible();
});

test('the account dialog works by keyboard alone, and Escape returns the focus', async ({
  page,
}) => {
  await page.goto('/timer/en');
  await expect(page.getByText('No timers yet')).toBeVisible();
  const button = page.getByRole('banner').getByRole('button', { name: 'Account' });
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Create an account' }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('Username'));
  const name = freshName();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByText(name)).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Delete my data' }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete your data?' });
  await tabTo(page, question.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Delete my data' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('on a narrow screen the dialog opens from the side panel, and returns the focus to the menu button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/timer/en');
  await expect(page.getByText('No timers yet')).toBeVisible();
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await expect(dialog.getByLabel('Username')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

for (const [language, texts] of Object.entries({ ja, en, ar }) as ['ja' | 'en' | 'ar', typeof en][])
  test(`the account dialog passes the accessibility rules and the security policy in ${language}`, async ({
    page,
  }) => {
    // The response is 401 if nobody is signed in, which browsers log as an error.
    const errors = await watchPageErrors(page, /401/);
    const dialog = page.getByRole('dialog');
    const check = language === 'en' ? expectNoViolations : expectNoViolationsExceptContrast;
    const press = (text: keyof typeof en) =>
      dialog.getByRole('button', { name: texts[text], exact: true }).click();
    const fillIn = async (username: string, secret: string) => {
      await dialog.getByLabel(texts['account.username'], { exact: true }).fill(username);
      await dialog.getByLabel(texts['account.password'], { exact: true }).fill(secret);
    };
    await page.goto(localisedPath('/timer', language));
    const open = page.getByRole('banner').getByRole('button', { name: texts['site.account'] });
    await open.click();
    await dialog.getByRole('button', { name: texts['account.toRegister'], exact: true }).waitFor();
    await check(page, { within: 'dialog[open]' });

    await press('account.toRegister');
    await fillIn('H', 'short');
    await expect(dialog.getByRole('alert')).toHaveCount(2);
    await check(page, { within: 'dialog[open]' });

    await fillIn(freshName(), password);
    await press('account.register');
    await expect(dialog).toBeHidden();
    await open.click();
    await expect(dialog.getByText(texts['account.signOutNote'])).toBeVisible();
    await check(page, { within: 'dialog[open]' });

    await press('account.forget');
    await expect(dialog.getByText(texts['account.forgetKeeps'])).toBeVisible();
    await check(page, { within: 'dialog[open]' });
    errors.expectNone();
  });

test('a new password signs out other devices, which delete the id of the account', async ({
  page,
  browser,
}) => {
  await page.goto('/alarm/en');
  const name = await registerWithAlarm(page, 'Walk');
  const other = await anotherDevice(browser, '/alarm/en');
  await signIn(other, name);
  await expect(other.getByText('Walk')).toBeVisible();
  const old = await browserIdOf(other);

  const list = await openAccount(page);
  await expect(list.getByText('This browser', { exact: true })).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expectNoViolations(page);
  await list.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('New password').fill('three blue mice');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
  await expect(page.getByText('Walk')).toBeVisible();
  expect(await browserIdOf(page)).not.toBe(old);

  // The event stream reports it, without a reload.
  await expect(other.getByText('No alarms yet')).toBeVisible();
  expect(await browserIdOf(other)).not.toBe(old);
  const kept = await other.evaluate(() => JSON.stringify(localStorage));
  expect(kept).not.toContain(old);
  await other.context().close();
});

test('another device is signed out from the list, and this one stays signed in', async ({
  page,
  browser,
}) => {
  await page.goto('/alarm/en');
  const name = await registerWithAlarm(page, 'Walk');
  const other = await anotherDevice(browser, '/alarm/en');
  await signIn(other, name);
  await expect(other.getByText('Walk')).toBeVisible();
  // The page is closed while its browser is signed out.
  await other.goto('about:blank');

  const dialog = await openAccount(page);
  await dialog.getByRole('button', { name: /^Sign out Chrome on / }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await other.goto('/alarm/en');
  await expect(other.getByText('No alarms yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Walk')).toBeVisible();
  await other.context().close();
});

test('the well-known address for password managers opens the change of password', async ({
  page,
}) => {
  await page.goto('/alarm/en');
  await registerWithAlarm(page, 'Walk');
  await page.goto('/.well-known/change-password');
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible();
});
