// Hydration: built pages do not change or move while their scripts, lists, time and weather arrive.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Route } from '@playwright/test';
import ar from '../src/i18n/messages/ar.json' with { type: 'json' };
import ru from '../src/i18n/messages/ru.json' with { type: 'json' };
import { localisedPath } from '../src/pages/paths';
import { aWeatherAnswer } from '../src/testing/weather';
import { delayResponse } from './delayed-response';
import { expectNothingMoved, watchShiftsFromStart } from './layout-shifts';
import { expectSettled } from './settled';
import { expect, expectHydrated, test } from './visitor';

const texts = { ar, ru };

/** Records layout shifts from the start, with fixed weather. */
async function watch(page: Page): Promise<void> {
  await page.route('**/api/weather?*', (route) => route.fulfill({ json: aWeatherAnswer() }));
  await watchShiftsFromStart(page);
}

for (const { path, text } of [
  { path: '/timer/en', text: 'No timers yet' },
  { path: '/alarm/en', text: 'Type a time, or drag around the dial.' },
]) {
  test(`a new visitor of ${path} sees the empty state at once, and nothing moves`, async ({
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

  test(`a returning visitor of ${path} never sees the empty state`, async ({ page, visitor }) => {
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
  test(`nothing moves on ${path} for a returning visitor with a list of ${String(rows)}`, async ({
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

test('on a phone, timers that run since an earlier visit are above a new one, and nothing moves', async ({
  page,
  visitor,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.setTimer({ minutes: 20, label: 'Bread' });
  await visitor.setTimer({ minutes: 5, label: 'Tea', enabled: 0 });
  await page.goto('/timer/en');
  await page.waitForFunction(() => localStorage.getItem('lists:v1')?.includes('Bread'));
  await watch(page);
  await page.reload();
  const bread = page.getByRole('article', { name: 'Bread' });
  const line = page.getByRole('textbox', { name: 'Set a timer' });
  await expect(bread).toBeInViewport();
  await expect(line).toBeInViewport();
  const [first, second] = [await bread.boundingBox(), await line.boundingBox()];
  expect(first?.y).toBeLessThan(second?.y ?? 0);
  await expectSettled(page);
  await expectNothingMoved(page);
});

test('the content after a list waits only a moment for the list', async ({ page, visitor }) => {
  await visitor.setAlarm({ time: '07:00' });
  await delayResponse(page, '**/api/alarms');
  const next = page.getByRole('heading', { level: 2, name: 'Features' });
  await page.goto('/alarm/en', { waitUntil: 'commit' });
  await expect(next).toBeHidden();
  await expect(next).toBeVisible();
});

test('a page that arrives in parts is shown when it is complete, and nothing moves', async ({
  page,
  baseURL,
}) => {
  const path = '/digital-clock/en';
  const proxy = await slowProxy(new URL(path, baseURL), 'href="/timer/en"');
  await watch(page);
  await page.goto(proxy.address, { waitUntil: 'commit' });
  // Waits long enough for a frame of the part that has arrived.
  await page.waitForFunction(() => performance.now() > 1_500, undefined, { polling: 50 });
  proxy.deliverRest();
  await expectHydrated(page);
  await expectNothingMoved(page);
  proxy.end();
});

/** A proxy that sends a page only up to a place in its menu, until it is told to send the rest. */
async function slowProxy({ origin, pathname }: URL, from: string) {
  const whole = await (await fetch(origin + pathname)).text();
  const cut = whole.indexOf(from, whole.indexOf('<nav'));
  let deliverRest: () => void = () => undefined;
  const proxy = createServer((asked, answer) => {
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
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}${pathname}`,
    deliverRest: () => {
      deliverRest();
    },
    end: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

/** Answers as a server that took 0.6 s, so that the delay of a busy machine does not increase the error bound. */
function tellTime(route: Route): Promise<void> {
  const now = Date.now();
  return route.fulfill({ json: { receivedAt: now - 300, sentAt: now + 300 } });
}

/** The text about the device's clock, once the time is synchronised. */
function aboutTheDevice(language: keyof typeof texts): RegExp {
  const ids = ['clocks.deviceRight', 'clocks.deviceBehind', 'clocks.deviceAhead'] as const;
  const words = ids.map((id) => texts[language][id].replace(/\{\w+\}/, '.+'));
  return new RegExp(words.join('|'));
}

/** The language with the longest texts about the device on a narrow page and on a wide one, and one from right to left. */
for (const { language, width } of [
  { language: 'ru', width: 390 },
  { language: 'ar', width: 390 },
  { language: 'ru', width: 1280 },
] as const) {
  const path = localisedPath('/digital-clock', language);
  test(`nothing moves on ${path} at ${String(width)} px if time and weather arrive late`, async ({
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

test('in right-to-left text the large digits replace the dashes at the same place', async ({
  page,
}) => {
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
 * The head's tags for search engines and previews: without scripts, styles and the theme's colour, and without keywords
 * and image texts, which a navigation does not load.
 */
function headOf(page: Page): Promise<string[]> {
  return page
    .locator(
      'head :is(title, meta:not([name=theme-color], [name=keywords], [name$=":alt"], [property$=":alt"]), link:not([rel=stylesheet]), script[type*=ld])',
    )
    .evaluateAll((elements) => elements.map((element) => element.outerHTML).sort());
}

test('the head after a navigation is the same as the one from the server', async ({ page }) => {
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
