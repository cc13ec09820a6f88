// Pages come whole from the server and come to life without a word, a flash or a move.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Route } from '@playwright/test';
import ar from '../src/i18n/messages/ar.json' with { type: 'json' };
import en from '../src/i18n/messages/en.json' with { type: 'json' };
import es from '../src/i18n/messages/es.json' with { type: 'json' };
import ru from '../src/i18n/messages/ru.json' with { type: 'json' };
import { localisedPath } from '../src/i18n/paths';
import { aWeatherAnswer } from '../src/testing/weather';
import { delayResponse } from './delayed-response';
import { expectNothingMoved, watchShiftsFromStart } from './layout-shifts';
import { expectSettled } from './settled';
import { timing } from './timing';
import { expect, expectHydrated, test } from './visitor';

const texts = { ar, en, es, ru };

/** Notes what moves from the start; no page is to depend on what the weather's provider answers. */
async function watch(page: Page): Promise<void> {
  await page.route('**/api/weather?*', (route) => route.fulfill({ json: aWeatherAnswer() }));
  await watchShiftsFromStart(page);
}

for (const { path, text } of [
  { path: '/timer/en', text: 'No timers yet' },
  { path: '/alarm/en', text: 'No alarms yet' },
]) {
  test(`who is new to ${path} reads at once that there is nothing yet, and nothing moves`, async ({
    page,
  }) => {
    await watch(page);
    const deliver = await delayResponse(page, '**/assets/main.*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByText(text)).toBeVisible();
    deliver();
    await expectSettled(page);
    await expect(page.getByText(text)).toBeVisible();
    await expectNothingMoved(page);
  });

  test(`who has been to ${path} before is never told that there is nothing`, async ({
    page,
    visitor,
  }) => {
    await visitor.setAlarm({ time: '07:00', label: 'Walk' });
    await visitor.setTimer({ minutes: 20, label: 'Bread' });
    const deliver = await delayResponse(page, /\/api\/(alarms|timers)$/);
    await page.goto(path);
    await expectHydrated(page);
    await expect(page.getByText(text)).toBeHidden();
    await expect(page.getByRole('main').getByRole('status').first()).toBeAttached();
    deliver();
    await expect(page.getByText(/Walk|Bread/).first()).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
  });
}

for (const { path, last, rows } of [
  { path: '/alarm/en', last: 'Set at 07:00', rows: 1 },
  { path: '/timer/en', last: 'For 20 min', rows: 3 },
]) {
  test(`${path} stands still for who comes back to a list of ${String(rows)}`, async ({
    page,
    visitor,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (let row = 0; row < rows; row++) {
      await visitor.setAlarm({ time: '07:00', label: 'Set at 07:00' });
      await visitor.setTimer({ minutes: 20, label: 'For 20 min' });
    }
    await watch(page);
    await page.goto(path);
    await expect(page.getByText(last)).toHaveCount(rows);
    await expect(page.getByRole('heading', { level: 2, name: 'Features' })).toBeVisible();
    await expectNothingMoved(page);
  });
}

test('what follows a list waits only a moment for it', async ({ page, visitor }) => {
  await visitor.setAlarm({ time: '07:00' });
  await delayResponse(page, '**/api/alarms');
  const next = page.getByRole('heading', { level: 2, name: 'Features' });
  await page.goto('/alarm/en', { waitUntil: 'commit' });
  await expect(next).toBeHidden();
  await expect(next).toBeVisible();
});

test('a page that comes in parts is shown once all of it has come, and stands still', async ({
  page,
  baseURL,
}) => {
  const path = '/digital-clock/en';
  const line = await slowLine(new URL(path, baseURL), 'href="/timer/en"');
  await watch(page);
  await page.goto(line.address, { waitUntil: 'commit' });
  // Long enough for a frame of what has come.
  await page.waitForFunction(() => performance.now() > 1_500, undefined, { polling: 50 });
  line.deliverRest();
  await expectHydrated(page);
  await expectNothingMoved(page);
  line.end();
});

/** The server behind a line that holds a page back from a place in its menu on, until told to deliver it. */
async function slowLine({ origin, pathname }: URL, from: string) {
  const whole = await (await fetch(origin + pathname)).text();
  const cut = whole.indexOf(from, whole.indexOf('<nav'));
  let deliverRest: () => void = () => undefined;
  const line = createServer((asked, answer) => {
    if (asked.url === pathname) {
      answer.setHeader('Content-Type', 'text/html; charset=utf-8').write(whole.slice(0, cut));
      deliverRest = () => answer.end(whole.slice(cut));
      return;
    }
    const { method, headers } = asked;
    const onwards = request(origin + String(asked.url), { method, headers }, (answered) => {
      answered.pipe(answer.writeHead(answered.statusCode ?? 502, answered.headers));
    });
    asked.pipe(onwards.on('error', () => answer.destroy()));
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port } = line.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}${pathname}`,
    deliverRest: () => {
      deliverRest();
    },
    end: () => {
      line.close();
      line.closeAllConnections();
    },
  };
}

/** As from a server that took a while by its own account: the rest of a busy machine's time makes no odd bound of error. */
function tellTime(route: Route): Promise<void> {
  const now = Date.now();
  return route.fulfill({ json: { receivedAt: now - 300, sentAt: now + 300 } });
}

/** What a page says of the device's clock once it knows the time. */
function aboutTheDevice(language: keyof typeof texts): RegExp {
  const ids = ['clocks.deviceRight', 'clocks.deviceBehind', 'clocks.deviceAhead'] as const;
  const words = ids.map((id) => texts[language][id].replace(/\{\w+\}/, '.+'));
  return new RegExp(words.join('|'));
}

/** The languages whose words about the device are the longest where there is little room, and one where there is much. */
for (const { language, width } of [
  { language: 'en', width: 390 },
  { language: 'es', width: 390 },
  { language: 'ru', width: 390 },
  { language: 'ar', width: 390 },
  { language: 'ru', width: 1280 },
] as const) {
  const path = localisedPath('/digital-clock', language);
  test(`${path} stands still at ${String(width)} px when time and weather come late`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const said = page.getByText(aboutTheDevice(language));
    await watch(page);
    const deliverTime = await delayResponse(page, '**/api/time', tellTime);
    await page.goto(path);
    await expect(page.getByText('↑').first()).toBeVisible();
    await expect(said).toHaveCount(0);
    deliverTime();
    await expect(said).toBeVisible();
    await expectNothingMoved(page);
  });
}

test('the head follows the page that is shown', async ({ page }) => {
  await page.goto('/alarm/en');
  await page.getByRole('banner').getByRole('link', { name: 'Timer' }).click();
  await expect(page).toHaveTitle(/timer/i);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/timer\/en$/);
  await expect(page.locator('link[hreflang=ja]')).toHaveAttribute('href', /\/timer$/);
});

test('a button pressed before its part is alive is pressed once it is', async ({
  page,
  visitor,
}) => {
  const deliver = await delayResponse(page, '**/assets/stopwatch-tool.*.js');
  const asked = page.waitForRequest('**/assets/stopwatch-tool.*.js');
  await visitor.listen(page, '/stopwatch/en');
  await asked;
  // On the way to it nothing is thrown away that is still to come alive.
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Start', exact: true }).click({ timeout: 5_000 });
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
  deliver();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
});

test('what is typed and chosen before the cities are hydrated is searched for and kept', async ({
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
  await expect(page.getByRole('heading', { name: 'London' })).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveValue('name');
  // The caret is where it was, too.
  await page.keyboard.type('d');
  await expect(search).toHaveValue('lodn');
});

test(
  'a button pressed before the page has any script is pressed once, when it is alive',
  timing,
  async ({ page }) => {
    const deliver = await delayResponse(page, '**/assets/main.*.js');
    await page.goto('/stopwatch/en', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Language: English' }).click();
    const start = page.getByRole('button', { name: 'Start', exact: true });
    const before = await page.evaluate(() => Date.now());
    await start.click();
    const after = await page.evaluate(() => Date.now());
    await start.click();
    // Time itself is what is tested: the press and the page's life have to be told apart, and events are stamped with
    // the browser's own time, which no test can put forward.
    await page.waitForFunction((since) => Date.now() - since > 1_500, after);
    await expect(page.getByRole('menu')).toHaveCount(0);
    deliver();
    await expect(page.getByRole('menu')).toBeVisible();
    // Two presses of what says Start are no Stop, and it counts from the first.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    const started = await page.evaluate(() => {
      const text = document.querySelector('[role=timer]')?.textContent ?? '';
      const [minutes = 0, seconds = 0] = text.split(':').map(Number);
      return Date.now() - (minutes * 60 + seconds) * 1000;
    });
    // A frame or two may have passed since the time was drawn.
    expect(started).toBeGreaterThan(before - 20);
    expect(started).toBeLessThan(after + 500);
  },
);

test('an early press of Start does not stop a stopwatch that runs already', async ({ page }) => {
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
  { path: '/analog-clock/en', part: 'analog-clock', control: 'Pin Honolulu' },
]) {
  test(`the focus in ${path} stays where it was when its part comes alive`, async ({
    page,
    visitor,
  }) => {
    await visitor.setAlarm({ time: '07:00', label: 'Walk' });
    await visitor.setTimer({ minutes: 20, label: 'Bread' });
    // Cards change places once these are known.
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
    await expectPartAlive(page, path);
    expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
  });
}

function nameOfFocus(): string | null | undefined {
  const focused = document.activeElement;
  return focused?.getAttribute('aria-label') ?? focused?.firstChild?.textContent;
}

/** Waits for what the part of a page shows only when it is alive and has what the visitor keeps. */
async function expectPartAlive(page: Page, path: string): Promise<void> {
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

test('the large digits stand from right to left where the dashes stood', async ({ page }) => {
  const deliver = await delayResponse(page, '**/assets/main.*.js');
  await page.goto('/digital-clock/ar', { waitUntil: 'commit' });
  const digits = page.locator('main time').first();
  await expect(digits).toHaveText('--:--:--');
  const before = await digits.boundingBox();
  deliver();
  await expect(digits).toHaveText(/\d\d:\d\d:\d\d/);
  const after = await digits.boundingBox();
  expect(after?.x).toBeCloseTo(before?.x ?? 0, 0);
  expect(after?.width).toBeCloseTo(before?.width ?? 0, 0);
});

/**
 * What machines read of a page, without what its scripts, styles and texts are, what the chosen theme colours, and texts that no
 * page shows: its keywords and the words for its picture.
 */
function headOf(page: Page): Promise<string[]> {
  return page
    .locator(
      'head :is(title, meta:not([name=theme-color], [name=keywords], [name$=":alt"], [property$=":alt"]), link:not([rel=stylesheet]), script[type*=ld])',
    )
    .evaluateAll((elements) => elements.map((element) => element.outerHTML).sort());
}

test('the head of a page that a link led to is that which the server sends', async ({ page }) => {
  await page.goto('/nowhere/en');
  const ways = [
    { link: page.getByRole('main').getByRole('link'), to: '/en' },
    {
      link: page.getByRole('banner').getByRole('link', { name: 'Stopwatch' }),
      to: '/stopwatch/en',
    },
    { link: page.getByRole('contentinfo').getByRole('link', { name: '日本語' }), to: '/stopwatch' },
  ];
  for (const { link, to } of ways) {
    await link.click();
    await expect(page).toHaveURL(to);
    const sent = await page.context().newPage();
    await sent.route('**/*', (route) =>
      route.request().isNavigationRequest() ? route.fallback() : route.abort(),
    );
    await sent.goto(to);
    const expected = await headOf(sent);
    await sent.close();
    await expect.poll(() => headOf(page)).toEqual(expected);
  }
});
