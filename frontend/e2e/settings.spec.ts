// Settings and the visitor's own sound: kept after a reload, and deleted with all data.
import { expect, expectSounds, test } from './visitor';

/** A WAV file with half a second of a tone: 8-bit mono at 8 kHz. */
function tone(): Buffer {
  const samples = Buffer.from(Array.from({ length: 4_000 }, (_, at) => 128 + (at % 20) * 4));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

test('the visitor’s own sound and the 12-hour clock stay until all data are deleted', async ({
  page,
  visitor,
}) => {
  await page.goto('/alarm/en');
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('radio', { name: '12-hour' }).check({ force: true });
  const sound = settings.getByLabel('Sound for new alarms and timers');
  await sound.selectOption('own');
  const chooser = page.waitForEvent('filechooser');
  await settings.getByRole('button', { name: 'Choose a file…' }).click();
  await (await chooser).setFiles({ name: 'Tune.wav', mimeType: 'audio/wav', buffer: tone() });
  await expect(sound.locator('option:checked')).toHaveText('Tune');
  await settings.getByRole('button', { name: 'Close', exact: true }).click();

  await page.getByRole('button', { name: 'Add alarm' }).click();
  const form = page.getByRole('dialog', { name: 'New alarm' });
  await form.getByLabel('Time', { exact: true }).fill('19:05');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => visitor.alarms()).toMatchObject([{ time: '19:05', sound: 'own' }]);

  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: '07:05pm' });
  await row.getByRole('button', { name: 'Turn on sound' }).click();
  await expect(row.getByText('Sound is on in this tab')).toBeVisible();
  await row.getByRole('button', { name: 'Play sound' }).click();
  await expectSounds([page], 1);
  await expect(row.getByRole('button', { name: 'Play sound' })).toBeVisible();

  await page.getByRole('button', { name: 'Account' }).click();
  const account = page.getByRole('dialog', { name: 'Account' });
  await expect(account.getByText('Your own sound isn’t included.')).toBeVisible();
  await account.getByRole('button', { name: 'Delete my data' }).click();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByText('Your data has been deleted', { exact: true })).toBeVisible();
  const kept = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    hours: localStorage.getItem('hours:v1'),
  }));
  expect(kept).toEqual({ databases: [], hours: null });
});

for (const width of [390, 1440]) {
  test(`a dialog ${String(width)} px wide and higher than the screen shows that more follows, until its end`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 600 });
    await page.goto('/alarm/en');
    await page.getByRole('button', { name: width < 1024 ? 'Menu' : 'Settings' }).click();
    if (width < 1024) await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await expect(dialog).toBeVisible();
    const atEdge = () =>
      dialog.evaluate((box) => {
        const edge = box.getBoundingClientRect();
        const found = document.elementFromPoint(edge.left + edge.width / 2, edge.bottom - 12);
        return found?.closest('svg') === null ? 'nothing' : 'more';
      });
    await expect.poll(atEdge).toBe('more');
    await dialog.evaluate((box) => {
      box.scrollTop = box.scrollHeight;
    });
    await expect.poll(atEdge).toBe('nothing');
  });
}
