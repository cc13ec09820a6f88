// Timers: the form, presets, rings and toasts.
import type { Locator, Page } from '@playwright/test';
import { delayResponse } from './delayed-response';
import { ringLatenessMs } from './ring-lateness';
import { expect, expectSounds, ringOf, test } from './visitor';

test('a timer that is created in the form rings at its end, and Stop resets it', async ({
  page,
  visitor,
}) => {
  await page.goto('/timer/en');
  await page.getByRole('button', { name: 'Custom…' }).click();
  const form = page.getByRole('dialog', { name: 'New timer' });
  await form.getByLabel('Duration').fill('0:03');
  await form.getByLabel('Label').fill('Tea');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const card = page.getByRole('article', { name: 'Tea' });
  await card.getByRole('button', { name: 'Start Tea' }).click();

  const ring = ringOf(page, 'Tea');
  await expect(ring).toBeVisible();
  await expect(ring).toContainText('Your timer has finished');
  await expect(ring.getByRole('button', { name: 'Stop' })).toBeFocused();
  await expectSounds([page], 1);
  await expect.poll(() => page.title()).toBe('Tea');

  await ring.getByRole('button', { name: 'Stop' }).click();
  await expect(ring).toBeHidden();
  await expectSounds([page], 0);
  await expect(card.getByRole('timer')).toHaveText('00:00:03');
  await expect.poll(async () => (await visitor.timers())[0]?.remainingMs).toBe(3_000);
});

test('one tap on a preset starts a timer', async ({ page, visitor }) => {
  await page.goto('/timer/en');
  await page.getByRole('button', { name: 'Start a 1 min timer' }).click();
  await expect(page.getByRole('timer')).toHaveText(/00:00:5\d/);
  await expect.poll(async () => (await visitor.timers())[0]?.enabled).toBe(1);
});

test('a timer never rings before its end', async ({ page, visitor }) => {
  // The synchronised time of a page is accurate to a few milliseconds.
  expect(await ringLatenessMs(page, visitor, 'Egg')).toBeGreaterThan(-20);
});

test('the rings of rows are aligned, however long the names are', async ({ page, visitor }) => {
  await visitor.setTimer({ minutes: 5, label: 'Tea' });
  await visitor.setTimer({ minutes: 20, label: 'Sourdough, the second fold, and then the oven' });
  await page.goto('/timer/en');
  const rings = page.getByRole('progressbar');
  await expect(rings).toHaveCount(2);
  const [one, other] = await rings.evaluateAll((all) =>
    all.map((ring) => ring.getBoundingClientRect().left),
  );
  expect(one).toBe(other);
});

test('the buttons of a toast have the toast’s colours', async ({ page, visitor }) => {
  await visitor.setTimer({ minutes: 5, label: 'Bread' });
  await page.goto('/timer/en');
  await page.getByRole('button', { name: 'Delete Bread' }).click();
  const words = await page
    .getByText('Timer deleted', { exact: true })
    .evaluate((title) => getComputedStyle(title).color);
  for (const name of ['Undo', 'Dismiss']) {
    const button = page.getByRole('button', { name });
    await button.hover();
    await expect(button).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
    await expect(button).toHaveCSS('color', words);
    // Both use a part of the text's colour instead of the page's border or background.
    await expect(button).toHaveCSS('background-color', /^(?:oklab|color)\(.* \/ 0\.2\)$/);
  }
});

test('a deletion can be undone for a moment', async ({ page, visitor }) => {
  await visitor.setTimer({ minutes: 5, label: 'Bread', enabled: 0 });
  await page.goto('/timer/en');
  const card = page.getByRole('article', { name: 'Bread' });
  await card.getByRole('button', { name: 'Delete Bread' }).click();
  await expect(card).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Delete Bread' }).click();
  await expect(card).toBeHidden();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => visitor.timers()).toEqual([]);
});

test('the ring of a running timer is turned by hand: a tick anticlockwise is a minute less', async ({
  page,
  visitor,
}) => {
  const timer = await visitor.setTimer({ minutes: 10, label: 'Rice' });
  await visitor.setTimer({ minutes: 30, label: 'Bread' });
  await page.goto('/timer/en');
  const ring = page.getByRole('slider', { name: 'Time left on Rice' });
  const box = await ring.boundingBox();
  if (box === null) throw new Error('no ring');
  const at = (minute: number, far: number) => {
    const angle = (minute / 30) * Math.PI;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return [x + Math.sin(angle) * far, y - Math.cos(angle) * far] as const;
  };
  await page.mouse.move(...at(15, box.width * 0.4));
  await page.mouse.down();
  for (let minute = 14; minute >= 11; minute -= 1) {
    await page.mouse.move(...at(minute, box.width * 0.4));
  }
  await expect(page.getByRole('article', { name: 'Rice' }).getByRole('timer')).toHaveText(
    /^00:05:/,
  );
  await page.mouse.up();
  const endOf = async () => {
    const found = (await visitor.timers()).find(({ id }) => id === timer.id);
    return Date.parse(found?.endsAt ?? '') - Date.parse(timer.endsAt ?? '');
  };
  await expect.poll(endOf).toBe(-240_000);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(endOf).toBe(0);
});

test('a length is started also if Enter comes before the code that reads it', async ({
  page,
  visitor,
}) => {
  const deliver = await delayResponse(page, /\/assets\/typed-reader\./);
  await visitor.listen(page, '/timer/en');
  const line = page.getByRole('textbox', { name: 'Set a timer' });
  await line.fill('25 tea');
  await line.press('Enter');
  await line.press('Enter');
  await expect(page.getByRole('alert')).toHaveCount(0);
  deliver();
  await expect(page.getByRole('article', { name: 'tea' })).toBeVisible();
  await expect(line).toHaveValue('');
  await expect.poll(() => visitor.timers()).toMatchObject([{ totalSeconds: 1500, label: 'tea' }]);
});

/** What moves of a page from now on: the animations that begin, with what they change and where they begin. */
async function watchFlights(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.flights = [];
    addEventListener('animationstart', ({ target }) => {
      for (const { effect } of (target as Element).getAnimations()) {
        if (!(effect instanceof KeyframeEffect) || !(target instanceof SVGSVGElement)) continue;
        const changed = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
        const landing = target.style.getPropertyValue('--landing');
        window.flights.push({ changed, landing });
      }
    });
  });
}

declare global {
  interface Window {
    flights: { readonly changed: readonly string[]; readonly landing: string }[];
  }
}

/** Starts a timer on the line of the page, which it returns. */
async function startTea(page: Page): Promise<Locator> {
  const line = page.getByRole('textbox', { name: 'Set a timer' });
  await line.fill('25 tea');
  await expect(page.getByRole('status').filter({ hasText: /^25.min/ })).toBeAttached();
  await line.press('Enter');
  await expect(page.getByRole('article', { name: 'tea' })).toBeVisible();
  return line;
}

test('the ticks of a wound timer shrink into its row, with transform and opacity alone', async ({
  page,
  visitor,
}) => {
  await visitor.setTimer({ minutes: 30, label: 'Rice' });
  await visitor.listen(page, '/timer/en');
  await watchFlights(page);
  await startTea(page);
  await expect.poll(() => page.evaluate(() => window.flights.length)).toBe(1);
  const [flight] = await page.evaluate(() => window.flights);
  const usual = ['offset', 'computedOffset', 'easing', 'composite'];
  const changed = new Set(flight?.changed.filter((name) => !usual.includes(name)));
  expect(changed).toEqual(new Set(['transform', 'opacity']));
  // A row's ring is 64 px wide.
  expect(flight?.landing).toMatch(/^translate\(\d+\.\dpx, -?\d+\.\dpx\) scale\(0\.1\d\d\)$/);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a wound timer is in its row at once', async ({ page, visitor }) => {
    await visitor.listen(page, '/timer/en');
    await watchFlights(page);
    const line = await startTea(page);
    await expect(line).toHaveValue('');
    expect(await page.evaluate(() => window.flights)).toEqual([]);
  });
});
