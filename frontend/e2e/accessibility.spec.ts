// Menus, forms and pop-ups against the accessibility rules that can be checked automatically, and the content security policy.
// `enlarged.spec.ts` and `pages.spec.ts` have the pages.
import type { Page } from '@playwright/test';
import { expectNoViolations, expectNoViolationsExceptContrast } from './axe';
import { watchPageErrors } from './page-errors';
import { expect, ringOf, stopWithEscape, test } from './visitor';

for (const { path, field, text, meaning } of [
  { path: '/alarm/en', field: 'Set an alarm', text: '7:30 gym', meaning: /^Rings in .*gym$/ },
  { path: '/timer/en', field: 'Set a timer', text: '12 gym', meaning: /^12.min.*gym$/ },
]) {
  test(`what the line of ${path} means is announced once, and describes it once`, async ({
    page,
  }) => {
    await page.goto(path);
    const line = page.getByRole('textbox', { name: field });
    await line.fill(text);
    await expect(page.getByRole('status').filter({ hasText: 'gym' })).toHaveCount(1);
    expect(await descriptionOf(page, field)).toBe('');
    await line.press('Tab');
    const description = await descriptionOf(page, field);
    expect(description).toMatch(meaning);
    expect(description.match(/gym/g)).toHaveLength(1);
  });
}

/** The description of a text field in the accessibility tree of Chromium; empty if there is none. */
async function descriptionOf(page: Page, field: string): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const found = nodes.find(({ role, name }) => role?.value === 'textbox' && name?.value === field);
  if (found === undefined) throw new Error(`no field ${field}`);
  return String(found.description?.value ?? '');
}

test('the menus pass the accessibility rules and the security policy', async ({ page }) => {
  const errors = await watchPageErrors(page);
  await page.goto('/ar');
  for (const name of [/^اللغة/, /^المظهر/]) {
    await page.getByRole('banner').getByRole('button', { name }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    // An open menu is outside of the page's landmarks.
    await expectNoViolations(page, { exceptRules: ['region'] });
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'القائمة' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // The contrast rule mistakes short Arabic texts, which are ligatures, for icons.
  await expectNoViolationsExceptContrast(page);
  await page.goto('/en');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
  errors.expectNone();
});

test('the forms pass the accessibility rules, and with toasts the security policy', async ({
  page,
}) => {
  const errors = await watchPageErrors(page);
  await page.goto('/alarm/en');
  await page.getByRole('button', { name: 'Add alarm' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('switch').click();
  await page.getByRole('button', { name: /Delete alarm/ }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  // A deletion that got no response is sent again, and its 404 is in the console.
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await deleted;
  await page.goto('/timer/en');
  await page.getByRole('button', { name: 'Start a 1 min timer' }).click();
  await expect(page.getByRole('timer')).toHaveText(/00:00:5\d/);
  await page.getByRole('button', { name: 'Custom…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
  errors.expectNone();
});

test('interval timers, linked timers and the full screen pass the accessibility rules', async ({
  page,
  visitor,
}) => {
  await page.goto('/timer/en');
  await page.getByRole('button', { name: 'Custom…' }).click();
  await page.getByRole('button', { name: 'Interval timer…' }).click();
  await expect(page.getByRole('dialog', { name: 'New interval timer' })).toBeVisible();
  await expectNoViolations(page);
  const steps = [
    { seconds: 3, label: 'Work' },
    { seconds: 60, label: 'Rest' },
  ];
  await visitor.setTimer({ label: 'Gym', steps, rounds: 2 });
  await page.goto('/timer/en?t=5m&label=Tea');
  await expect(page.getByRole('region', { name: 'Tea' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Gym' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Show in full screen: Gym' }).click();
  const screen = page.getByRole('dialog', { name: 'Gym' });
  await expect(screen).toContainText('Rest · 1 of 2');
  await expectNoViolations(page);
  await screen.getByRole('button', { name: 'Exit full screen' }).click();
  await expect(screen).toBeHidden();
});

test('the pop-ups pass the accessibility rules, and with their sound the security policy', async ({
  page,
  visitor,
}) => {
  const errors = await watchPageErrors(page);
  await visitor.listen(page, '/en');
  await visitor.setTimer({ seconds: 1, label: 'Toast' });
  await expect(ringOf(page, 'Toast')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.sounds.length)).toBeGreaterThan(0);
  await expectNoViolations(page);
  await stopWithEscape(page, 'Toast');
  const alarm = await visitor.setAlarm({ time: '07:00', label: 'Up' });
  await visitor.moveTimeTo(Date.parse(alarm.nextTrigger ?? ''), 1_000);
  await page.reload();
  await expect(ringOf(page, 'Up')).toBeVisible();
  await expectNoViolations(page);
  errors.expectNone();
});
