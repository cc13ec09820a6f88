// Where else an account's rings are sent: listed, added, tested, edited, removed, and what is said where that fails.
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { aChannel } from '../../../testing/fake-channels';
import { FakeServer } from '../../../testing/fake-server';
import { renderSite } from '../../../testing/render-site';
import { aUser } from '../../../testing/rows';

let server: FakeServer;
const asked = () => server.sent.filter(({ path }) => path.startsWith('/api/channels'));

// Transforms the code before the tests, so that no test waits for it.
beforeAll(() => Promise.all([import('../push-dialog'), import('./channel-form')]), 60_000);

beforeEach(() => {
  server = new FakeServer().install();
  const others = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/api/push')
      return Promise.resolve(Response.json({ enabled: false, publicKey: null }));
    return others(path, init);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function openDialog(isSignedIn = true): Promise<{ dialog: HTMLElement; visitor: UserEvent }> {
  if (isSignedIn) {
    server.user = aUser();
    localStorage.setItem('browser-id', server.user.uuid);
    localStorage.setItem('account:v1', JSON.stringify({ ownId: null }));
  }
  const visitor = await renderSite('/alarm/en');
  const name = 'Ring even when this site is closed';
  await visitor.click(await screen.findByRole('button', { name }));
  return { dialog: await screen.findByRole('dialog'), visitor };
}

async function openForm() {
  const opened = await openDialog();
  const add = await within(opened.dialog).findByRole('button', { name: 'Add ntfy or webhook' });
  await opened.visitor.click(add);
  await within(opened.dialog).findByRole('radio', { name: 'ntfy' });
  return opened;
}

test('without an account nothing is requested, and a sentence says what is needed', async () => {
  const { dialog } = await openDialog(false);
  expect(
    await within(dialog).findByText(/^With an account, alarms and timers can also reach you/),
  ).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Add ntfy or webhook' })).toBeNull();
  expect(asked()).toEqual([]);
});

test('a topic with a name that nobody guesses is added', async () => {
  const { dialog, visitor } = await openForm();
  const topic = within(dialog).getByRole('textbox', { name: 'Topic address' });
  await visitor.type(
    within(dialog).getByRole('textbox', { name: 'Access token (optional)' }),
    'tk_1',
  );
  await visitor.type(within(dialog).getByRole('textbox', { name: 'Name (optional)' }), 'Phone');
  await visitor.click(
    within(dialog).getByRole('radio', { name: 'Only if no device shows it within a minute' }),
  );
  await visitor.selectOptions(
    within(dialog).getByRole('combobox', { name: 'What to send' }),
    'alarm',
  );
  const { value } = topic as HTMLInputElement;
  expect(value).toMatch(/^https:\/\/ntfy\.sh\/tokibako-[0-9a-v]{20}$/);
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));

  const test = await within(dialog).findByRole('button', { name: 'Test Phone' });
  expect(within(dialog).getByText('Nothing sent yet')).toBeVisible();
  expect(within(dialog).getByText('Alarms only')).toBeVisible();
  expect(within(dialog).getByText('Only if not shown')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Add ntfy or webhook' })).toHaveFocus();
  expect(test).toBeVisible();
  expect(asked().find(({ method }) => method === 'POST')?.body).toEqual({
    kind: 'ntfy',
    url: value,
    name: 'Phone',
    language: 'en',
    when: 'unheard',
    kinds: ['alarm'],
    token: 'tk_1',
  });
});

test('a webhook gets a secret that is made here, and its address is sent as the server compares it', async () => {
  const { dialog, visitor } = await openForm();
  await visitor.click(within(dialog).getByRole('radio', { name: 'Webhook' }));
  const address = within(dialog).getByRole('textbox', { name: 'Address' });
  expect(address).toHaveValue('');
  await visitor.type(address, 'https://HOOKS.example/a b');
  await visitor.click(within(dialog).getByRole('button', { name: 'Create a secret' }));
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  // The path may be a secret, so the host is the name.
  expect(await within(dialog).findByRole('button', { name: 'Test hooks.example' })).toBeVisible();
  expect(asked().find(({ method }) => method === 'POST')?.body).toMatchObject({
    kind: 'webhook',
    url: 'https://hooks.example/a%20b',
    secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) as string,
  });
});

test('what cannot be an address, a token or a secret is not sent, and its field says why', async () => {
  const { dialog, visitor } = await openForm();
  const topic = within(dialog).getByRole('textbox', { name: 'Topic address' });
  await visitor.clear(topic);
  await visitor.type(topic, 'https://ntfy.sh/a/b');
  await visitor.type(
    within(dialog).getByRole('textbox', { name: 'Access token (optional)' }),
    'a b',
  );
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/^Enter a topic’s address/)).toBeVisible();
  expect(within(dialog).getByText(/^Use up to 200 letters/)).toBeVisible();

  await visitor.click(within(dialog).getByRole('radio', { name: 'Webhook' }));
  await visitor.type(
    within(dialog).getByRole('textbox', { name: 'Address' }),
    'ftp://hooks.example',
  );
  await visitor.type(
    within(dialog).getByRole('textbox', { name: 'Secret (optional)' }),
    'whsec_QUJD',
  );
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/^Enter an address that starts with https/)).toBeVisible();
  expect(within(dialog).getByText(/^Press “Create a secret,” or paste one: whsec_/)).toBeVisible();
  expect(asked().filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('an address that the server refuses is named at its field until it is changed', async () => {
  server.channels.hosts = ['hooks.example'];
  const { dialog, visitor } = await openForm();
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  const topic = within(dialog).getByRole('textbox', { name: 'Topic address' });
  expect(await within(dialog).findByText(/^Our server isn’t allowed to send to/)).toBeVisible();
  expect(topic).toBeInvalid();
  await visitor.type(topic, '2');
  expect(topic).toBeValid();
});

test.each([
  ['the operator allows none', () => (server.channels.hosts = null), /hasn’t allowed ntfy/],
  ['the session has ended', () => (server.user = null), /^You’ve been signed out/],
  [
    'there is no room',
    () => {
      refuse(409);
    },
    /^There’s no room/,
  ],
  [
    'there were too many changes',
    () => {
      refuse(429);
    },
    /^Too many changes/,
  ],
  ['the server is away', () => (server.isAway = true), /^Couldn’t save the change/],
])('where %s, the form says so and keeps what was typed', async (_, prepare, text) => {
  const { dialog, visitor } = await openForm();
  await visitor.type(within(dialog).getByRole('textbox', { name: 'Name (optional)' }), 'Phone');
  prepare();
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(text)).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: 'Name (optional)' })).toHaveValue('Phone');
});

function refuse(status: number): void {
  server.refusal = { status, headers: {} };
}

test('what came of a test is shown: accepted, or why not', async () => {
  server.channels.rows = [aChannel({ name: 'Phone' })];
  const { dialog, visitor } = await openDialog();
  await visitor.click(await within(dialog).findByRole('button', { name: 'Test Phone' }));
  expect(await screen.findByText('Test message sent')).toBeVisible();

  server.channels.testError = '401';
  await visitor.click(within(dialog).getByRole('button', { name: 'Test Phone' }));
  expect(await screen.findByText('Test message not accepted')).toBeVisible();
  await waitFor(() => {
    expect(within(dialog).getByRole('listitem')).toHaveTextContent(
      'Refused (401). Check the token or secret.',
    );
  });
});

test.each([
  ['unreachable', 'Couldn’t be reached'],
  ['private-address', 'Has only private addresses; the operator can allow them'],
  ['unsendable', 'Our server isn’t allowed to send there anymore'],
  ['off', 'The operator of this site hasn’t allowed ntfy and webhooks.'],
  ['503', 'Not accepted (503)'],
])('of a channel whose last message ended with %s, the list says why', async (lastError, text) => {
  server.channels.rows = [aChannel({ state: 'failing', lastError })];
  const { dialog } = await openDialog();
  expect(await within(dialog).findByRole('listitem')).toHaveTextContent(text);
});

test('a saved token is kept unless it is replaced or removed, and not for another host', async () => {
  server.channels.rows = [aChannel({ hasSecret: true })];
  const { dialog, visitor } = await openDialog();
  const edit = () => within(dialog).findByRole('button', { name: 'Edit ntfy.sh/my-topic' });
  const save = async () => {
    const before = asked().length;
    await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
    await edit();
    return asked()
      .slice(before)
      .find(({ method }) => method === 'PATCH')?.body;
  };
  await visitor.click(await edit());
  expect(await within(dialog).findByText(/^One is saved/)).toBeVisible();
  const unchanged = {
    url: 'https://ntfy.sh/my-topic',
    name: null,
    language: 'en',
    when: 'always',
    kinds: ['alarm', 'timer'],
  };
  expect(await save()).toEqual(unchanged);
  expect(await edit()).toHaveFocus();

  await visitor.click(await edit());
  const topic = await within(dialog).findByRole('textbox', { name: 'Topic address' });
  await visitor.clear(topic);
  await visitor.type(topic, 'https://hooks.example/my-topic');
  expect(within(dialog).getByText(/^The saved one isn’t sent/)).toBeVisible();
  await visitor.clear(topic);
  await visitor.type(topic, 'https://ntfy.sh/my-topic');
  await visitor.click(within(dialog).getByRole('checkbox', { name: 'Remove the saved one' }));
  expect(await save()).toEqual({ ...unchanged, token: null });
});

test('four is the most; one that is removed makes room, and the list takes its focus', async () => {
  server.channels.rows = ['a', 'b', 'c', 'd'].map((name) => aChannel({ id: name, name }));
  const { dialog, visitor } = await openDialog();
  expect(
    await within(dialog).findByText('You can add up to 4. Remove one to add another.'),
  ).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Add ntfy or webhook' })).toBeNull();
  await visitor.click(within(dialog).getByRole('button', { name: 'Remove b' }));
  expect(await within(dialog).findByRole('button', { name: 'Add ntfy or webhook' })).toBeVisible();
  expect(within(dialog).getByText('a').closest('ul')).toHaveFocus();
  expect(server.channels.rows.map(({ name }) => name)).toEqual(['a', 'c', 'd']);
});

test('where the session has ended elsewhere, the dialog says that an account is needed', async () => {
  const { dialog, visitor } = await openDialog();
  await within(dialog).findByRole('button', { name: 'Add ntfy or webhook' });
  await visitor.click(within(dialog).getByRole('button', { name: 'Close' }));
  server.user = null;
  await visitor.click(screen.getByRole('button', { name: 'Ring even when this site is closed' }));
  const again = await screen.findByRole('dialog');
  expect(await within(again).findByText(/^With an account/)).toBeVisible();
});
