// Alarms: the form, rings, snoozes, and missed alarms.
import type { Locator } from '@playwright/test';
import { expect, expectHydrated, expectSounds, ringOf, test } from './visitor';

/** The local time in Tokyo, as in the form. */
function localTime(instant: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Tokyo',
  }).format(instant);
}

/** A full minute, at least this many minutes in the future. */
function minuteAhead(minutes: number): number {
  return Math.ceil(Date.now() / 60_000 + minutes) * 60_000;
}

test('an alarm that is created in the form rings on time, and can be snoozed', async ({
  page,
  visitor,
}) => {
  const due = minuteAhead(3);
  await page.goto('/alarm/en');
  await page.getByRole('button', { name: 'Add alarm' }).click();
  const form = page.getByRole('dialog', { name: 'New alarm' });
  await form.getByLabel('Time', { exact: true }).fill(localTime(due));
  await form.getByRole('radio', { name: 'Doesn’t repeat' }).check({ force: true });
  await form.getByLabel('Label').fill('Walk');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Alarm created', { exact: true })).toBeVisible();

  const [set] = await visitor.alarms();
  expect(set).toMatchObject({ enabled: 1, repeat: 'once', label: 'Walk' });
  expect(Date.parse(set?.nextTrigger ?? '')).toBe(due);

  await visitor.moveTimeTo(due, 1_500);
  await page.reload();
  const ring = ringOf(page, 'Walk');
  await expect(ring).toBeVisible();
  await expect(ring).toContainText(localTime(due));
  await expectSounds([page], 1);

  await ring.getByRole('button', { name: 'Snooze 5 min' }).click();
  await expect(ring).toBeHidden();
  await expectSounds([page], 0);
  await expect(page.getByText(/Snoozed until/)).toBeVisible();
  await expect.poll(async () => (await visitor.alarms())[0]?.snoozedUntil).not.toBeNull();
});

test('chosen days, a skipped ring and a pause are the same in every tab', async ({
  page,
  visitor,
}) => {
  await page.goto('/alarm/en');
  await page.getByRole('button', { name: 'Add alarm' }).click();
  const form = page.getByRole('dialog', { name: 'New alarm' });
  await form.getByLabel('Time', { exact: true }).fill('06:10');
  await form.getByRole('radio', { name: 'Saturday and Sunday' }).check({ force: true });
  await form.getByRole('checkbox', { name: 'Sunday' }).uncheck({ force: true });
  await form.getByRole('checkbox', { name: 'Tuesday' }).check({ force: true });
  await form.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('listitem').filter({ hasText: '06:10' });
  await expect(row).toContainText('Tue, Sat');
  await expect.poll(async () => (await visitor.alarms()).length).toBe(1);
  const [made] = await visitor.alarms();
  expect(made).toMatchObject({ repeat: 'days', days: ['tue', 'sat'], skipped: null });

  const other = await visitor.open('/alarm/en');
  const otherRow = other.getByRole('listitem').filter({ hasText: '06:10' });
  await row.getByRole('button', { name: /^Skip next/ }).click();
  await expect(otherRow).toContainText(/Skips (Tue|Sat) at 06:10/);
  await expect.poll(() => visitor.alarms()).toMatchObject([{ skipped: made?.nextTrigger ?? '' }]);
  await otherRow.getByRole('button', { name: /^Undo/ }).click();
  await expect(row).not.toContainText('Skips');
  await expect
    .poll(() => visitor.alarms())
    .toMatchObject([{ skipped: null, nextTrigger: made?.nextTrigger }]);

  await row.getByRole('button', { name: /^Edit/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit alarm' });
  await edit.getByText('More options').click();
  await edit.getByLabel('Pause until').fill('2099-12-24');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(otherRow).toContainText('Paused, rings again from Dec 24, 2099');
  await otherRow.getByRole('button', { name: /^Resume/ }).click();
  await expect(row).not.toContainText('Paused');
  await expect
    .poll(() => visitor.alarms())
    .toMatchObject([{ pausedUntil: null, nextTrigger: made?.nextTrigger }]);
});

test('a snoozed alarm rings again', async ({ page, visitor }) => {
  const due = minuteAhead(2);
  await visitor.setAlarm({ time: localTime(due), label: 'Up', snoozeInterval: 1 });
  await visitor.moveTimeTo(due, 1_500);
  await page.goto('/en');
  await ringOf(page, 'Up').getByRole('button', { name: 'Snooze 1 min' }).click();
  await expect(ringOf(page, 'Up')).toBeHidden();
  await expect.poll(async () => (await visitor.alarms())[0]?.snoozedUntil).not.toBeNull();
  const [snoozed] = await visitor.alarms();

  await visitor.moveTimeTo(Date.parse(snoozed?.snoozedUntil ?? ''), 1_500);
  await page.reload();
  await expect(ringOf(page, 'Up')).toBeVisible();
});

test.describe('an alarm that was due while no page was open', () => {
  const cases = [
    { minutesLate: 8, rings: true },
    { minutesLate: 12, rings: false },
  ];
  for (const { minutesLate, rings } of cases) {
    test(`${minutesLate} minutes ago ${rings ? 'rings' : 'is listed as missed'}`, async ({
      visitor,
    }) => {
      const due = minuteAhead(3);
      await visitor.setAlarm({ time: localTime(due), label: 'Tablets' });
      const before = await visitor.open('/alarm/en');
      await expect(before.getByText('Tablets')).toBeVisible();
      await before.close();

      await visitor.moveTimeTo(due, -minutesLate * 60_000);
      const page = await visitor.open('/alarm/en');
      const when = `\\w+, \\w+ \\d+, ${localTime(due)}`;
      const notice = page.getByText(new RegExp(`^Missed alarm · ${when} · Tablets$`));
      if (rings) {
        await expect(ringOf(page, 'Tablets')).toBeVisible();
        await expect(notice).toBeHidden();
        return;
      }
      await expect(notice).toBeVisible();
      await expect(
        page.getByText(/^Nobody stopped it\. It didn’t ring on this page/),
      ).toBeVisible();
      await expect(ringOf(page, 'Tablets')).toBeHidden();
      await page.reload();
      await expect(notice).toBeVisible();
      const other = await visitor.open('/alarm/en');
      await page
        .getByRole('button', { name: new RegExp(`^Dismiss missed alarm ${when}$`) })
        .click();
      await expect(notice).toBeHidden();
      await expect(other.getByText('Missed alarm')).toBeHidden();
    });
  }
});

test('an alarm deleted in another tab does not ring', async ({ page, visitor }) => {
  const due = minuteAhead(3);
  await visitor.setAlarm({ time: localTime(due), label: 'Gone' });
  await visitor.setAlarm({ time: localTime(due), label: 'Stays' });
  const other = await visitor.open('/alarm/en');
  await other.getByRole('button', { name: /Delete alarm .*Gone/ }).click();
  // The toast stays while the pointer is over it, so the deletion is not sent yet.
  await other.getByText('Alarm deleted', { exact: true }).hover();

  // Enough time to send the deletion before they ring.
  await visitor.moveTimeTo(due, 8_000);
  const listed = page.waitForResponse('**/api/alarms');
  await page.goto('/en');
  await listed;
  await expectHydrated(page);
  expect(await visitor.alarms()).toHaveLength(2);
  await other.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(async () => (await visitor.alarms()).length).toBe(1);
  await expect(ringOf(page, 'Stays')).toBeVisible();
  await expect(ringOf(page, 'Stays')).not.toContainText('Gone');
});

test('an alarm’s time is aligned with the edge, and on a phone its last icon with its switch', async ({
  page,
  visitor,
}) => {
  await visitor.setAlarm({ time: '07:00', label: 'Walk' });
  const row = page.getByRole('listitem').filter({ hasText: 'Walk' });
  const endOf = (part: Locator) =>
    part.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return document.dir === 'rtl' ? left : right;
    });
  await page.setViewportSize({ width: 390, height: 800 });
  for (const path of ['/alarm/en', '/alarm/ar']) {
    await page.goto(path);
    const picture = row.getByRole('button').last().locator('svg');
    const apart = (await endOf(picture)) - (await endOf(row.getByRole('switch')));
    expect(Math.abs(apart)).toBeLessThan(2);
  }
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const apart = await row.locator('time', { hasText: /^07:00$/ }).evaluate((time) => {
      const digits = document.createRange();
      digits.selectNodeContents(time);
      const row = time.closest('li')?.getBoundingClientRect();
      return (row?.right ?? NaN) - digits.getBoundingClientRect().right;
    });
    expect(Math.abs(apart), `${String(apart)} px in ${String(width)} px`).toBeLessThan(1);
  }
});
