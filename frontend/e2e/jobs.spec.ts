// How many keys and taps the commonest jobs take, counted while they are done.
import type { Locator, Page } from '@playwright/test';
import { expect, expectHydrated, ringOf, test } from './visitor';

/** Hands that count: each key and each tap is one act. */
class Hands {
  keys = 0;
  taps = 0;

  constructor(private readonly page: Page) {}

  /** Each character is a key; `⏎` is Enter. */
  async type(text: string): Promise<void> {
    for (const character of text) {
      await this.page.keyboard.press(character === '⏎' ? 'Enter' : character);
      this.keys += 1;
    }
  }

  async tap(target: Locator): Promise<void> {
    // A choice is covered by its face.
    await target.click({ force: true });
    this.taps += 1;
  }
}

async function handsAt(page: Page, path: string, line: string): Promise<Hands> {
  await page.goto(path);
  await expectHydrated(page);
  // The digits below go to the line wherever the focus is, as soon as the tool is hydrated.
  const field = page.getByRole('textbox', { name: line });
  await expect(async () => {
    await field.focus();
    await page.keyboard.press('ArrowUp');
    await expect(field).not.toHaveValue('', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(field).not.toBeFocused();
  return new Hands(page);
}

test('an alarm for tomorrow at 7 takes two keys, one for weekdays a line', async ({
  page,
  visitor,
}) => {
  const hands = await handsAt(page, '/alarm/en', 'Set an alarm');
  await hands.type('7⏎');
  await expect
    .poll(() => visitor.alarms())
    .toMatchObject([{ time: '07:00', repeat: 'once', label: null }]);
  expect(hands).toMatchObject({ keys: 2, taps: 0 });
  const others = new Hands(page);
  await others.type('8 mon-fri⏎');
  await expect
    .poll(async () => (await visitor.alarms()).map(({ repeat }) => repeat))
    .toContain('weekday');
  expect(others).toMatchObject({ keys: 10, taps: 0 });
});

test('on a phone an alarm takes two taps and a key', async ({ page, visitor }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const hands = await handsAt(page, '/alarm/en', 'Set an alarm');
  await hands.tap(page.getByRole('textbox', { name: 'Set an alarm' }));
  await hands.type('7');
  await hands.tap(page.getByRole('button', { name: 'Save' }));
  await expect.poll(async () => (await visitor.alarms())[0]?.time).toBe('07:00');
  expect(hands).toMatchObject({ keys: 1, taps: 2 });
});

test('a timer of 25 minutes takes three keys, one with a name eight', async ({ page, visitor }) => {
  const hands = await handsAt(page, '/timer/en', 'Set a timer');
  await hands.type('25⏎');
  await expect.poll(async () => (await visitor.timers())[0]?.totalSeconds).toBe(1500);
  expect(hands).toMatchObject({ keys: 3, taps: 0 });
  const others = new Hands(page);
  await others.type('330 tea⏎');
  await expect
    .poll(async () => (await visitor.timers()).map(({ label }) => label))
    .toContain('tea');
  expect(others).toMatchObject({ keys: 8, taps: 0 });
});

test('to call New York at 15:00 takes a tap and two keys, and looking for a good hour one key a quarter of an hour', async ({
  page,
}) => {
  await page.goto('/digital-clock/en');
  await expectHydrated(page);
  const time = page.getByRole('textbox', { name: 'Your time' });
  const row = page
    .getByRole('list', { name: 'World clock' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'New York', exact: true }) });
  const there = async (here: string) => {
    const date = await page.getByLabel('Date', { exact: true }).inputValue();
    const options = { hourCycle: 'h23', timeStyle: 'short', timeZone: 'America/New_York' } as const;
    return new Date(`${date}T${here}+09:00`).toLocaleTimeString('en', options);
  };
  await expect(row).toContainText(/1[34]\sh behind/);

  const hands = new Hands(page);
  await hands.tap(time);
  await hands.type('15');
  await expect(time).toHaveValue('15');
  await expect(row).toContainText(await there('15:00'));
  expect(hands).toMatchObject({ keys: 2, taps: 1 });

  // Nobody is up there: from 22:00 on, they are.
  await hands.type('⏎22');
  await expect(row).toContainText(await there('22:00'));
  await page.getByRole('slider', { name: 'Your time' }).press('ArrowRight');
  await expect(row).toContainText(await there('22:15'));
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.getByText('It’s in Tokyo')).toBeVisible();
});

test('a ring is stopped with one tap', async ({ page, visitor }) => {
  await visitor.listen(page, '/en');
  await visitor.setTimer({ seconds: 1, label: 'Toast' });
  const ring = ringOf(page, 'Toast');
  await expect(ring).toBeVisible();
  const hands = new Hands(page);
  await expect(async () => {
    // Presses of the first half second count as meant for the page.
    hands.taps = 0;
    await hands.tap(ring.getByRole('button', { name: 'Stop' }));
    await expect(ring).toBeHidden({ timeout: 200 });
  }).toPass();
  expect(hands).toMatchObject({ keys: 0, taps: 1 });
});
