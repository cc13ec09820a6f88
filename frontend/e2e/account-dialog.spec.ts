// The account dialog: keyboard, narrow screens, accessibility, and the change of the password.
import { test } from '@playwright/test';
import { localisedPath } from '../src/pages/paths';
import ar from '../src/i18n/messages/ar.json' with { type: 'json' };
import en from '../src/i18n/messages/en.json' with { type: 'json' };
import {
  browserIdOf,
  freshName,
  openAccount,
  password,
  registerWithAlarm,
  signInOnTwoDevices,
} from './account';
import { expectNoViolations, expectNoViolationsExceptContrast } from './axe';
import { tabTo } from './keyboard';
import { watchPageErrors } from './page-errors';
import { expect } from './visitor';

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

for (const [language, texts] of Object.entries({ en, ar }) as ['en' | 'ar', typeof en][])
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
    // The check waits until the toast has faded in, but not for it to come.
    await expect(page.getByText(texts['account.registeredTitle'], { exact: true })).toBeVisible();
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
  const other = await signInOnTwoDevices(page, browser);
  const old = await browserIdOf(other);

  const list = await openAccount(page);
  await expect(list.getByText('This browser', { exact: true })).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expectNoViolations(page, { within: 'dialog[open]' });
  await list.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('New password').fill('three blue mice');
  await expectNoViolations(page, { within: 'dialog[open]' });
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
  await expect(page.getByText('Walk')).toBeVisible();
  expect(await browserIdOf(page)).not.toBe(old);

  // The event stream reports it, without a reload.
  await expect(other.getByText('Type a time, or drag around the dial.')).toBeVisible();
  expect(await browserIdOf(other)).not.toBe(old);
  const kept = await other.evaluate(() => JSON.stringify(localStorage));
  expect(kept).not.toContain(old);
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
