// The clock pages: correct times on a device with a wrong clock, and weather that may fail.
import type { Page, Route } from '@playwright/test';
import { aWeatherAnswer } from '../src/testing/weather';
import { watchPageErrors, writtenByPlaywright } from './page-errors';
import { expectNoViolations } from './axe';
import { withFewCities } from './filled-pages';
import { dragByTouch } from './touch';
import { expect, test } from './visitor';

/** Answers every request for weather, and returns the requested cities. */
async function standInForWeather(page: Page, answer: (route: Route) => Promise<void>) {
  const asked: string[] = [];
  await page.route('**/api/weather?*', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('city') ?? '');
    return answer(route);
  });
  return asked;
}

const partlyCloudy = (route: Route) => route.fulfill({ json: aWeatherAnswer() });
const broken = (route: Route) => route.fulfill({ status: 500, body: 'no provider' });

/** Opens a page and waits until its clock runs. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main time').first()).toHaveText(/\d\d:\d\d:\d\d/);
}

/** Sets the error of the device's clock; `window.deviceOffMs` changes it later. */
async function setDeviceOff(page: Page, offMs: number): Promise<void> {
  await page.addInitScript((milliseconds) => {
    window.deviceOffMs = milliseconds;
    window.rightNow = Date.now.bind(Date);
    Date.now = () => window.rightNow() + window.deviceOffMs;
  }, offMs);
}

declare global {
  interface Window {
    /** The number of hydrated cards, recorded at each change. */
    hydratedCards: number[];
    deviceOffMs: number;
    rightNow: () => number;
  }
}

/** What the main clock shows at the change of its seconds that was closest to the start of a true second. */
async function mainClockAtChange(page: Page, changes: number) {
  return page.evaluate(
    (count) =>
      new Promise<{ shown: string; right: string }>((resolve) => {
        const digits = document.querySelector('main time');
        if (digits === null) throw new Error('no clock');
        const seen: { late: number; shown: string; right: string }[] = [];
        const observer = new MutationObserver(() => {
          const now = window.rightNow();
          // Within half a second before the start it counts as early, otherwise as late.
          const late = ((now + 500) % 1000) - 500;
          const right = new Date(now - late).toLocaleTimeString('en-GB', {
            timeZone: 'Asia/Tokyo',
          });
          seen.push({ late, shown: digits.textContent, right });
          if (seen.length < count) return;
          observer.disconnect();
          seen.sort((one, other) => Math.abs(one.late) - Math.abs(other.late));
          const [best] = seen;
          if (best !== undefined) resolve(best);
        });
        observer.observe(digits, { subtree: true, characterData: true, childList: true });
      }),
    changes,
  );
}

test('a device seven minutes behind shows the correct time and the error of its own clock', async ({
  page,
}) => {
  await standInForWeather(page, partlyCloudy);
  await setDeviceOff(page, -7 * 60_000);
  await open(page, '/digital-clock/en');
  await expect(page.getByText(/Your device’s clock is 7.min slow/)).toBeVisible();
  await expect(page.getByText(/this page is accurate to within/)).toBeVisible();

  const before = await mainClockAtChange(page, 4);
  expect(before.shown).toBe(before.right);

  // The device's clock is set two seconds ahead while the page is open.
  await page.evaluate(() => {
    window.deviceOffMs += 2000;
    // The background timer's worker would notice it, but has its own clock in this test.
    window.dispatchEvent(new Event('online'));
  });
  await expect(page.getByText(/Your device’s clock is 6.min.58.s slow/)).toBeVisible();
  const after = await mainClockAtChange(page, 4);
  expect(after.shown).toBe(after.right);
});

test('every city shows in winter and in summer the same time and offset as Intl', async ({
  page,
  visitor,
}) => {
  await standInForWeather(page, partlyCloudy);
  const cards = page.getByRole('region', { name: 'World clock' }).getByRole('listitem');
  for (const instant of ['2027-01-15T10:30:01Z', '2027-07-01T23:45:01Z']) {
    await visitor.moveTimeTo(Date.parse(instant), 0);
    await open(page, '/digital-clock/en');
    await expect(cards).toHaveCount(50);
    const wrong = async () => {
      const shown = await cards.evaluateAll((list) =>
        list.map((card) => {
          const [zone = '', offset] = [...card.querySelectorAll('bdi')].map(
            (element) => element.textContent,
          );
          return { zone, offset, time: card.querySelector('time')?.textContent.slice(0, 5) };
        }),
      );
      return shown.filter(
        ({ zone, offset, time }) =>
          time !== intlTime(instant, zone) || offset !== intlOffset(instant, zone),
      );
    };
    await expect.poll(wrong).toEqual([]);
  }
});

/** `18:15`. */
function intlTime(instant: string, timeZone: string): string {
  return new Date(instant).toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' });
}

/** `UTC+5:45`, from what `Intl` calls `GMT+5:45`. */
function intlOffset(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' });
  const name = format.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName');
  const offset = name?.value.replace('GMT', '').replace('-', '\u2212');
  return `UTC${offset === undefined || offset === '' ? '+0' : offset}`;
}

test('the cards are hydrated in small steps, including those far below the viewport', async ({
  page,
}) => {
  await standInForWeather(page, broken);
  await page.addInitScript(() => {
    window.hydratedCards = [0];
    new MutationObserver(() => {
      const grid = [...document.querySelectorAll('section:has([type=search])')].at(-1);
      const alive = grid?.querySelectorAll('li time[datetime]').length ?? 0;
      if (alive !== window.hydratedCards.at(-1)) window.hydratedCards.push(alive);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await open(page, '/digital-clock/en');
  await expect.poll(() => page.evaluate(() => window.hydratedCards.at(-1))).toBe(50);
  const steps = await page.evaluate(() =>
    window.hydratedCards.slice(1).map((alive, index) => alive - (window.hydratedCards[index] ?? 0)),
  );
  expect(Math.max(...steps)).toBeLessThan(20);
});

test('the weather is shown beside the clocks, with its source', async ({ page }) => {
  const asked = await standInForWeather(page, partlyCloudy);
  await open(page, '/digital-clock/en');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Tokyo, Japan Asia/Tokyo' })).toBeVisible();
  await expect(main.getByText('14°C').first()).toBeVisible();
  await expect(main.getByText('Partly cloudy').first()).toBeVisible();
  await expect(main.getByText('High 18°, Low 9°').first()).toBeAttached();
  await expect(main.getByRole('link', { name: 'Weather data by Open-Meteo.com' })).toBeVisible();

  // Cards fetch their weather when they come near the viewport, and each city once.
  const atFirst = asked.length;
  expect(atFirst).toBeLessThan(50);
  await page
    .getByRole('region', { name: 'World clock' })
    .getByRole('listitem')
    .last()
    .scrollIntoViewIfNeeded();
  await expect.poll(() => asked.length).toBeGreaterThan(atFirst);
  expect(new Set(asked).size).toBe(asked.length);

  await page.getByText(/^°F$/).click();
  await expect(main.getByText('58°F').first()).toBeVisible();
});

test('failing weather is requested twice more, and one line says that there is none', async ({
  page,
}) => {
  const asked = await standInForWeather(page, broken);
  await open(page, '/digital-clock/en');
  await expect.poll(() => asked.length).toBe(3);
  await expect(page.getByText('No weather right now')).toBeVisible();
  await expect(page.getByRole('region', { name: 'World clock' })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy], [role=alert]')).toHaveCount(0);
  await expect(page.getByText(/\d.?°C/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Open-Meteo/ })).toHaveCount(0);
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('status')).toHaveCount(
    0,
  );
  await expect(page.locator('main time').first()).toHaveText(/^\d\d:\d\d:\d\d$/);
  // No other city is requested.
  expect(asked).toEqual(['Tokyo,Japan', 'Tokyo,Japan', 'Tokyo,Japan']);
});

test('if the server has no weather, it is not requested and no space is reserved', async ({
  page,
}) => {
  const asked = await standInForWeather(page, partlyCloudy);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.route('**/digital-clock/en', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html
      .replace('data-weather="open-meteo"', 'data-weather="off"')
      .replace('"weatherProvider":"open-meteo"', '"weatherProvider":"off"');
    await route.fulfill({ response, body });
  });
  await open(page, '/digital-clock/en');
  await expect(page.getByText(/Your device/)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('radio', { name: '°C' })).toHaveCount(0);
  await expect(main.getByText(/weather/i).filter({ visible: true })).toHaveCount(0);
  const world = page.getByRole('region', { name: 'World clock' });
  await world.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(world.locator('time[datetime]')).toHaveCount(50);
  expect(asked).toEqual([]);
  expect(said.filter((text) => text !== writtenByPlaywright)).toEqual([]);
});

test('the hands of a face show the time, in a design that is stored', async ({ page }) => {
  await standInForWeather(page, broken);
  await open(page, '/analog-clock/en');
  const modern = page.getByRole('radio', { name: 'Modern' });
  await page.locator('label').filter({ has: modern }).click();
  await page.reload();
  await expect(modern).toBeChecked();
  const face = page.getByRole('img', { name: /^Tokyo, / }).first();
  await expect(face.locator('svg')).toHaveCount(4);

  const angles = () =>
    face.evaluate(async (element) => {
      await new Promise(requestAnimationFrame);
      const now = Date.now() + 9 * 3_600_000;
      return [...element.querySelectorAll('svg')].slice(1).map((hand, index) => {
        const { a, b } = new DOMMatrix(getComputedStyle(hand).transform);
        const period = [43_200_000, 3_600_000, 60_000][index] ?? 1;
        const off = Math.atan2(b, a) / (2 * Math.PI) - (now % period) / period;
        return Math.abs(off - Math.round(off)) * 360;
      });
    });
  // In a tenth of a second the second hand moves by 0.6 degrees, the others hardly at all. A busy machine may pause between
  // the two readings of one attempt; a wrong hand is wrong in all.
  await expect(async () => {
    const [hour, minute, second] = await angles();
    expect(hour).toBeLessThan(0.1);
    expect(minute).toBeLessThan(0.1);
    expect(second).toBeLessThan(1.2);
  }).toPass();
});

test('a clock is shown in full screen until Escape, and causes no policy violation', async ({
  page,
}) => {
  const errors = await watchPageErrors(page);
  await open(page, '/digital-clock/en');
  await page.getByRole('button', { name: 'Full screen' }).click();
  const desk = page.getByRole('dialog', { name: 'Desk clock' });
  await expect(desk.locator('time')).toHaveText(/^\d\d:\d\d:\d\d$/);
  await desk.getByRole('button', { name: 'Your time' }).click();
  await expect(desk.getByRole('button', { name: 'Your time' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(desk).toBeHidden();
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeFocused();
  errors.expectNone();
});

test('a link to a time of the analog clock holds it on the map, which passes the accessibility rules, and whose hand is pulled', async ({
  page,
}) => {
  await standInForWeather(page, broken);
  await page.addInitScript(() => {
    const browserId = '9b2f6f0c-8f0a-4f57-9a52-3b1d4c1f7e10';
    const items = ['london', 'Asia/Thimphu'].map((key) => ({ key, name: '' }));
    localStorage.setItem('browser-id', browserId);
    localStorage.setItem('my-cities:v2', JSON.stringify([{ browserId, items, base: null }]));
  });
  await page.goto('/analog-clock/en?at=2026-11-22T02:30Z');
  await expect(page).toHaveURL(/\/digital-clock\/en\?at=/);
  const rows = page.getByRole('list', { name: 'Pinned cities' }).getByRole('listitem');
  await expect(rows.first()).toContainText('02:30');
  await expect(page.locator('main time').first()).toHaveText('11:30');
  await page.getByRole('button', { name: 'Edit cities' }).click();
  await page.getByRole('button', { name: 'Move Bhutan Time up' }).click();
  await expect(page.getByRole('button', { name: 'Move Bhutan Time up' })).toBeDisabled();
  await withFewCities(page, '/digital-clock', () => expectNoViolations(page));

  // The hand is pulled along the day, and stays where the pointer lets it go.
  const hand = page.getByRole('slider', { name: 'Your time' });
  await hand.scrollIntoViewIfNeeded();
  const box = await hand.boundingBox();
  if (box === null) throw new Error('no hand');
  const before = Number(await hand.getAttribute('aria-valuenow'));
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y);
  await page.mouse.move(x + 90, y + 30);
  await page.mouse.up();
  const after = Number(await hand.getAttribute('aria-valuenow'));
  expect(after).toBeGreaterThan(before + 60);
  expect(after % 15).toBe(0);
  const moved = await hand.boundingBox();
  if (moved === null) throw new Error('no hand');
  // Within half a step of the pointer.
  expect(Math.abs(moved.x + moved.width / 2 - (x + 90))).toBeLessThan(8);

  await page.getByRole('button', { name: 'Back to now' }).click();
  // The time is removed from the address, so that a reload does not hold it again.
  await expect(page).toHaveURL(/\/digital-clock\/en$/);
  const first = page.getByRole('region', { name: 'World clock' }).getByRole('listitem').first();
  await expect(first).toContainText('Asia/Thimphu');
});

test('dates and hours above the map stand apart, and within the window', async ({ page }) => {
  await standInForWeather(page, broken);
  // Two of the longest weekdays, with midnight near the middle and near an edge.
  for (const at of ['2026-11-25T22:30Z', '2026-11-25T16:20Z']) {
    await page.goto(`/digital-clock/ar?at=${at}`);
    for (const width of [320, 390, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.locator('[data-kind="midnight"]').evaluate(crowdedAround), {
          message: `${at} at ${String(width)} px`,
        })
        .toEqual([]);
    }
  }
});

/** The texts around a mark of an hour that leave the window, or have less than three pixels between them. */
function crowdedAround(mark: Element): readonly string[] {
  const texts = [...(mark.parentElement?.querySelectorAll('span > span, bdi') ?? [])]
    .filter((text) => text.checkVisibility())
    .map((text) => ({ says: text.textContent, box: text.getBoundingClientRect() }));
  const outside = texts.filter(({ box }) => box.left < 0 || box.right > innerWidth);
  const pairs = texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter(
        ({ box }) =>
          box.top < one.box.bottom &&
          one.box.top < box.bottom &&
          box.left < one.box.right + 3 &&
          one.box.left < box.right + 3,
      )
      .map((other) => `${one.says} and ${other.says}`),
  );
  return [...outside.map(({ says }) => says), ...pairs];
}

const call = '/digital-clock/en?at=2027-12-03T13:00Z&cities=berlin,new-york';

test('an hour for a call is found on the strips, copied, and set as an alarm', async ({
  page,
  visitor,
  context,
}) => {
  await standInForWeather(page, broken);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(call);
  const rows = page.getByRole('list', { name: 'World clock' }).getByRole('listitem');
  await expect(rows).toHaveText([
    /^BerlinFri, December 3.*8.h behindworking hours.*14:00$/,
    /^New YorkFri, December 3.*14.h behindfree time.*08:00$/,
  ]);
  await withFewCities(page, '/digital-clock', () => expectNoViolations(page));

  // There is no hour in which all work, and one in which nobody sleeps.
  await expect(page.getByText('Everyone awake')).toBeVisible();
  await page.getByRole('button', { name: '21:00–22:00', exact: true }).click();
  await expect(rows.last()).toContainText('07:00');
  const hand = page.getByRole('slider', { name: 'Your time' });
  await hand.press('ArrowRight');
  await expect(hand).toHaveAttribute(
    'aria-valuetext',
    '21:15, Fri, December 3, Berlin 13:15, New York 07:15',
  );

  // The strip of any city is pulled.
  const strip = rows.first().locator('[aria-hidden]').first();
  await strip.scrollIntoViewIfNeeded();
  const box = await strip.boundingBox();
  if (box === null) throw new Error('no strip');
  const at = (hour: number) => box.x + (box.width * hour) / 24;
  await page.mouse.move(at(12), box.y + 20);
  await page.mouse.down();
  await page.mouse.move(at(20), box.y + 30);
  await page.mouse.move(at(21.5), box.y + 20);
  await page.mouse.up();
  await expect(hand).toHaveAttribute('aria-valuetext', /^21:30, /);

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy times' }).click();
  await expect
    .poll(clipboard)
    .toBe('21:30 Tokyo (Fri, December 3) / 13:30 Berlin / 07:30 New York');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(clipboard).toMatch(/\?at=2027-12-03T12:30Z&cities=tokyo,berlin,new-york$/);

  await page.getByRole('button', { name: 'Add an alarm for 21:30' }).click();
  await expect(page.getByText('Alarm created', { exact: true })).toBeVisible();
  await expect
    .poll(() => visitor.alarms())
    .toMatchObject([{ time: '21:30', date: '2027-12-03', repeat: 'once' }]);
  expect((await visitor.alarms())[0]?.label).toBe(
    '13:30 Berlin (Fri, December 3) / 07:30 New York',
  );

  // The cities stay, the visitor's own list is as it was.
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page).toHaveURL(/\/digital-clock\/en\?cities=berlin,new-york$/);
  await expect(rows).toHaveCount(2);
});

test.describe('by a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a strip is pulled sideways, and scrolls the page up and down', async ({ page }) => {
    await standInForWeather(page, broken);
    await page.goto(call);
    const hand = page.getByRole('slider', { name: 'Your time' });
    const strip = page
      .getByRole('list', { name: 'World clock' })
      .getByRole('listitem')
      .first()
      .locator('[aria-hidden]')
      .first();
    await strip.scrollIntoViewIfNeeded();
    const box = await strip.boundingBox();
    if (box === null) throw new Error('no strip');
    const y = box.y + 10;
    const steps = Array.from({ length: 21 }, (_, step) => step);
    await dragByTouch(
      page,
      steps.map((step) => [box.x + (box.width * (12 + step * 0.3)) / 24, y]),
    );
    await expect(hand).toHaveAttribute('aria-valuetext', /^18:00, /);
    const before = await page.evaluate(() => scrollY);
    await dragByTouch(
      page,
      steps.map((step) => [box.x + box.width / 2, y - 12 * step]),
    );
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
  });
});
