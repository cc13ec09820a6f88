// Accounts: signing in on another device, all tabs, signing out, and deleting all data.
import { test } from '@playwright/test';
import type { AccountSession, Alarm, TimerDraft, User } from '../src/model/types';
import {
  anotherDevice,
  browserIdOf,
  call,
  fill,
  freshName,
  openAccount,
  register,
  registerWithAlarm,
  setAlarm,
  signIn,
  signInOnTwoDevices,
} from './account';
import { expect, ringOf } from './visitor';

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
  await expect(other.getByText('Type a time, or drag around the dial.')).toBeVisible();
  await signIn(other, name);
  await expect(other.getByText('Walk')).toBeVisible();
  await expect(other.getByText('Here are your alarms and timers.', { exact: true })).toBeVisible();
  expect(await browserIdOf(other)).toBe(id);
  const user = await call<User>(other, 'get', '/api/user');
  expect(user).toMatchObject({ username: name, uuid: id });
  await other.context().close();
});

for (const [brings, what] of [
  [true, 'hands them over on request'],
  [false, 'leaves them behind by default'],
] as const) {
  test(`data of another device: signing in ${what}`, async ({ page, browser }) => {
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
    const id = await browserIdOf(page);
    expect(await browserIdOf(other)).toBe(id);
    const labels = (await call<Alarm[]>(other, 'get', '/api/alarms')).map(({ label }) => label);
    expect(labels).toEqual(brings ? ['Walk', 'Swim'] : ['Walk']);
    await expect(other.getByText('Swim')).toHaveCount(brings ? 1 : 0);
    // Data that stayed behind are shown again after signing out.
    await (await openAccount(other)).getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(
      other.getByText('Your alarms and timers stay in your account.', { exact: true }),
    ).toBeVisible();
    await expect(other.getByText('Walk')).toBeHidden();
    await expect(other.getByText('Swim')).toHaveCount(brings ? 0 : 1);
    expect(await browserIdOf(other)).not.toBe(id);
    // The session is gone; what stayed behind has its own id in a cookie, too.
    await expect
      .poll(async () => (await other.context().cookies()).map((cookie) => cookie.name))
      .toEqual(brings ? [] : ['browser']);
    await other.context().close();
  });
}

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
  await expect(page.getByText('Type a time, or drag around the dial.')).toBeVisible();

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

test('signing in and out in one tab changes the lists of all tabs and an open dialog, and rings reach all of them', async ({
  page,
  browser,
  context,
}) => {
  await page.goto('/alarm/en');
  const name = await registerWithAlarm(page, 'Walk');

  const otherContext = await browser.newContext();
  const first = await otherContext.newPage();
  await first.goto('/alarm/en');
  await expect(first.getByText('Type a time, or drag around the dial.')).toBeVisible();
  const second = await otherContext.newPage();
  await second.goto('/alarm/en');
  await expect(second.getByText('Type a time, or drag around the dial.')).toBeVisible();

  const id = await browserIdOf(page);
  const stream = otherContext.waitForEvent(
    'response',
    (response) =>
      response.url().endsWith('/api/events') && response.request().headers()['x-browser-id'] === id,
  );
  const dialogOfFirst = await openAccount(first);
  await signIn(second, name);
  await expect(dialogOfFirst.getByText(name)).toBeVisible();
  await first.keyboard.press('Escape');
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
  for (const tab of [first, second])
    await expect(tab.getByText('Type a time, or drag around the dial.')).toBeVisible();
  expect(await browserIdOf(first)).toBe(await browserIdOf(second));
  await expect(page.getByText('Walk')).toBeVisible();
  await otherContext.close();
  await context.close();
});

test('another device is signed out from the list, and this one stays signed in', async ({
  page,
  browser,
}) => {
  await page.goto('/alarm/en');
  const other = await signInOnTwoDevices(page, browser);
  // The page is closed while its browser is signed out.
  await other.goto('about:blank');

  const dialog = await openAccount(page);
  await dialog.getByRole('button', { name: /^Sign out of Chrome on / }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await other.goto('/alarm/en');
  await expect(other.getByText('Type a time, or drag around the dial.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Walk')).toBeVisible();
  await other.context().close();
});

test('what was set offline, while another device got the account a new id, is there once', async ({
  page,
  browser,
}) => {
  await page.goto('/alarm/en');
  const name = await registerWithAlarm(page, 'Walk');
  const former = await browserIdOf(page);
  const other = await anotherDevice(browser, '/alarm/en');
  await signIn(other, name);
  await expect(other.getByText('Walk')).toBeVisible();
  const lost = await anotherDevice(browser, '/alarm/en');
  await signIn(lost, name);
  await expect(lost.getByText('Walk')).toBeVisible();
  await lost.context().close();

  // The code of the dialog is loaded before the network is gone.
  await page.getByRole('button', { name: 'Add alarm' }).click();
  await page.getByLabel('Label').fill('Tea');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Label')).toBeHidden();
  await page.getByRole('switch', { name: /Walk/ }).click();
  await expect(page.getByText('Not saved yet: rings only here').first()).toBeVisible();

  // Ending one session gives the account a new id on the devices of all others.
  const sessions = await call<AccountSession[]>(other, 'get', '/api/sessions');
  const [last] = sessions.toSorted((one, two) => two.id - one.id);
  await call(other, 'delete', `/api/sessions/${String(last?.id)}`);
  await expect.poll(() => browserIdOf(other)).not.toBe(former);
  await expect(other.getByText('Walk')).toBeVisible();
  const refused = await page.request.get('/api/alarms', { headers: { 'X-Browser-Id': former } });
  expect(refused.status()).toBe(410);

  await page.context().setOffline(false);
  await expect.poll(() => browserIdOf(page)).toBe(await browserIdOf(other));
  const saved = async () =>
    (await call<Alarm[]>(other, 'get', '/api/alarms'))
      .map(({ label, enabled }) => [label, enabled])
      .toSorted();
  await expect.poll(saved).toEqual([
    ['Tea', 1],
    ['Walk', 0],
  ]);
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
  for (const device of [page, other]) {
    await expect(device.getByText('Tea', { exact: true })).toHaveCount(1);
    await expect(device.getByRole('switch', { name: /Walk/ })).not.toBeChecked();
  }
  await other.context().close();
});
