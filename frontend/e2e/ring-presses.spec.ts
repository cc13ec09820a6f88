// Presses that were meant for the page when a ring opens: keys, a held key, a held mouse button, a finger.
import type { Locator, Page } from '@playwright/test';
import { expect, expectSounds, ringOf, stopWithEscape, test, type Visitor } from './visitor';

/** Sets a timer of a second, and waits until it rings, while `meanwhile` goes on. */
async function ringDuring(
  page: Page,
  visitor: Visitor,
  label = 'Soup',
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<Locator> {
  await visitor.setTimer({ seconds: 1, label });
  const ring = ringOf(page, label);
  await Promise.all([expect(ring).toBeVisible(), meanwhile()]);
  return ring;
}

/** Waits until pointers answer the ring. */
async function openForPointers(ring: Locator): Promise<void> {
  await expect(ring).not.toHaveAttribute('data-early');
}

async function centreOf(button: Locator): Promise<{ x: number; y: number }> {
  const box = await button.boundingBox();
  if (box === null) throw new Error('the button is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const words = 'go for a walk in the park, and then to the market for bread and a pound of tea';

test('what is typed into a field of the page or of a form while a ring opens stays there, and the ring goes on', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/alarm/en');
  const line = page.getByRole('textbox').first();
  await expectTypedThrough(page, visitor, line, 'Soup');
  await line.fill('');
  await page.getByRole('button', { name: 'Add alarm' }).click();
  const label = page.getByRole('dialog', { name: 'New alarm' }).getByLabel('Label');
  await expectTypedThrough(page, visitor, label, 'Tea');
});

async function expectTypedThrough(
  page: Page,
  visitor: Visitor,
  field: Locator,
  name: string,
): Promise<void> {
  await field.focus();
  const ring = await ringDuring(page, visitor, name, () =>
    field.pressSequentially(words, { delay: 50 }),
  );
  await expect(field).toHaveValue(words);
  await expect(field).toBeFocused();
  await expect(ring).toBeVisible();
  await expectSounds([page], 1);
  await expect(ring.getByRole('alert')).toContainText(name);
  await stopWithEscape(page, name);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(words);
}

test('Tab leads from a field to the ring, and Space stops it', async ({ page, visitor }) => {
  await visitor.listen(page, '/alarm/en');
  await page.getByRole('textbox').first().fill('7');
  const ring = await ringDuring(page, visitor);
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(ring.getByRole('button', { name: 'Stop' })).toBeFocused({ timeout: 200 });
    // Earlier presses move the focus within the page, and lengthen the pause.
  }).toPass({ intervals: [2_500] });
  await page.keyboard.press('Space');
  await expect(ring).toBeHidden();
});

test('Space and Enter that are held since before a ring do not stop it', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/en');
  for (const key of ['Space', 'Enter']) {
    await page.keyboard.down(key);
    const ring = await ringDuring(page, visitor, key);
    await expect(ring.getByRole('button', { name: 'Stop' })).toBeFocused();
    await openForPointers(ring);
    await page.keyboard.down(key);
    await page.keyboard.up(key);
    await expectSounds([page], 1);
    await expect(ring).toBeVisible();
    await stopWithEscape(page, key);
  }
});

test('a mouse button that is held since before a ring, and released over Stop, does not stop it', async ({
  page,
  visitor,
}) => {
  await visitor.listen(page, '/en');
  await page.mouse.move(5, 300);
  await page.mouse.down();
  const ring = await ringDuring(page, visitor);
  await openForPointers(ring);
  const stop = await centreOf(ring.getByRole('button', { name: 'Stop' }));
  await page.mouse.move(stop.x, stop.y);
  await page.mouse.up();
  await expectSounds([page], 1);
  await expect(ring).toBeVisible();
  await page.mouse.click(stop.x, stop.y);
  await expect(ring).toBeHidden();
});

test('Escape snoozes an alarm', async ({ page, visitor }) => {
  const alarm = await visitor.setAlarm({ time: '07:00', label: 'Up' });
  await visitor.moveTimeTo(Date.parse(alarm.nextTrigger ?? ''), 1_500);
  await page.goto('/en');
  await expect(ringOf(page, 'Up')).toBeVisible();
  await stopWithEscape(page, 'Up');
  await expect(page.getByText(/^Rings again at/)).toBeVisible();
  await expect.poll(async () => (await visitor.alarms())[0]?.snoozedUntil).not.toBeNull();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a finger that is down since before a ring does not stop it, a later tap does', async ({
    page,
    visitor,
  }) => {
    await visitor.listen(page, '/en');
    const touch = await page.context().newCDPSession(page);
    // Where the button appears.
    const point = { x: 290, y: 790 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    const ring = await ringDuring(page, visitor);
    await openForPointers(ring);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expectSounds([page], 1);
    await expect(ring).toBeVisible();
    await ring.getByRole('button', { name: 'Stop' }).tap();
    await expect(ring).toBeHidden();
  });
});
