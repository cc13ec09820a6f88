// The forms of the timer page, its presets, and links to timers.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { refetch } from '../rows/lists';
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

test('a link prepares a timer, and one press starts it', async () => {
  const visitor = await renderSite('/timer/en?t=1h30m&label=Tea');
  const ready = await screen.findByRole('region', { name: 'Tea' });
  expect(within(ready).getByText('01:30:00')).toBeVisible();
  expect(server.writes).toEqual([]);
  await visitor.click(within(ready).getByRole('button', { name: 'Start Tea' }));
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: 'Tea' })).toBeNull();
  });
  expect(screen.getByRole('region', { name: 'Your timers' })).toHaveFocus();
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    hours: 1,
    minutes: 30,
    seconds: 0,
    totalSeconds: 5400,
    label: 'Tea',
    enabled: 1,
  });
});

test('a link without a duration gets a message that can be dismissed', async () => {
  const visitor = await renderSite('/timer/en?t=soon');
  expect(await screen.findByText('Couldn’t read the duration in this link')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(screen.queryByText('Couldn’t read the duration in this link')).toBeNull();
  });
  expect(screen.getByRole('region', { name: 'Your timers' })).toHaveFocus();
  expect(server.writes).toEqual([]);
});

test('an interval timer is created with steps and rounds', async () => {
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Custom…' }));
  await visitor.click(await screen.findByRole('button', { name: 'Interval timer…' }));
  const form = await screen.findByRole('dialog', { name: 'New interval timer' });
  await visitor.click(within(form).getByRole('button', { name: /40.s \/ 20.s × 8/ }));
  expect(within(form).getByText(/8.min in all/)).toBeVisible();
  // After a step is removed, the focus stays at its position.
  await visitor.click(within(form).getByRole('button', { name: 'Add step' }));
  await visitor.click(within(form).getByRole('button', { name: 'Remove step 3' }));
  expect(form).toContainElement(document.activeElement as HTMLElement);
  const rounds = within(form).getByLabelText('Rounds');
  await visitor.clear(rounds);
  await visitor.click(within(form).getByRole('button', { name: 'Start' }));
  expect(within(form).getByText('Enter a whole number from 1 to 99.')).toBeVisible();
  await visitor.type(rounds, '3');
  await visitor.click(within(form).getByRole('button', { name: 'Start' }));
  await waitFor(() => {
    expect(screen.getByRole('article')).toHaveTextContent('Work · 1 of 3');
  });
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    steps: [
      { seconds: 40, label: 'Work' },
      { seconds: 20, label: 'Rest' },
    ],
    rounds: 3,
    sound: 'default',
    enabled: 1,
  });
});

test('words that mean a time are not taken as the label of a timer before somebody says so', async () => {
  const visitor = await renderSite('/timer/en');
  const line = await screen.findByRole('textbox', { name: 'Set a timer' });
  await visitor.type(line, '10 every day{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not understood: every day');
  expect(server.writes).toEqual([]);
  await visitor.click(screen.getByRole('button', { name: 'Start with this label' }));
  await waitFor(() => {
    expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      minutes: 10,
      label: 'every day',
    });
  });
});

test('another meaning of a length is one press away, and a timer may have an end', async () => {
  const visitor = await renderSite('/timer/en');
  const line = await screen.findByRole('textbox', { name: 'Set a timer' });
  await visitor.type(line, '5 to 7 minutes tea');
  await visitor.click(await screen.findByRole('button', { name: /^5.min instead$/u }));
  expect(line).toHaveValue('5:00 tea');
  await visitor.clear(line);
  await visitor.type(line, 'half an hour “every day”');
  await visitor.type(line, '{ArrowUp}');
  expect(line).toHaveValue('31:00 "every day"');
});

test('any other length is typed in the dialog', async () => {
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Custom…' }));
  const dialog = await screen.findByRole('dialog', { name: 'New timer' });
  const length = within(dialog).getByLabelText('Duration');
  expect(length).toHaveFocus();
  expect(length).toHaveValue('5:00');
  await visitor.keyboard('90s');
  expect(within(dialog).getByText(/^1.min 30.s$/)).toBeVisible();
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Timer created')).toBeVisible();
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toEqual({
    hours: 0,
    minutes: 1,
    seconds: 30,
    totalSeconds: 90,
    sound: 'default',
  });
});

test('a preset in the dialog fills the line, and keys change it', async () => {
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Custom…' }));
  const dialog = await screen.findByRole('dialog', { name: 'New timer' });
  const presets = within(dialog).getByRole('group', { name: 'Presets' });
  const length = within(dialog).getByLabelText('Duration');
  await visitor.type(length, 'x');
  await visitor.click(within(presets).getByRole('button', { name: '15 min' }));
  expect(length).toHaveValue('15:00');
  await visitor.type(length, '{PageDown}{ArrowUp}{Shift>}{ArrowDown}{/Shift}');
  expect(length).toHaveValue('10:55');
});

test('a length that no timer can have is explained, kept as typed, and not saved', async () => {
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Custom…' }));
  const length = await screen.findByLabelText('Duration');
  await visitor.clear(length);
  expect(await screen.findByText('Set at least one second.')).toBeVisible();
  for (const text of ['3:60', '24h', '25 tea']) {
    await visitor.clear(length);
    await visitor.type(length, text);
    expect(await screen.findByText(/^Type a duration such as/)).toBeVisible();
    expect(length).toHaveValue(text);
  }
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await visitor.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(server.writes).toEqual([]);
});

test('a running timer keeps running when its label changes', async () => {
  server.timers = [aTimer({ id: 4, label: 'Noodles', ...running() })];
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Edit Noodles' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit timer' });
  expect(within(dialog).queryByRole('button', { name: '15 min' })).not.toBeInTheDocument();
  await visitor.type(within(dialog).getByLabelText('Label (optional)'), ' and eggs');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Timer updated')).toBeVisible();
  expect(server.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
    label: 'Noodles and eggs',
  });
});

test('a timer that is deleted elsewhere while its form is open is set anew', async () => {
  server.timers = [aTimer({ id: 4, label: 'Noodles', ...running() })];
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Edit Noodles' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit timer' });
  server.timers = [];
  await act(() => refetch('timers'));
  await visitor.type(within(dialog).getByLabelText('Label (optional)'), ' and eggs');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'Noodles and eggs' })).toBeVisible();
  await waitFor(() => {
    expect(server.timers).toMatchObject([{ label: 'Noodles and eggs', enabled: 0 }]);
  });
});

test('a new timer is stored as a preset, which starts it again, and can be moved and removed', async () => {
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Custom…' }));
  const form = await screen.findByRole('dialog', { name: 'New timer' });
  const length = within(form).getByLabelText('Duration');
  await visitor.clear(length);
  await visitor.type(length, '9');
  await visitor.type(within(form).getByLabelText('Label (optional)'), 'Pasta');
  await visitor.click(within(form).getByRole('switch', { name: 'Add to presets' }));
  await visitor.click(within(form).getByRole('button', { name: 'Save' }));
  const presets = screen.getByRole('group', { name: 'Start a timer' });
  await visitor.click(await within(presets).findByRole('button', { name: /^Start Pasta 9.min$/ }));
  await waitFor(() => {
    expect(server.sent.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
      hours: 0,
      minutes: 9,
      seconds: 0,
      totalSeconds: 540,
      label: 'Pasta',
      sound: 'default',
      enabled: 1,
    });
  });

  await visitor.click(screen.getByRole('button', { name: 'Edit presets' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit presets' });
  await visitor.click(within(dialog).getByRole('button', { name: 'Move Pasta up' }));
  await visitor.click(within(dialog).getByRole('button', { name: /^Remove 1.min$/ }));
  const shown = () =>
    within(presets)
      .getAllByRole('button', { hidden: true })
      .map((button) => button.textContent);
  expect(shown()).toEqual([
    '3 min',
    '5 min',
    '10 min',
    '15 min',
    expect.stringMatching(/^Pasta9.min$/),
    '30 min',
    'Custom…',
  ]);
  await visitor.click(within(dialog).getByRole('button', { name: 'Restore the original presets' }));
  expect(shown()).toHaveLength(7);
  expect(shown()[0]).toBe('1 min');
});

test('a link with steps prepares an interval timer', async () => {
  const visitor = await renderSite('/timer/en?steps=40s:Work,20s:Rest&rounds=8&label=Gym');
  const ready = await screen.findByRole('region', { name: 'Gym' });
  expect(ready).toHaveTextContent(/Work 40.s · Rest 20.s/);
  expect(ready).toHaveTextContent(/8.min · 8 rounds/);
  expect(server.writes).toEqual([]);
  await visitor.click(within(ready).getByRole('button', { name: 'Start Gym' }));
  await waitFor(() => {
    expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      steps: [
        { seconds: 40, label: 'Work' },
        { seconds: 20, label: 'Rest' },
      ],
      rounds: 8,
      label: 'Gym',
      sound: 'default',
      enabled: 1,
    });
  });
});

test.each([
  ['steps=40s,soon', /^Step 2 needs a duration/],
  ['steps=40s&rounds=100', /^The number of rounds in a link has to be a whole number from 1 to 99/],
  [`steps=${'1s,'.repeat(20)}1s`, /^A timer can have up to 20 steps, but this link has 21/],
])('a link with ?%s gets a message about its error', async (query, text) => {
  await renderSite(`/timer/en?${query}`);
  expect(await screen.findByText('Couldn’t read the steps in this link')).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});

test('a link that cannot be copied is shown, to be copied by hand', async () => {
  const steps = [{ seconds: 40, label: 'Work' }];
  server.timers = [aTimer({ id: 4, label: 'Gym', steps, rounds: 3, step: 0, ...standing })];
  const visitor = await renderSite('/timer/en');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await visitor.click(await screen.findByRole('button', { name: 'Share Gym' }));
  const dialog = await screen.findByRole('dialog', { name: 'Couldn’t copy the link' });
  const link = within(dialog).getByLabelText('Link');
  expect(link).toHaveFocus();
  expect((link as HTMLInputElement).value).toMatch(/\?steps=40s:Work&rounds=3&label=Gym$/);
});

test.each([
  { length: '20:00', left: 15 * 60 },
  // Five minutes of it have run, which is more than the new length.
  { length: '4:00', left: 4 * 60 },
])(
  'a running timer that is changed to $length goes on, with its new end',
  async ({ length, left }) => {
    const endsAt = new Date(Date.now() + 600_000).toISOString();
    const run = { totalSeconds: 900, minutes: 15, runSeconds: 900, enabled: 1, endsAt } as const;
    server.timers = [aTimer({ id: 4, label: 'Class', ...run })];
    const visitor = await renderSite('/timer/en');
    await visitor.click(await screen.findByRole('button', { name: 'Edit Class' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit timer' });
    const field = within(dialog).getByLabelText('Duration');
    await visitor.clear(field);
    await visitor.type(field, length);
    await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Timer updated')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pause Class' })).toBeVisible();
    const [timer] = server.timers;
    const leftMs = Date.parse(timer?.endsAt ?? '') - Date.now();
    expect(Math.abs(leftMs - left * 1000)).toBeLessThan(20_000);
  },
);
