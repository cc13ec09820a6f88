// Clicks, input and the focus before a page or one of its parts is hydrated.
import type { Page } from '@playwright/test';
import type { Timer } from '../src/model/types';
import { call } from './account';
import { delayResponse } from './delayed-response';
import { expect, test } from './visitor';

test('a click on a button whose part is not hydrated yet takes effect afterwards', async ({
  page,
  visitor,
}) => {
  const deliver = await delayResponse(page, '**/assets/stopwatch-tool.*.js');
  const asked = page.waitForRequest('**/assets/stopwatch-tool.*.js');
  await visitor.listen(page, '/stopwatch/en');
  await asked;
  // The skip link must not discard the part that is still to be hydrated.
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Start', exact: true }).click({ timeout: 5_000 });
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
  deliver();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
});

test('a search and an order entered before the cities are hydrated take effect and are kept', async ({
  page,
}) => {
  const deliver = await delayResponse(page, '**/assets/digital-clock.*.js');
  const asked = page.waitForRequest('**/assets/digital-clock.*.js');
  await page.goto('/digital-clock/en');
  await asked;
  const search = page.getByRole('searchbox');
  await search.pressSequentially('lon');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('combobox').selectOption('Name');
  await search.focus();
  deliver();
  await expect(page.getByRole('button', { name: /^Pin / })).toHaveCount(1);
  const grid = page.getByRole('region', { name: 'World clock' });
  await expect(grid.getByRole('heading', { name: 'London' })).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveValue('name');
  // The caret keeps its position.
  await page.keyboard.type('d');
  await expect(search).toHaveValue('lodn');
});

test('repeated clicks before the first script count once, after hydration', async ({ page }) => {
  const deliver = await delayResponse(page, '**/assets/main.*.js');
  await page.goto('/stopwatch/en', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Language: English' }).click();
  const start = page.getByRole('button', { name: 'Start', exact: true });
  const before = await page.evaluate(() => Date.now());
  await start.click();
  const after = await page.evaluate(() => Date.now());
  await start.click();
  // Real time has to pass to tell the click from the hydration: events have timestamps of the browser's own clock,
  // which a test cannot change.
  await page.waitForFunction((since) => Date.now() - since > 1_500, after);
  await expect(page.getByRole('menu')).toHaveCount(0);
  deliver();
  await expect(page.getByRole('menu')).toBeVisible();
  // Two clicks on Start do not stop it, and the time counts from the first one.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  // The digits are older by the frames since they were rendered, so the earliest start that they show counts. It is
  // before the hydration, which was one and a half seconds after the click.
  let started = Infinity;
  await expect(async () => {
    const shown = await page.evaluate(() => {
      const text = document.querySelector('[role=timer]')?.textContent ?? '';
      const [minutes = 0, seconds = 0] = text.split(':').map(Number);
      return Date.now() - (minutes * 60 + seconds) * 1000;
    });
    started = Math.min(started, shown);
    expect(started).toBeLessThan(after + 1_000);
  }).toPass();
  expect(started).toBeGreaterThan(before - 20);
});

test('a timer runs from the press on it, also if that was before the first script', async ({
  page,
}) => {
  const deliver = await delayResponse(page, '**/assets/main.*.js');
  await page.goto('/timer/en', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Start a 5 min timer' }).click();
  const after = await page.evaluate(() => Date.now());
  await page.waitForFunction((since) => Date.now() - since > 1_500, after);
  deliver();
  await expect(page.getByRole('button', { name: /^Pause/ }).first()).toBeVisible();
  await expect(async () => {
    const [timer] = await call<Timer[]>(page, 'get', '/api/timers');
    expect(Date.parse(timer?.endsAt ?? '') - 5 * 60_000).toBeLessThan(after + 1_000);
  }).toPass();
});

test('an early click on Start does not stop a running stopwatch', async ({ page }) => {
  await page.goto('/stopwatch/en');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  const deliver = await delayResponse(page, '**/assets/main.*.js');
  await page.goto('/stopwatch/en', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Language: English' }).click();
  deliver();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
});

for (const { path, part, control } of [
  { path: '/alarm/en', part: 'alarm-tool', control: 'Add alarm' },
  { path: '/timer/en', part: 'timer-tool', control: 'Start a 5 min timer' },
  { path: '/stopwatch/en', part: 'stopwatch-tool', control: 'Start' },
  { path: '/digital-clock/en', part: 'digital-clock', control: 'Pin Honolulu' },
]) {
  test(`the focus in ${path} stays on its element when its part is hydrated`, async ({
    page,
    visitor,
  }) => {
    await visitor.setAlarm({ time: '07:00', label: 'Walk' });
    await visitor.setTimer({ minutes: 20, label: 'Bread' });
    // The cards are reordered when these are read.
    await page.addInitScript(() => {
      localStorage.setItem('city-order:v1', '"name"');
      localStorage.setItem('pinned-cities:v1', '["sydney"]');
    });
    const deliver = await delayResponse(page, `**/assets/${part}.*.js`);
    const asked = page.waitForRequest(`**/assets/${part}.*.js`);
    await page.goto(path);
    await asked;
    await expect(async () => {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(nameOfFocus)).toBe(control);
    }).toPass({ intervals: [0] });
    const focused = await page.evaluateHandle(() => document.activeElement);
    deliver();
    await expectPartHydrated(page, path);
    expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
  });
}

function nameOfFocus(): string | null | undefined {
  const focused = document.activeElement;
  return focused?.getAttribute('aria-label') ?? focused?.firstChild?.textContent;
}

/** Waits for content that the part of a page shows only when it is hydrated and has the visitor's data. */
async function expectPartHydrated(page: Page, path: string): Promise<void> {
  const main = page.getByRole('main');
  if (path.includes('clock')) {
    await expect(main.getByRole('listitem').first()).toContainText('Sydney');
  } else if (path.includes('stopwatch')) {
    await page.keyboard.press('Space');
    await expect(main.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  } else {
    await expect(main.getByText(path.includes('alarm') ? 'Walk' : 'Bread').first()).toBeVisible();
  }
}

test('a length that is typed on the page before its line is hydrated is started whole', async ({
  page,
  visitor,
}) => {
  const deliver = await delayResponse(page, '**/assets/timer-tool.*.js');
  const asked = page.waitForRequest('**/assets/timer-tool.*.js');
  await visitor.listen(page, '/timer/en');
  await asked;
  for (const key of ['2', '5', 'Enter']) await page.keyboard.press(key);
  deliver();
  await expect.poll(() => visitor.timers()).toMatchObject([{ totalSeconds: 1500 }]);
});

test('a time that is typed before its line is hydrated is whole, and its spaces do not scroll', async ({
  page,
}) => {
  const deliver = await delayResponse(page, '**/assets/alarm-tool.*.js');
  const asked = page.waitForRequest('**/assets/alarm-tool.*.js');
  await page.goto('/alarm/en');
  await asked;
  for (const key of '7 gym') await page.keyboard.press(key);
  deliver();
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Set an alarm' })).toHaveValue('7 gym');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
