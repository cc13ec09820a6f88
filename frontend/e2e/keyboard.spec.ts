// Journeys by keyboard alone: Escape closes whatever opened and returns the focus, and no action loses the focus.
import { expectFocusHeld, tabTo } from './keyboard';
import { expect, ringOf, stopWithEscape, test } from './visitor';

test('a timer is created, rings and is stopped by keyboard', async ({ page }) => {
  await page.goto('/timer/en');
  await tabTo(page, page.getByRole('button', { name: 'Custom…' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New timer' });
  await expect(form.getByLabel('Duration')).toBeFocused();
  await page.keyboard.type('2s');
  await tabTo(page, form.getByLabel('Label'));
  await page.keyboard.type('Keys');
  // Enter in a field starts the timer.
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByRole('article', { name: 'Keys' })).toBeVisible();
  const ring = ringOf(page, 'Keys');
  await expect(ring).toBeVisible();
  await expect(async () => {
    // The first presses may still count as meant for the page.
    await page.keyboard.press('Enter');
    await expect(ring).toBeHidden({ timeout: 200 });
  }).toPass({ intervals: [2_500] });
});

test('an alarm is created, switched off and on, and deleted by keyboard', async ({
  page,
  visitor,
}) => {
  await page.goto('/alarm/en');
  await tabTo(page, page.getByRole('button', { name: 'Add alarm' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New alarm' });
  await tabTo(page, form.getByLabel('Label'));
  await page.keyboard.type('By hand');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();

  const toggle = page.getByRole('switch', { name: /By hand/ });
  await tabTo(page, toggle);
  await page.keyboard.press('Space');
  await expect(toggle).not.toBeChecked();
  await expect.poll(async () => (await visitor.alarms())[0]?.enabled).toBe(0);
  await page.keyboard.press('Space');
  await expect(toggle).toBeChecked();
  await expect.poll(async () => (await visitor.alarms())[0]?.enabled).toBe(1);

  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: /Delete alarm .*By hand/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Type a time, or drag around the dial.')).toBeVisible();
});

test('the skip link and the header’s menus work by keyboard', async ({ page, visitor }) => {
  await visitor.listen(page, '/en');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  // The address changes before the focus does.
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();

  const theme = page.getByRole('banner').getByRole('button', { name: /^Theme/ });
  for (const name of [/^Language/, /^Theme/]) {
    const button = page.getByRole('banner').getByRole('button', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(button).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitemradio').last()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(theme).toBeFocused();
});

test('the side panel of a narrow screen traps the focus and returns it', async ({
  page,
  visitor,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await visitor.listen(page, '/en');
  await tabTo(page, page.getByRole('button', { name: 'Menu' }));
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await expect(panel).toBeVisible();
  await expectFocusHeld(page, panel, 12);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
});

test('a preset, pause, reset, the form and an undone deletion keep the focus', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/timer/en');
  const preset = page.getByRole('button', { name: /^Start a .*\b30 min/ });
  await tabTo(page, preset);
  await page.keyboard.press('Enter');
  const timer = page.getByRole('article');
  await expect(timer).toBeVisible();
  await expect(preset).toBeFocused();

  await tabTo(page, timer.getByRole('button', { name: /^Pause/ }));
  await page.keyboard.press('Space');
  await expect(timer.getByRole('button', { name: /^Start/ })).toBeFocused();
  const reset = timer.getByRole('button', { name: /^Reset/ });
  await tabTo(page, reset);
  await page.keyboard.press('Enter');
  await expect(timer.getByRole('timer')).toHaveText('00:30:00');
  await expect(reset).toBeFocused();

  const edit = timer.getByRole('button', { name: /^Edit/ });
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await expect(form).toBeVisible();
  await expectFocusHeld(page, form, 14);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(edit).toBeFocused();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const list = page.getByRole('region', { name: 'Your timers' });
  await expect(timer).toBeHidden();
  await expect(list).toBeFocused();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await page.keyboard.press('F8');
  await tabTo(page, undo);
  await page.keyboard.press('Enter');
  await expect(timer).toBeVisible();
  await expect(list).toBeFocused();
});

test('after a failed save the focus stays on the button', async ({ page, visitor }) => {
  await visitor.listen(page, '/alarm/en');
  await page.route('**/api/alarms', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, contentType: 'application/problem+json', body: '{}' })
      : route.continue(),
  );
  const add = page.getByRole('button', { name: 'Add alarm' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  // Until the dialog is open, the next key would move the focus on from the button that opens it.
  await expect(save).toBeVisible();
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Couldn’t save the alarm', { exact: false }).first()).toBeVisible();
  await expect(save).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
});

test('a ringing alarm traps the focus, and returns it afterwards', async ({ page, visitor }) => {
  const alarm = await visitor.setAlarm({ time: '07:00', label: 'Up' });
  await visitor.moveTimeTo(Date.parse(alarm.nextTrigger ?? ''), 10_000);
  await visitor.listen(page, '/stopwatch/en');
  const start = page.getByRole('button', { name: 'Start' });
  await start.focus();
  const ring = ringOf(page, 'Up');
  await expect(ring.getByRole('button', { name: 'Stop' })).toBeFocused();
  await expectFocusHeld(page, ring, 5);
  await stopWithEscape(page, 'Up');
  await expect(start).toBeFocused();
});

test('the clock page works by keyboard: settings, search, pins and the desk clock', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/analog-clock/en');
  await tabTo(page, page.getByRole('radio', { name: 'Classic' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Modern' })).toBeChecked();
  const desk = page.getByRole('button', { name: 'Full screen', exact: true });
  await tabTo(page, desk);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Desk clock' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Desk clock' })).toBeHidden();
  await expect(desk).toBeFocused();

  await page.keyboard.press('Tab');
  await page.keyboard.type('Kathmandu');
  const pin = page.getByRole('button', { name: 'Pin Kathmandu' });
  await tabTo(page, pin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Unpin Kathmandu' })).toBeFocused();
});
