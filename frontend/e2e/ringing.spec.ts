// Rings under unusual conditions: hidden tabs, reloads, no stream, several tabs, and back navigation.
import type { Locator, Page } from '@playwright/test';
import { expect, expectSounds, ringOf, stopWithEscape, test } from './visitor';

test('a timer rings after a reload, and continues to ring after another', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/en');
  await visitor.setTimer({ seconds: 2, label: 'Rice' });
  await page.reload();
  await expect(ringOf(page, 'Rice')).toBeVisible();
  await page.reload();
  await expect(ringOf(page, 'Rice')).toBeVisible();
  await stopWithEscape(page, 'Rice');
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(ringOf(page, 'Rice')).toBeHidden();
});

test('a hidden tab rings although its own timers are throttled', async ({ page, visitor }) => {
  await page.addInitScript(() => {
    // As in a tab that has been hidden for five minutes.
    const wait = window.setTimeout.bind(window);
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    window.setTimeout = ((run: () => void, delay = 0) =>
      wait(run, Math.max(delay, 60_000))) as typeof window.setTimeout;
  });
  await visitor.setTimer({ seconds: 8, label: 'Laundry' });
  await page.goto('/en');
  await expect(ringOf(page, 'Laundry')).toBeVisible();
  await expectSounds([page], 1);
});

test('a tab without a stream rings by its own schedule', async ({ page, visitor }) => {
  await page.route('**/api/events', (route) => route.abort());
  await visitor.setTimer({ seconds: 8, label: 'Pasta' });
  await page.goto('/timer/en');
  await expect(ringOf(page, 'Pasta')).toBeVisible();
});

test('a tab learns of a ring that began while its stream was lost', async ({ page, visitor }) => {
  await visitor.listen(page, '/timer/en');
  await expect(page.getByText('No timers yet')).toBeVisible();
  await page.route('**/api/events', (route) => route.abort());
  await page.context().setOffline(true);
  await visitor.setTimer({ seconds: 1, label: 'Meanwhile' });
  await expect.poll(async () => (await visitor.timers())[0]?.remainingMs).toBe(0);
  await page.unroute('**/api/events');
  await page.context().setOffline(false);
  await page.reload();
  await expect(ringOf(page, 'Meanwhile')).toBeVisible();
});

test('a refused stream is opened again after the Retry-After of the server', async ({
  page,
  visitor,
}) => {
  const asked: number[] = [];
  await page.route('**/api/events', (route) => {
    asked.push(Date.now());
    return asked.length === 1
      ? route.fulfill({ status: 429, headers: { 'Retry-After': '4' } })
      : route.continue();
  });
  const ready = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/events') && answer.ok(),
  );
  await page.goto('/timer/en');
  await ready;
  const [told = 0, returned = 0] = asked;
  expect(returned - told).toBeGreaterThanOrEqual(4_000);
  await visitor.setTimer({ seconds: 1, label: 'Heard again' });
  await expect(ringOf(page, 'Heard again')).toBeVisible();
});

test('seven tabs show a pop-up each and play one sound, and one Stop ends all', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/en');
  const pages: Page[] = [page];
  while (pages.length < 7)
    pages.push(await visitor.open(pages.length % 2 === 0 ? '/en' : '/timer/en'));
  await visitor.setTimer({ seconds: 2, label: 'All of you' });
  await Promise.all(pages.map((page) => expect(ringOf(page, 'All of you')).toBeVisible()));
  await expectSounds(pages, 1);

  await pages[4]?.getByRole('button', { name: 'Stop' }).click();
  await Promise.all(pages.map((page) => expect(ringOf(page, 'All of you')).toBeHidden()));
  await expectSounds(pages, 0);
});

test('another tab takes over the sound when the sounding tab is closed', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/en');
  const pages = [page, await visitor.open('/en'), await visitor.open('/en')];
  await visitor.setTimer({ seconds: 1, label: 'Handed on' });
  await Promise.all(pages.map((page) => expect(ringOf(page, 'Handed on')).toBeVisible()));
  await expectSounds(pages, 1);
  const sounding = await Promise.all(
    pages.map((page) => page.evaluate(() => window.sounds.some(({ playing }) => playing))),
  );
  await pages[sounding.indexOf(true)]?.close();
  const left = pages.filter((page) => !page.isClosed());
  expect(left).toHaveLength(2);
  await expectSounds(left, 1);
  // The tab also takes over the event stream, which the closed tab may have had.
  await left[0]?.getByRole('button', { name: 'Stop' }).click();
  await visitor.setTimer({ seconds: 1, label: 'Next' });
  await Promise.all(left.map((page) => expect(ringOf(page, 'Next')).toBeVisible()));
});

test('a tab that is opened during a ring shows it, without a second sound', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/en');
  await visitor.setTimer({ seconds: 1, label: 'Doorbell' });
  await expect(ringOf(page, 'Doorbell')).toBeVisible();
  const late = await visitor.open('/alarm/en');
  await expect(ringOf(late, 'Doorbell')).toBeVisible();
  await expectSounds([page, late], 1);
  await late.getByRole('button', { name: 'Stop' }).click();
  await expect(ringOf(page, 'Doorbell')).toBeHidden();
});

test('a page rings after Back from another site', async ({ page, visitor, baseURL }) => {
  await visitor.listen(page, '/timer/en');
  await visitor.setTimer({ seconds: 3, label: 'Oven' });
  await page.reload();
  await expect(page.getByRole('article', { name: 'Oven' })).toBeVisible();
  const elsewhere = new URL('/api/time', baseURL);
  elsewhere.hostname = 'localhost';
  await page.goto(elsewhere.href);
  await expect.poll(async () => (await visitor.timers())[0]?.remainingMs).toBe(0);
  // A page from the back/forward cache does not load again.
  await page.goBack({ waitUntil: 'commit' });
  await expect(ringOf(page, 'Oven')).toBeVisible();
  await expectSounds([page], 1);
});

test('a sound that the browser blocks begins with the next key press', async ({
  page,
  visitor,
}) => {
  await page.addInitScript(() => {
    const time = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'currentTime');
    let pressed = false;
    document.addEventListener('keydown', () => (pressed = true), { capture: true });
    // The time of a blocked context stands still, although the context is resumed.
    Object.defineProperty(BaseAudioContext.prototype, 'currentTime', {
      get(this: BaseAudioContext): number {
        return pressed ? (time?.get?.call(this) as number) : 0;
      },
    });
  });
  await visitor.listen(page, '/en');
  await visitor.setTimer({ seconds: 1, label: 'Quiet' });
  const ring = ringOf(page, 'Quiet');
  await expect(ring.getByText('Your browser is blocking the sound')).toBeVisible();
  await page.keyboard.press('Shift');
  await expectSounds([page], 1);
  await expect(ring.getByText('Your browser is blocking the sound')).toBeHidden();
});

test('of several rings the newest is shown, the others are listed, and one Stop ends all', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/en');
  await visitor.setTimer({ seconds: 2, label: 'First' });
  await visitor.setTimer({ seconds: 3, label: 'Second' });
  const ring = ringOf(page, 'Second');
  await expect(ring).toBeVisible();
  await expect(ring.getByRole('listitem')).toHaveText(/First/);
  await expect(ring.getByRole('button', { name: 'Stop First' })).toBeVisible();
  await expectSounds([page], 1);
  await ring.getByRole('button', { name: 'Stop all' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect
    .poll(async () => (await visitor.timers()).map(({ remainingMs }) => remainingMs))
    .toEqual([2_000, 3_000]);
});

test('a click outside of the buttons stops the ring, one between them does not, and the focus returns', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/timer/en');
  const preset = page.getByRole('button', { name: 'Start a 30 min timer' });
  await preset.focus();
  await visitor.setTimer({ seconds: 1, label: 'Soup' });
  const ring = ringOf(page, 'Soup');
  await expect(ring).not.toHaveAttribute('data-early');
  const [stop, repeat] = await Promise.all(
    ['Stop', 'Restart'].map((name) => ring.getByRole('button', { name }).boundingBox()),
  );
  if (!stop || !repeat) throw new Error('the buttons are not shown');
  // Between two buttons.
  await page.mouse.click(stop.x + stop.width / 2, (stop.y + stop.height + repeat.y) / 2);
  await expect(ring).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(ring).toBeHidden();
  await expect(preset).toBeFocused();
});

test('a toast over a ring can be closed, also by keyboard, and the ring continues', async ({
  page,
  visitor,
}) => {
  for (const label of ['Bread', 'Rice']) await visitor.setTimer({ minutes: 5, label, enabled: 0 });
  await visitor.listen(page, '/timer/en');
  const closing = {
    Bread: (button: Locator) => button.click(),
    Rice: async (button: Locator) => {
      await button.focus();
      await button.press('Enter');
    },
  };
  for (const [label, close] of Object.entries(closing)) {
    await page.getByRole('button', { name: `More actions for ${label}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    // The toast stays while the pointer is over it.
    const toast = page.getByText('Timer deleted', { exact: true });
    await toast.hover();
    await visitor.setTimer({ seconds: 1, label: `Soup with ${label}` });
    const ring = ringOf(page, `Soup with ${label}`);
    await expect(ring).toBeVisible();
    await close(ring.getByRole('button', { name: 'Dismiss' }));
    await expect(toast).toBeHidden();
    await expect(ring).toBeVisible();
    await ring.getByRole('button', { name: 'Stop' }).click();
    await expect(ring).toBeHidden();
  }
});

test('a ring over an open form keeps its input and the caret', async ({ page, visitor }) => {
  await visitor.listen(page, '/alarm/en');
  await page.getByRole('button', { name: 'Add alarm' }).click();
  const label = page.getByRole('dialog', { name: 'New alarm' }).getByLabel('Label');
  await label.fill('Half a thou');
  await visitor.setTimer({ seconds: 1, label: 'Interruption' });
  await expect(ringOf(page, 'Interruption')).toBeVisible();
  await stopWithEscape(page, 'Interruption');
  await expect(label).toBeFocused();
  await page.keyboard.type('ght');
  await expect(label).toHaveValue('Half a thought');
});
