// The list of timers on the timer page.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refetch } from '../rows/lists';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { aTimer } from '../testing/rows';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const standing = { enabled: 0, endsAt: null, remainingMs: 180_000 } as const;
const running = () =>
  ({ enabled: 1, endsAt: new Date(Date.now() + 160_900).toISOString() }) as const;

test('one tap on a length starts a timer', async () => {
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Start a 3 min timer' }));
  expect(await screen.findByRole('button', { name: 'Pause 3\u00a0min timer' })).toBeVisible();
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toEqual({
    hours: 0,
    minutes: 3,
    seconds: 0,
    totalSeconds: 180,
    sound: 'default',
    enabled: 1,
  });
});

test('a double click on Start starts the timer', async () => {
  server.timers = [aTimer({ id: 4, label: 'Tea', ...standing })];
  const visitor = await renderSite('/timer/en');
  await visitor.dblClick(await screen.findByRole('button', { name: 'Start Tea' }));
  expect(await screen.findByRole('button', { name: 'Pause Tea' })).toBeVisible();
  expect(server.writes).toEqual(['PATCH /api/timers/4']);
});

test('several timers are rows, with those that run above the others and the first to ring on top', async () => {
  server.timers = [
    aTimer({ id: 4, label: 'Tea', ...standing }),
    aTimer({
      id: 5,
      label: 'Bread',
      enabled: 1,
      endsAt: new Date(Date.now() + 900_000).toISOString(),
    }),
    aTimer({ id: 6, label: 'Rice', ...running() }),
    aTimer({ id: 7, label: 'Eggs', ...standing }),
  ];
  const visitor = await renderSite('/timer/en');
  await screen.findByRole('article', { name: 'Tea' });
  const names = () => screen.getAllByRole('article').map((row) => row.getAttribute('aria-label'));
  expect(names()).toEqual(['Rice', 'Bread', 'Eggs', 'Tea']);
  const tea = within(screen.getByRole('article', { name: 'Tea' }));
  expect(tea.getByRole('progressbar', { name: 'Time left on Tea' })).toBeVisible();
  expect(tea.getByText('of 3 min')).toBeVisible();
  await visitor.click(tea.getByRole('button', { name: 'Start Tea' }));
  await waitFor(() => {
    expect(names()).toEqual(['Rice', 'Tea', 'Bread', 'Eggs']);
  });
});

test('the other actions of a row are in its menu', async () => {
  server.timers = [
    aTimer({ id: 4, label: 'Tea', ...standing, remainingMs: 1_000 }),
    aTimer({ id: 5, label: 'Rice', ...running() }),
  ];
  const visitor = await renderSite('/timer/en');
  const more = () => screen.findByRole('button', { name: 'More actions for Tea' });
  const choose = async (name: string) => {
    await visitor.click(await more());
    await visitor.click(await screen.findByRole('menuitem', { name }));
  };
  await visitor.click(await more());
  await screen.findByRole('menu');
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(items).toEqual(
    expect.arrayContaining(['Reset', 'Edit', 'Full screen', 'Share', 'Delete']),
  );
  expect(screen.getByRole('menuitem', { name: 'Reset' })).toHaveFocus();
  await visitor.keyboard('{Escape}');
  await choose('Reset');
  await waitFor(() => {
    expect(server.writes).toEqual(['PATCH /api/timers/4']);
  });
  await choose('Edit');
  expect(await screen.findByRole('dialog', { name: 'Edit timer' })).toBeVisible();
});

test('shows the time left in digits, in the ring and in the title', async () => {
  server.timers = [aTimer({ label: 'Noodles', ...running() })];
  await renderSite('/timer/en');
  expect(await screen.findByRole('timer')).toHaveTextContent(/^00:02:4[01]$/);
  const ring = screen.getByRole('progressbar', { name: 'Time left on Noodles' });
  expect(ring).toHaveAttribute('aria-valuenow', '89');
  expect(ring.getAttribute('aria-valuetext')).toMatch(/^2.min 4[01].s$/);
  expect(document.title).toMatch(/^00:02:4[01] · Noodles - Tokibako$/);
  expect(screen.getByText('of 3 min')).toBeVisible();
});

test('the title of a hidden tab counts on', async () => {
  server.timers = [aTimer({ label: 'Noodles', ...running() })];
  await renderSite('/timer/en');
  await screen.findByRole('timer');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  const { title } = document;
  await waitFor(() => {
    expect(document.title).not.toBe(title);
  });
  expect(document.title).toMatch(/^00:02:\d\d · Noodles - Tokibako$/);
  hidden.mockRestore();
});

test('one more minute extends the timer at once', async () => {
  server.timers = [aTimer({ id: 4, label: 'Noodles', ...running() })];
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add 1 min to Noodles' }));
  await waitFor(() => {
    expect(screen.getByRole('timer')).toHaveTextContent(/^00:03:[34]\d$/);
  });
  await waitFor(() => {
    expect(server.writes).toEqual(['POST /api/timers/4/extend']);
  });
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ seconds: 60 });
});

test('an extended run is shown as a part of its new length', async () => {
  const endsAt = new Date(Date.now() + 338_900).toISOString();
  server.timers = [aTimer({ totalSeconds: 300, runSeconds: 360, enabled: 1, endsAt })];
  await renderSite('/timer/en');
  expect(await screen.findByRole('article')).toHaveTextContent(/00:05:3\d.*of 6.min/);
});

test('the ring of a running timer is turned with keys, which shortens it at once, and can be undone', async () => {
  const endsAt = new Date(Date.now() + 160_900).toISOString();
  server.timers = [aTimer({ id: 4, label: 'Tea', enabled: 1, endsAt })];
  const visitor = await renderSite('/timer/en');
  const ring = await screen.findByRole('slider', { name: 'Time left on Tea' });
  const digits = within(screen.getByRole('article', { name: 'Tea' })).getByRole('timer');
  ring.focus();
  await visitor.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  expect(digits).toHaveTextContent(/00:01:3\d/);
  expect(server.writes).toEqual([]);
  await visitor.tab();
  const end = () => Date.parse(server.timers[0]?.endsAt ?? '');
  await waitFor(() => {
    expect(server.writes).toEqual(['PUT /api/timers/4/end']);
  });
  expect(Math.abs(end() - (Date.parse(endsAt) - 65_000))).toBeLessThan(50);
  expect(server.timers[0]).toMatchObject({ enabled: 1, runSeconds: 180 });
  await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(Math.abs(end() - Date.parse(endsAt))).toBeLessThan(50);
  });
  expect(server.writes).toEqual(['PUT /api/timers/4/end', 'PUT /api/timers/4/end']);
});

test('a turn of a ring that is taken back with Escape changes nothing', async () => {
  server.timers = [aTimer({ id: 4, label: 'Tea', ...running() })];
  const visitor = await renderSite('/timer/en');
  const ring = await screen.findByRole('slider', { name: 'Time left on Tea' });
  const digits = within(screen.getByRole('article', { name: 'Tea' })).getByRole('timer');
  ring.focus();
  await visitor.keyboard('{PageUp}');
  expect(digits).toHaveTextContent(/00:07:\d/);
  await visitor.keyboard('{Escape}');
  expect(digits).toHaveTextContent(/00:02:\d/);
  await visitor.tab();
  expect(server.writes).toEqual([]);
});

test('a stopped timer cannot be extended', async () => {
  server.timers = [aTimer({ id: 4, label: 'Noodles', ...standing })];
  await renderSite('/timer/en');
  expect(await screen.findByRole('button', { name: 'Start Noodles' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Add 1 min/ })).toBeNull();
});

test('a timer is paused and resumed', async () => {
  server.timers = [aTimer({ id: 4, label: 'Noodles', ...running() })];
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Pause Noodles' }));
  await visitor.click(await screen.findByRole('button', { name: 'Start Noodles' }));
  expect(await screen.findByRole('button', { name: 'Pause Noodles' })).toBeVisible();
  expect(server.writes).toEqual(['POST /api/timers/4/pause', 'PATCH /api/timers/4']);
});

test('a reset restores the whole length', async () => {
  server.timers = [aTimer({ id: 4, label: 'Noodles', ...standing, remainingMs: 1_000 })];
  const visitor = await renderSite('/timer/en');
  const reset = await screen.findByRole('button', { name: 'Reset Noodles' });
  await visitor.click(reset);
  expect(await screen.findByText('00:03:00')).toBeVisible();
  expect(reset).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => {
    expect(server.sent).toContainEqual({
      method: 'PATCH',
      path: '/api/timers/4',
      body: { enabled: 0 },
    });
  });
});

test.each([
  { name: 'running', run: running(), button: 'Pause Noodles' },
  { name: 'paused', run: { ...standing, remainingMs: 60_000 }, button: 'Start Noodles' },
])('a $name timer goes on where it was if its reset is undone', async ({ run, button }) => {
  server.timers = [aTimer({ id: 4, label: 'Noodles', ...run })];
  const whole = 180_000;
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Reset Noodles' }));
  expect(await screen.findByText('Timer reset')).toBeVisible();
  await waitFor(() => {
    expect(server.timers).toMatchObject([{ enabled: 0, endsAt: null, remainingMs: whole }]);
  });
  await visitor.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: button })).toBeVisible();
  await waitFor(() => {
    const [timer] = server.timers;
    expect(timer).toMatchObject({ enabled: run.enabled, endsAt: run.endsAt });
    expect(run.enabled === 1 || Number(timer?.remainingMs) < whole).toBe(true);
  });
});

test('a finished timer is reset without a message, because nothing is lost', async () => {
  server.timers = [aTimer({ id: 4, label: 'Noodles', ...standing, remainingMs: 0 })];
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Reset Noodles' }));
  expect(await screen.findByText('00:03:00')).toBeVisible();
  await waitFor(() => {
    expect(server.writes).toEqual(['PATCH /api/timers/4']);
  });
  expect(screen.queryByText('Timer reset')).toBeNull();
});

test('a finished timer starts from its beginning', async () => {
  server.timers = [aTimer({ id: 4, label: 'Noodles', ...standing, remainingMs: 0 })];
  const visitor = await renderSite('/timer/en');
  expect(await screen.findByText('Done · 3 min')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Start Noodles' }));
  expect(await screen.findByRole('button', { name: 'Pause Noodles' })).toBeVisible();
  expect(server.writes).toEqual(['PATCH /api/timers/4']);
});

test('a refused change shows a message and does not change the timer', async () => {
  server.timers = [aTimer({ id: 4, label: 'Noodles', ...running() })];
  server.refusal = { status: 422, headers: {} };
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Pause Noodles' }));
  expect(await screen.findByText('Something went wrong')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pause Noodles' })).toBeVisible();
});

test('a timer that the server does not delete comes back, with words about deletion', async () => {
  server.timers = [aTimer({ id: 4, label: 'Noodles', ...standing })];
  server.refusal = { status: 422, headers: {} };
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Delete Noodles' }));
  await visitor.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText(/^Couldn’t delete the timer, so it’s back/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Noodles' })).toBeVisible();
});

test('a toast about something else ends the undo period of a deletion', async () => {
  server.timers = [
    aTimer({ id: 4, label: 'Noodles', ...standing }),
    aTimer({ id: 5, label: 'Rice', ...standing }),
  ];
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'More actions for Noodles' }));
  await visitor.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByText('Timer deleted');
  await visitor.click(screen.getByRole('button', { name: 'Start Rice' }));
  await visitor.click(await screen.findByRole('button', { name: 'Reset Rice' }));
  await waitFor(() => {
    expect(server.writes).toContain('DELETE /api/timers/4');
  });
});

test('timers are moved by buttons, which announce the new position', async () => {
  server.timers = ['Tea', 'Rice', 'Eggs'].map((label, at) =>
    aTimer({ id: at + 1, label, ...standing }),
  );
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Reorder' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reorder timers' });
  const names = () =>
    within(dialog)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  expect(names()).toEqual([
    expect.stringMatching(/^Eggs/),
    expect.stringMatching(/^Rice/),
    expect.stringMatching(/^Tea/),
  ]);
  const first = within(dialog).getByRole('button', { name: 'Move Eggs up' });
  expect(first).toHaveAttribute('aria-disabled', 'true');
  await visitor.click(first);
  await visitor.click(within(dialog).getByRole('button', { name: 'Move Tea up' }));
  expect(within(dialog).getByRole('status')).toHaveTextContent('Tea: 2 of 3');
  await visitor.click(within(dialog).getByRole('button', { name: 'Move Tea up' }));
  await waitFor(() => {
    expect(server.timers.map(({ label }) => label)).toEqual(['Rice', 'Eggs', 'Tea']);
  });
  await visitor.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    const headings = screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
    expect(headings).toEqual(['Tea', 'Eggs', 'Rice']);
  });
});

test('an order is unsaved only for the browser id that it belongs to', async () => {
  server.timers = ['Tea', 'Rice'].map((label, at) => aTimer({ id: at + 1, label, ...standing }));
  const browserId = '7f3bb1b4-5d4e-4b3e-9a3d-0d6f2f3f0a11';
  localStorage.setItem('timer-order:v1', JSON.stringify({ browserId, ids: [2, 1] }));
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Reorder' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reorder timers' }));
  expect(dialog.queryByText('Change not saved yet')).toBeNull();
  server.isAway = true;
  await visitor.click(dialog.getByRole('button', { name: 'Move Tea up' }));
  expect(await dialog.findByText('Change not saved yet')).toBeVisible();
});

test('a single timer cannot be ordered', async () => {
  server.timers = [aTimer({ id: 1, label: 'Tea', ...standing })];
  await renderSite('/timer/en');
  expect(await screen.findByRole('article', { name: 'Tea' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reorder' })).toBeNull();
});

test('the full screen of a timer stays when a second timer comes', async () => {
  server.timers = [aTimer({ id: 4, label: 'Tea', ...running() })];
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Show in full screen: Tea' }));
  const filled = await screen.findByRole('dialog', { name: 'Tea' });
  server.timers = [...server.timers, aTimer({ id: 5, label: 'Rice', ...running() })];
  await act(() => refetch('timers'));
  await screen.findByRole('article', { name: 'Rice', hidden: true });
  expect(filled).toBeInTheDocument();
  // The test's browser has none.
  Object.assign(document, { exitFullscreen: () => Promise.resolve() });
  await visitor.click(within(filled).getByRole('button', { name: 'Exit full screen' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('another time left is typed onto the digits of a running timer, which goes on', async () => {
  server.timers = [aTimer({ id: 4, label: 'Tea', ...running() })];
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Change the time left on Tea' }));
  const field = screen.getByRole('textbox', { name: 'Change the time left on Tea' });
  expect(field).toHaveFocus();
  await visitor.clear(field);
  await visitor.keyboard('no{Enter}');
  await waitFor(() => {
    expect(field).toHaveAttribute('aria-invalid', 'true');
  });
  await visitor.clear(field);
  await visitor.keyboard('20{Enter}');
  expect(await screen.findByText(/^Time left: 20.min$/)).toBeVisible();
  const leftMs = () => Date.parse(server.timers[0]?.endsAt ?? '') - Date.now();
  expect(leftMs()).toBeGreaterThan(1_180_000);
  expect(screen.queryByRole('textbox', { name: /^Change/ })).toBeNull();
  await visitor.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(leftMs()).toBeLessThan(200_000);
  });
});

test('Escape leaves the time as it is', async () => {
  server.timers = [aTimer({ id: 4, label: 'Tea', ...running() })];
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Change the time left on Tea' }));
  await visitor.keyboard('5{Escape}');
  expect(screen.getByRole('timer')).toHaveTextContent(/^00:02:/);
  expect(server.writes).toEqual([]);
});

test('keys move and pause the timer that ends first', async () => {
  server.timers = [aTimer({ id: 4, label: 'Tea', ...running() })];
  const visitor = await renderSite('/timer/en');
  await screen.findByRole('button', { name: 'Pause Tea' });
  await visitor.keyboard('+');
  await waitFor(() => {
    expect(server.writes).toEqual(['POST /api/timers/4/extend']);
  });
  await visitor.keyboard('-');
  await waitFor(() => {
    expect(server.writes).toContain('PUT /api/timers/4/end');
  });
  await visitor.keyboard(' ');
  expect(await screen.findByRole('button', { name: 'Start Tea' })).toBeVisible();
  await visitor.keyboard(' ');
  expect(await screen.findByRole('button', { name: 'Pause Tea' })).toBeVisible();
  // On a button, Space presses that.
  screen.getByRole('button', { name: 'Add 1 min to Tea' }).focus();
  await visitor.keyboard(' ');
  expect(screen.getByRole('button', { name: 'Pause Tea' })).toBeVisible();
});

test('keys of one character can be switched off', async () => {
  localStorage.setItem('stopwatch-keys:v1', 'false');
  server.timers = [aTimer({ id: 4, label: 'Tea', ...running() })];
  const visitor = await renderSite('/timer/en');
  await screen.findByRole('button', { name: 'Pause Tea' });
  await visitor.keyboard(' +-');
  expect(server.writes).toEqual([]);
  localStorage.removeItem('stopwatch-keys:v1');
  fireEvent(window, new StorageEvent('storage', { key: 'stopwatch-keys:v1', newValue: null }));
});

test('a timer that begins to run is announced, those that are there are not', async () => {
  server.timers = [aTimer({ id: 4, label: 'Tea', ...running() })];
  const visitor = await renderSite('/timer/en');
  await screen.findByRole('button', { name: 'Pause Tea' });
  expect(screen.queryByText(/started$/)).toBeNull();
  await visitor.click(screen.getByRole('button', { name: /^Start a 3 min timer/ }));
  expect(await screen.findByText(/^3.min timer started$/)).toHaveAttribute('role', 'status');
});

test('a timer whose end passes while its deletion can be undone rings after undo', async () => {
  const tea = aTimer({ id: 4, label: 'Tea', ...running() });
  server.timers = [tea];
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Delete Tea' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  const scheduledFor = new Date(Date.now() - 1_000).toISOString();
  server.timers = [{ ...tea, ...standing, remainingMs: 0 }];
  server.rings = [{ ...tea, kind: 'timer', scheduledFor, answered: null }];
  await act(() => refetch('timers'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await visitor.click(undo);
  expect(await screen.findByRole('dialog')).toHaveTextContent('Tea');
});

test('timers that are reset while the message is shown are undone together', async () => {
  const run = running();
  server.timers = [
    aTimer({ id: 4, label: 'Tea', ...run }),
    aTimer({ id: 5, label: 'Rice', ...run }),
  ];
  const visitor = await renderSite('/timer/en');
  const ends = () => server.timers.map(({ endsAt }) => endsAt);
  for (const name of ['Tea', 'Rice']) {
    await visitor.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
    await visitor.click(await screen.findByRole('menuitem', { name: 'Reset' }));
  }
  expect(await screen.findByText('2 timers changed')).toBeVisible();
  expect(screen.getByText('Tea and Rice')).toBeVisible();
  expect(ends()).toEqual([null, null]);
  await visitor.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(ends()).toEqual([run.endsAt, run.endsAt]);
  });
});

test.each([
  [
    'here',
    (visitor: UserEvent) => visitor.click(screen.getByRole('button', { name: 'Pause Tea' })),
  ],
  [
    'elsewhere',
    async () => {
      server.timers = server.timers.map((timer) => ({ ...timer, ...standing }));
      await act(() => refetch('timers'));
    },
  ],
])('the undo of a typed time ends when the timer is changed again %s', async (_, change) => {
  server.timers = [aTimer({ id: 4, label: 'Tea', ...running() })];
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Change the time left on Tea' }));
  await visitor.keyboard('20{Enter}');
  expect(await screen.findByText(/^Time left: 20.min$/)).toBeVisible();
  await change(visitor);
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});
