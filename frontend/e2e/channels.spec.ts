// Where else an account's rings are sent: set up in the dialog, received by an ntfy server and a webhook, answered there.
import { expectNoViolations } from './axe';
import { browserIdOf, freshName, register } from './account';
import { ChannelReceiver } from './channel-receiver';
import { expect, ringOf, test as base } from './visitor';

const test = base.extend<{ receiver: ChannelReceiver }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern
  receiver: async ({}, provide) => {
    const receiver = await ChannelReceiver.open();
    await provide(receiver);
    await receiver.close();
  },
});

test('a ring reaches a topic and a webhook, and its button there ends it here', async ({
  page,
  receiver,
  visitor,
}) => {
  await visitor.listen(page, '/timer/en');
  await page.getByRole('button', { name: 'Ring even when this site is closed' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('With an account, alarms and timers can also reach you');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const id = await browserIdOf(page);
  await register(page, freshName());
  expect(await browserIdOf(page)).toBe(id);

  await page.getByRole('button', { name: 'Ring even when this site is closed' }).click();
  await dialog.getByRole('button', { name: 'Add ntfy or webhook' }).click();
  await expectNoViolations(page, { within: 'dialog' });
  await dialog.getByText('Webhook', { exact: true }).click();
  await dialog.getByLabel('Address', { exact: true }).fill(`${receiver.origin}/hook`);
  await dialog.getByRole('button', { name: 'Create a secret' }).click();
  const secret = await dialog.getByLabel('Secret (optional)').inputValue();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const host = new URL(receiver.origin).host;
  await dialog.getByRole('button', { name: `Test ${host}` }).click();
  await expect(page.getByText('Test message sent', { exact: true })).toBeVisible();
  expect(await receiver.hooked(secret)).toMatchObject({ type: 'test' });
  await expect(dialog.getByText(/^Last sent/)).toBeVisible();

  await dialog.getByRole('button', { name: 'Add ntfy or webhook' }).click();
  await dialog.getByLabel('Topic address').fill(`${receiver.origin}/my-topic`);
  await dialog.getByLabel('Name (optional)').fill('Phone');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Test Phone' })).toBeVisible();
  await expectNoViolations(page, { within: 'dialog' });
  await dialog.getByRole('button', { name: 'Close' }).click();

  const { id: number } = await visitor.setTimer({ seconds: 1, label: 'Tea' });
  await expect(ringOf(page, 'Tea')).toBeVisible();
  const started = await receiver.hooked(secret);
  expect(started).toMatchObject({
    type: 'ring.started',
    data: { kind: 'timer', id: number, label: 'Tea' },
  });
  const published = await receiver.published();
  expect(published).toMatchObject({ topic: 'my-topic', title: 'Tea' });
  const stop = published.actions?.find(({ label }) => label === 'Stop');
  // As the app does; the tests' server has no public address.
  const { pathname } = new URL(stop?.url ?? '');
  const { method, headers, body } = stop ?? {};
  const answer = await fetch(new URL(pathname, page.url()), {
    ...(method !== undefined && { method }),
    ...(headers !== undefined && { headers }),
    ...(body !== undefined && { body }),
  });
  expect(answer.status).toBe(200);
  await expect(ringOf(page, 'Tea')).toBeHidden();
  expect(await receiver.hooked(secret)).toMatchObject({
    type: 'ring.answered',
    data: { id: number, answer: 'stop' },
  });

  receiver.status = 403;
  await page.getByRole('button', { name: 'Ring even when this site is closed' }).click();
  await dialog.getByRole('button', { name: 'Test Phone' }).click();
  const row = dialog.getByRole('listitem').filter({ hasText: 'Phone' });
  await expect(row).toContainText('Refused (403). Check the token or secret.');
  await dialog.getByRole('button', { name: 'Remove Phone' }).click();
  await expect(dialog.getByRole('button', { name: 'Test Phone' })).toBeHidden();
});
