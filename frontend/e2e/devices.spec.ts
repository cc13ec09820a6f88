// Two devices with one browser id: changes and answers on one take effect on the other.
import { expectNoViolations } from './axe';
import { expect, expectSounds, ringOf, test } from './visitor';

test('Stop on one device ends the ring on the other, and no URL contains the browser id', async ({
  browser,
  page,
  visitor,
}) => {
  const other = await visitor.elsewhere(browser);
  const addresses: string[] = [];
  for (const { context } of [visitor, other]) {
    context.on('request', (request) => addresses.push(request.url()));
  }
  const elsewhere = await other.open('/en');
  await visitor.listen(page, '/timer/en');
  await other.listen(elsewhere, '/timer/en');
  await visitor.setTimer({ seconds: 2, label: 'Tea' });
  await expect(ringOf(page, 'Tea')).toBeVisible();
  await expect(ringOf(elsewhere, 'Tea')).toBeVisible();
  await expectSounds([elsewhere], 1);

  await ringOf(page, 'Tea').getByRole('button', { name: 'Stop' }).click();
  await expect(ringOf(elsewhere, 'Tea')).toBeHidden();
  await expectSounds([page, elsewhere], 0);
  for (const one of [page, elsewhere]) {
    await expect(one.getByRole('timer')).toHaveText('00:00:02');
  }
  const id = await page.evaluate(() => localStorage.getItem('browser-id') ?? 'none');
  expect(addresses.filter((address) => address.includes(id))).toEqual([]);
});

test('a timer that is reset on another device does not ring', async ({
  browser,
  page,
  visitor,
}) => {
  await visitor.listen(page, '/timer/en');
  const other = await visitor.elsewhere(browser);
  const elsewhere = await other.open('/timer/en');
  const off = await visitor.setTimer({ seconds: 6, label: 'Cancelled' });
  await visitor.setTimer({ seconds: 7, label: 'Later' });
  for (const one of [page, elsewhere]) {
    await expect(one.getByRole('article', { name: 'Cancelled' })).toBeVisible();
  }
  await visitor.resetTimer(off);
  for (const one of [page, elsewhere]) {
    await expect(ringOf(one, 'Later')).toBeVisible();
    await expect(ringOf(one, 'Later')).not.toContainText('Cancelled');
  }
});

test('a ring that is stopped offline is stopped on all devices when the network is back', async ({
  browser,
  page,
  visitor,
}) => {
  await visitor.listen(page, '/timer/en');
  const other = await visitor.elsewhere(browser);
  const elsewhere = await other.open('/timer/en');
  await visitor.setTimer({ seconds: 6, label: 'Rice' });
  for (const one of [page, elsewhere]) {
    await expect(one.getByRole('article', { name: 'Rice' })).toBeVisible();
  }
  await page.context().setOffline(true);
  await expect(ringOf(page, 'Rice')).toBeVisible();
  await expect(ringOf(elsewhere, 'Rice')).toBeVisible();
  await ringOf(page, 'Rice').getByRole('button', { name: 'Stop' }).click();
  await expect(ringOf(page, 'Rice')).toBeHidden();
  expect((await visitor.rings()).map(({ answered }) => answered)).toEqual([null]);

  await page.context().setOffline(false);
  await expect(ringOf(elsewhere, 'Rice')).toBeHidden();
  expect((await visitor.rings()).map(({ answered }) => answered?.answer)).toEqual(['stop']);
  await expect(ringOf(page, 'Rice')).toBeHidden();
});

test('a page that opens later does not ring for a timer that was answered meanwhile', async ({
  browser,
  page,
  visitor,
}) => {
  const other = await visitor.elsewhere(browser);
  const elsewhere = await other.open('/timer/en');
  await visitor.listen(page, '/timer/en');
  await visitor.setTimer({ seconds: 2, label: 'Eggs' });
  await expect(elsewhere.getByRole('heading', { name: 'Eggs' })).toBeVisible();
  await elsewhere.goto('about:blank');
  await ringOf(page, 'Eggs').getByRole('button', { name: 'Stop' }).click();
  await expect.poll(async () => (await visitor.rings())[0]?.answered?.answer).toBe('stop');

  await elsewhere.goto('/timer/en');
  await visitor.setTimer({ seconds: 1, label: 'Later' });
  await expect(ringOf(elsewhere, 'Later')).toBeVisible();
  await expect(ringOf(elsewhere, 'Later')).not.toContainText('Eggs');
});

test('a browser whose data were deleted on another device gets a new id', async ({
  browser,
  page,
  visitor,
}) => {
  await visitor.setTimer({ minutes: 5, label: 'Bread' });
  await visitor.listen(page, '/timer/en');
  await expect(page.getByRole('heading', { name: 'Bread' })).toBeVisible();
  const former = await page.evaluate(() => localStorage.getItem('browser-id'));
  const other = await visitor.elsewhere(browser);
  await other.forget();
  await expect(page.getByRole('heading', { name: 'Bread' })).toBeHidden();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('browser-id'))).not.toBe(former);
});

test('a pinned city is shown on another device, and a file adds only what is missing', async ({
  browser,
  page,
  visitor,
}) => {
  const elsewhere = await (await visitor.elsewhere(browser)).open('/digital-clock/en');
  await elsewhere.waitForFunction(() => localStorage.getItem('stream:v1') !== null);
  await page.goto('/digital-clock/en');
  await page.getByRole('button', { name: 'Pin São Paulo' }).click();
  await expect(elsewhere.getByRole('button', { name: 'Unpin São Paulo' })).toBeVisible();

  await visitor.setAlarm({ time: '07:00', label: 'Tea' });
  const daily = { time: '07:00', repeat: 'daily', timezone: 'Asia/Tokyo', label: 'Tea' };
  const file = JSON.stringify({
    alarms: [daily, { ...daily, time: '08:00', label: 'Walk' }],
    timers: [{ totalSeconds: 300, label: 'Eggs' }],
    cities: [{ key: 'sao-paulo' }, { key: 'london' }],
  });
  // Awaited before the click, because otherwise the browser shows its own file chooser.
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Add from a file…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add from a file' });
  await expect(dialog.getByRole('button', { name: 'Choose a file…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const buffer = Buffer.from(file);
  await (await chosen).setFiles({ name: 'tokibako.json', mimeType: 'application/json', buffer });
  await expect(dialog.getByLabel(/08:00 Walk/)).toBeChecked();
  await expect(dialog.getByRole('group', { name: 'Alarms' })).toContainText('1 already here');
  await expectNoViolations(page, { within: 'dialog[open]' });
  await dialog.getByRole('button', { name: 'Add selected' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(elsewhere.getByRole('button', { name: 'Unpin London' })).toBeVisible();
  expect((await visitor.alarms()).map(({ label }) => label)).toEqual(['Tea', 'Walk']);
});

test('the order of timers after a drag is shown on another device, and after a reload', async ({
  browser,
  page,
  visitor,
}) => {
  for (const label of ['Tea', 'Rice', 'Eggs']) {
    await visitor.setTimer({ minutes: 5, label, enabled: 0 });
  }
  const other = await visitor.elsewhere(browser);
  const elsewhere = await other.open('/timer/en');
  await page.goto('/timer/en');
  const names = (of: typeof page) =>
    of.getByRole('article').evaluateAll((cards) => cards.map((card) => card.ariaLabel));
  await expect.poll(() => names(elsewhere)).toEqual(['Eggs', 'Rice', 'Tea']);

  await page.getByRole('button', { name: 'Reorder' }).click();
  const rows = page.getByRole('dialog', { name: 'Reorder timers' }).getByRole('listitem');
  const handle = await rows.first().locator('[aria-hidden]').first().boundingBox();
  const last = await rows.last().boundingBox();
  if (handle === null || last === null) throw new Error('nothing to drag');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x, last.y + last.height, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('Escape');
  for (const one of [page, elsewhere]) {
    await expect.poll(() => names(one)).toEqual(['Rice', 'Tea', 'Eggs']);
  }
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Rice', 'Tea', 'Eggs']);
});
