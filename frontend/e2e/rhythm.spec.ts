// Rhythms of life: days off by keyboard, pointer and file, and a rule.
import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { expect, test } from './visitor';

const dayMs = 86_400_000;

/** The date in Tokyo this many days from now, `YYYY-MM-DD`. */
function dayAhead(days: number): string {
  return new Date(Date.now() + 9 * 3_600_000 + days * dayMs).toISOString().slice(0, 10);
}

/** The present minute in Tokyo: a daily alarm then rings tomorrow. */
function presentMinute(): string {
  return new Date(Date.now() + 9 * 3_600_000).toISOString().slice(11, 16);
}

async function openDaysOff(page: Page) {
  await page.getByRole('button', { name: 'Days off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Days off' });
  await expect(dialog.getByRole('grid')).toHaveCount(2);
  const day = (days: number) => {
    const date = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' });
    return dialog.getByRole('button', {
      name: date.format(Date.parse(dayAhead(days))),
      // With the name of the day off.
      exact: false,
    });
  };
  return { dialog, day };
}

test('days off that are chosen with the keyboard silence an alarm, here, in another tab and at the server', async ({
  page,
  visitor,
}) => {
  const time = presentMinute();
  await visitor.setAlarm({ time, label: 'Up' });
  await page.goto('/alarm/en');
  const other = await visitor.open('/alarm/en');
  const { dialog, day } = await openDaysOff(page);
  await expect(day(0)).toHaveAttribute('aria-current', 'date');
  await day(0).focus();
  await page.keyboard.press('ArrowRight');
  await expect(day(1)).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(dialog.getByLabel('First day')).toHaveValue(dayAhead(1));
  await expect(dialog.getByLabel('Last day')).toHaveValue(dayAhead(2));
  await dialog.getByLabel('Name (optional)').fill('Ski trip');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Your days off' })).toContainText('Ski trip');
  await expect(day(1)).toHaveAccessibleName(/day off: Ski trip$/);
  await expectNoViolations(page, { within: 'dialog' });
  await page.keyboard.press('Escape');
  for (const tab of [page, other]) {
    const row = tab.getByRole('listitem', { name: `${time} Up` });
    await expect(row).toContainText('Silent tomorrow: Ski trip');
    await expect(row).toContainText(new RegExp(`rings \\w+ at ${time}`));
  }
  await expect
    .poll(async () => (await visitor.alarms())[0]?.nextTrigger)
    .toBe(
      new Date(Date.parse(`${dayAhead(3)}T${time}:00+09:00`)).toISOString().replace('.000', ''),
    );
});

test('days off are dragged, changed, removed, and added from a calendar file', async ({
  page,
  visitor,
}) => {
  await visitor.setAlarm({ time: presentMinute(), label: 'Up' });
  await page.goto('/alarm/en');
  const { dialog, day } = await openDaysOff(page);
  // Days of one month, so that the pointer moves over days only.
  const first = dayAhead(1).endsWith('01') || dayAhead(2).endsWith('01') ? 3 : 1;
  await day(first).hover();
  await page.mouse.down();
  await day(first + 1).hover();
  await page.mouse.up();
  await expect(dialog.getByLabel('First day')).toHaveValue(dayAhead(first));
  await expect(dialog.getByLabel('Last day')).toHaveValue(dayAhead(first + 1));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const list = dialog.getByRole('list', { name: 'Your days off' });
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await day(first).click();
  await dialog.getByLabel('Name (optional)').fill('At home');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(list).toContainText('At home');
  await list.getByRole('button', { name: /^Remove At home/ }).click();
  await expect(list).toBeHidden();

  const compact = (days: number) => dayAhead(days).replaceAll('-', '');
  const events = [20, 40].map(
    (days) =>
      `BEGIN:VEVENT\r\nUID:${String(days)}\r\nDTSTART;VALUE=DATE:${compact(days)}\r\nSUMMARY:Holiday ${String(days)}\r\nEND:VEVENT\r\n`,
  );
  await dialog.getByLabel('Import holidays (.ics)…').setInputFiles({
    name: 'holidays.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//\r\n${events.join('')}END:VCALENDAR\r\n`,
    ),
  });
  const found = dialog.getByRole('group', { name: 'Days off' });
  await expect(found.getByRole('checkbox', { name: /Holiday/, checked: true })).toHaveCount(2);
  await expectNoViolations(page, { within: 'dialog' });
  await dialog.getByRole('button', { name: 'Add selected' }).click();
  await expect(dialog.getByText('2 entries added from holidays.ics')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveText([/Holiday 20/, /Holiday 40/]);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(list).toBeHidden();
});

test('a rule that is set in the form is shown in words and rings on its days', async ({
  page,
  visitor,
}) => {
  await page.goto('/alarm/en');
  await page.getByRole('button', { name: 'Add alarm' }).click();
  const form = page.getByRole('dialog', { name: 'New alarm' });
  await form.getByLabel('Time', { exact: true }).fill('06:10');
  await form.getByRole('radio', { name: 'Other…' }).check({ force: true });
  await form.getByLabel('Every', { exact: true }).fill('3');
  await form.getByLabel('Unit', { exact: true }).selectOption({ label: 'days' });
  await expect(form.getByText('Next alarms')).toBeVisible();
  await expectNoViolations(page, { within: 'dialog' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const row = page.getByRole('listitem').filter({ hasText: '06:10' });
  await expect(row).toContainText('Every 3 days');
  const [made] = await visitor.alarms();
  expect(made).toMatchObject({ repeat: 'rule', rule: 'FREQ=DAILY;INTERVAL=3', from: dayAhead(0) });
  const next = dayAhead(presentMinute() < '06:10' ? 0 : 3);
  expect(Date.parse(made?.nextTrigger ?? '')).toBe(Date.parse(`${next}T06:10:00+09:00`));
});
