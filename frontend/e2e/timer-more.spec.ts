// More about timers: extending and repeating them, links, and interval timers.
import { expect, expectSounds, ringOf, test } from './visitor';

test('one more minute ends the ring on both devices, and the timer runs again on both', async ({
  browser,
  page,
  visitor,
}) => {
  const other = await visitor.elsewhere(browser);
  const elsewhere = await other.open('/timer/en');
  await visitor.listen(page, '/timer/en');
  await other.listen(elsewhere, '/timer/en');
  await visitor.setTimer({ seconds: 2, label: 'Tea' });
  await expect(ringOf(page, 'Tea')).toBeVisible();
  await expect(ringOf(elsewhere, 'Tea')).toBeVisible();
  // The extension counts from the timer's end.
  await expect(ringOf(page, 'Tea').getByRole('timer')).toHaveText(/^\+0:0[1-9]$/);
  await expect(ringOf(page, 'Tea').getByRole('button', { name: 'Stop' })).toBeFocused();

  await ringOf(page, 'Tea').getByRole('button', { name: '+1 min' }).click();
  await expect(ringOf(page, 'Tea')).toBeHidden();
  await expect(ringOf(elsewhere, 'Tea')).toBeHidden();
  await expectSounds([page, elsewhere], 0);
  for (const one of [page, elsewhere]) {
    await expect(one.getByRole('timer')).toHaveText(/^00:00:5\d$|^00:01:00$/);
  }
  expect((await visitor.rings()).map(({ answered }) => answered?.answer)).toEqual(['stop']);

  await page.getByRole('button', { name: 'Add 1 min to Tea' }).click();
  await expect(elsewhere.getByRole('timer')).toHaveText(/^00:01:[45]\d$/);
});

test('Restart starts a finished timer from its beginning', async ({ page, visitor }) => {
  await visitor.listen(page, '/timer/en');
  await visitor.setTimer({ seconds: 3, label: 'Plank' });
  await ringOf(page, 'Plank').getByRole('button', { name: 'Restart' }).click();
  await expect(ringOf(page, 'Plank')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pause Plank' })).toBeVisible();
  await expect(ringOf(page, 'Plank')).toBeVisible();
});

test('a link opens with its timer prepared, and nothing starts by itself', async ({
  page,
  visitor,
}) => {
  await page.goto('/timer/en?t=1h30m&label=Tea');
  const ready = page.getByRole('region', { name: 'Tea' });
  await expect(ready).toContainText('01:30:00');
  await expect.poll(() => visitor.timers()).toEqual([]);
  await ready.getByRole('button', { name: 'Start Tea' }).click();
  await expect(page.getByRole('article', { name: 'Tea' })).toBeVisible();
  await expect(ready).toBeHidden();
  await expect(page).toHaveURL(/\/timer\/en$/);
  expect((await visitor.timers()).map(({ enabled }) => enabled)).toEqual([1]);
});

test('the steps of an interval timer follow each other even after a reload, each with a short ring', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/timer/en');
  const steps = [
    { seconds: 3, label: 'Work' },
    { seconds: 8, label: 'Rest' },
  ];
  await visitor.setTimer({ label: 'Gym', steps, rounds: 1 });
  const card = page.getByRole('article', { name: 'Gym' });
  await expect(card).toContainText('Work · 1 of 2');
  const strip = page.getByRole('status').filter({ hasText: 'Rest · 2 of 2' });
  await expect(strip).toBeVisible();
  await expectSounds([page], 1);
  await expect(card).toContainText('Rest · 2 of 2');
  // The banner disappears by itself, and takes no focus.
  await expect(strip).toBeHidden();
  await expectSounds([page], 0);
  await page.reload();
  await expect(ringOf(page, 'Gym')).toBeVisible();
  await ringOf(page, 'Gym').getByRole('button', { name: 'Stop' }).click();
  await expect(card).toContainText('Work · 1 of 2');
  await expect(card.getByRole('timer')).toHaveText('00:00:03');
});
