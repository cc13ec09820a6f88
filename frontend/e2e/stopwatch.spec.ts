// The stopwatch: laps and their export, keys, sleep, reloads and other tabs.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { timing } from './timing';
import { expect, test } from './visitor';

const start = new Date('2026-11-21T08:00:00Z');

/** Opens a page with a stopped clock, and a server with the same time. */
async function openWithClock(page: Page): Promise<void> {
  await page.clock.install({ time: start });
  await page.route('**/api/time', async (route) => {
    // A page that is being left cannot be evaluated.
    const now = await page.evaluate(() => Date.now()).catch(() => null);
    if (now === null) await route.abort();
    else await route.fulfill({ json: { receivedAt: now, sentAt: now } });
  });
  await page.goto('/stopwatch/en');
  await expect.poll(() => button(page, 'Start').evaluateAll(areHydrated)).toBe(true);
  await page.clock.pauseAt(new Date(start.getTime() + 3_600_000));
}

/** Reloads the page and advances its clock, which the start of scripts needs, until a button is hydrated. */
async function reloadWithClock(page: Page, name: string): Promise<void> {
  await page.reload();
  await expect(async () => {
    await page.clock.runFor(100);
    expect(await button(page, name).evaluateAll(areHydrated)).toBe(true);
  }).toPass();
}

/** Whether React has hydrated one of the elements. */
function areHydrated(elements: Element[]): boolean {
  return elements.some((element) =>
    Object.keys(element).some((key) => key.startsWith('__reactProps')),
  );
}

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

function time(page: Page): Locator {
  return page.getByRole('timer', { name: 'Elapsed time' });
}

/** The texts of the cells in the lap list, from the top. */
async function lapRows(page: Page): Promise<string[][]> {
  const rows = await page.getByRole('region', { name: 'Laps' }).locator('tbody tr').all();
  return Promise.all(
    rows.map((row) => row.getByRole('rowheader').or(row.getByRole('cell')).allInnerTexts()),
  );
}

/**
 * Takes three laps: 1 is the slowest, 2 the fastest. All times are between two hundredths, so that rounding does not
 * matter.
 */
async function takeThreeLaps(page: Page): Promise<void> {
  await button(page, 'Start').click();
  await page.clock.fastForward(61_235);
  await button(page, 'Lap').click();
  await page.clock.fastForward(30_000);
  await button(page, 'Lap').click();
  await page.clock.fastForward(40_000);
  await button(page, 'Lap').click();
}

test('laps are marked, sorted from the newest, and kept after a reload', async ({ page }) => {
  await openWithClock(page);
  await expect(time(page)).toHaveText('00:00.00');
  await expect(button(page, 'Lap')).toBeDisabled();
  await expect(page.getByRole('region', { name: 'Laps' })).toHaveCount(0);

  await takeThreeLaps(page);
  await expect(page.getByRole('status').filter({ hasText: 'Lap 3, 00:40.00' })).toBeAttached();
  await page.clock.runFor(1_000);
  const marked = [
    ['3', '00:40.00', '02:11.23'],
    ['2 Fastest', '00:30.00', '01:31.23'],
    ['1 Slowest', '01:01.23', '01:01.23'],
  ];
  await expect.poll(async () => (await lapRows(page)).slice(1)).toEqual(marked);
  const list = page.getByRole('region', { name: 'Laps' });
  expect((await list.boundingBox())?.height).toBe(300);
  expect(await page.title()).toBe('02:12 · Stopwatch - Tokibako');

  await reloadWithClock(page, 'Stop');
  await button(page, 'Stop').click();
  await expect(button(page, 'Start')).toBeVisible();
  await expect(time(page)).toHaveText(/^02:\d\d\.\d\d$/);
  const shown = (await time(page).innerText()).trim();
  await reloadWithClock(page, 'Start');
  await expect(time(page)).toHaveText(shown);
  await expect(button(page, 'Start')).toBeVisible();
  // The stop has ended the fourth lap, which is the fastest now.
  await expect
    .poll(async () => (await lapRows(page)).map(([name]) => name))
    .toEqual(['4 Fastest', '3', '2', '1 Slowest']);
  expect(await page.title()).toBe('Free online stopwatch with laps - Tokibako');
});

test('on paper are all laps in dark ink, without what is pressed', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openWithClock(page);
  await takeThreeLaps(page);
  for (let lap = 4; lap <= 12; lap += 1) {
    await page.clock.fastForward(1_000);
    await button(page, 'Lap').click();
  }
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const laps = page.getByRole('region', { name: 'Laps' });
  await expect.poll(() => laps.evaluate((area) => area.scrollHeight - area.clientHeight)).toBe(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(27, 26, 24)');
});

test('laps are copied and downloaded, and a reset can be undone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openWithClock(page);
  await takeThreeLaps(page);

  await button(page, 'Copy laps').click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Lap\tLap time\tTotal\n1\t01:01.23\t01:01.23\n2\t00:30.00\t01:31.23\n3\t00:40.00\t02:11.23',
  );

  const downloading = page.waitForEvent('download');
  await button(page, 'Download CSV').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('tokibako-laps.csv');
  expect(await readFile(await download.path(), 'utf8')).toBe(
    '\uFEFFLap,Lap time,Total,Lap time (ms),Total (ms)\r\n' +
      '1,01:01.23,01:01.23,61230,61230\r\n' +
      '2,00:30.00,01:31.23,30000,91230\r\n' +
      '3,00:40.00,02:11.23,40000,131230\r\n',
  );

  await button(page, 'Reset').click();
  await expect(time(page)).toHaveText('00:00.00');
  await expect(page.getByRole('region', { name: 'Laps' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(button(page, 'Stop')).toBeVisible();
  await expect(time(page)).toHaveText(/^02:11/);
  await expect.poll(() => lapRows(page)).toHaveLength(4);
});

test('only the documented keys press the buttons', async ({ page }) => {
  await openWithClock(page);
  await page.keyboard.press('l');
  await page.keyboard.press('Space');
  await expect(button(page, 'Stop')).toBeVisible();
  await page.clock.runFor(1_005);
  await page.keyboard.press('l');
  await expect.poll(() => lapRows(page)).toHaveLength(2);

  // Space presses a focused button that was reached by Tab, but not one that was clicked.
  await page.clock.runFor(1_000);
  await button(page, 'Lap').click();
  await page.keyboard.press('Space');
  await expect(button(page, 'Start')).toBeVisible();
  // No time has passed since the lap, so the stop ends none.
  await expect.poll(() => lapRows(page)).toHaveLength(2);
  await button(page, 'Start').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Start')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(button(page, 'Stop')).toBeVisible();

  await page.keyboard.press('Control+l');
  await page.keyboard.press('Shift+L');
  await button(page, 'Language: English').click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('l');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect.poll(() => lapRows(page)).toHaveLength(3);

  await page.getByRole('switch', { name: 'Use keyboard shortcuts' }).click();
  await time(page).click();
  await page.keyboard.press('l');
  await page.keyboard.press('r');
  await expect.poll(() => lapRows(page)).toHaveLength(3);
  await page.getByRole('switch', { name: 'Use keyboard shortcuts' }).click();
  await time(page).click();
  await page.keyboard.press('r');
  await expect(time(page)).toHaveText('00:00.00');
  await expect(button(page, 'Start')).toBeVisible();
});

test('time asleep counts, and the time never goes backwards', async ({ page }) => {
  await openWithClock(page);
  await button(page, 'Start').click();
  await page.clock.runFor(10_005);
  // The monotonic clock stands still while the machine sleeps.
  await page.clock.setSystemTime(new Date(start.getTime() + 3_600_000 + 10_005 + 1_800_000));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(time(page)).toHaveText(/^30:1\d\.\d\d$/, { timeout: 100 });
  }).toPass();
});

test(
  'all tabs show the same time, and the stopwatch runs on without any tab',
  timing,
  async ({ visitor }) => {
    const first = await visitor.open('/stopwatch/en');
    await button(first, 'Start').click();
    const second = await visitor.open('/stopwatch/en');
    await expect(button(second, 'Stop')).toBeVisible();
    const apart = (await startOf(first)) - (await startOf(second));
    expect(Math.abs(apart)).toBeLessThan(100);

    await button(second, 'Lap').click();
    await expect(first.getByRole('region', { name: 'Laps' })).toBeVisible();
    const before = await startOf(first);
    await first.close();
    await second.close();
    const third = await visitor.open('/stopwatch/en');
    await expect(button(third, 'Stop')).toBeVisible();
    expect(Math.abs((await startOf(third)) - before)).toBeLessThan(100);
    await button(third, 'Stop').click();
    const shown = await time(third).innerText();
    const fourth = await visitor.open('/stopwatch/en');
    await expect(time(fourth)).toHaveText(shown);
  },
);

/** When the stopwatch began, computed from the digits that the browser moves. */
async function startOf(page: Page): Promise<number> {
  await page.waitForFunction(() => document.querySelector('[data-rolling]') !== null);
  return time(page).evaluate((element) => {
    const [digit] = element.getAnimations({ subtree: true });
    return performance.timeOrigin + Number(digit?.startTime);
  });
}

test('a phone shows the keys once one is pressed', async ({ browser }) => {
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await phone.newPage();
  await page.goto('/stopwatch/en');
  const keys = page.getByRole('heading', { name: 'Keyboard shortcuts' });
  await expect(button(page, 'Start')).toBeVisible();
  await expect(keys).toBeHidden();
  await expect(async () => {
    await page.keyboard.press('Shift');
    await expect(keys).toBeVisible({ timeout: 500 });
  }).toPass();
  await phone.close();
});
