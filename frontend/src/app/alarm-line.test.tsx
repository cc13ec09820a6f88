// The line of the alarm page: digits typed anywhere set an alarm, and nothing is saved that was not shown.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { anAlarm } from '../testing/rows';
import { narrow } from '../styles/screens';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The screen is as narrow as a phone’s. */
function onPhone() {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query === narrow,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
}

const posted = () => server.sent.find(({ method }) => method === 'POST')?.body;

test('a digit typed anywhere goes to the line, and Enter sets an alarm that rings once', async () => {
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.keyboard('7');
  expect(line).toHaveFocus();
  expect(line).toHaveValue('7');
  expect(await screen.findByText('07:00')).toBeVisible();
  expect(await screen.findByText(/^Rings in /)).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Doesn’t repeat' })).toBeChecked();
  await visitor.keyboard('{Enter}');
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(posted()).toMatchObject({ time: '07:00', repeat: 'once' });
  expect(posted()).not.toHaveProperty('label');
  expect(line).toHaveValue('');
  expect(line).toHaveFocus();
});

test('a rule and a name are shown before they are saved', async () => {
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '0700 mon-fri Gym');
  expect(await screen.findByText('Gym')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Monday to Friday' })).toBeChecked();
  // Each by itself, so that a screen reader pauses between them.
  for (const part of [/^Rings in .*\d$/, 'Monday to Friday', 'Gym']) {
    expect(await screen.findByText(part, { selector: '[role=status] *' })).toBeInTheDocument();
  }
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(posted()).toMatchObject({ time: '07:00', repeat: 'weekday', label: 'Gym' });
});

test('what the line means is announced once, and describes it when somebody comes back to it', async () => {
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '0700 mon-fri Gym');
  expect(await screen.findByText('Gym', { selector: '[role=status] *' })).toBeInTheDocument();
  expect(line).not.toHaveAccessibleDescription();
  await visitor.tab();
  expect(line).toHaveAccessibleDescription(/Rings in(?!.*Gym.*Gym).*Gym/);
  await visitor.tab({ shift: true });
  await visitor.keyboard('{ArrowUp}');
  expect(line).not.toHaveAccessibleDescription();
});

test('choices write the line anew', async () => {
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '7 Gym');
  await visitor.click(await screen.findByRole('radio', { name: 'Every day' }));
  expect(line).toHaveValue('07:00 Every day Gym');
  await visitor.click(screen.getByRole('checkbox', { name: 'Sunday' }));
  expect((line as HTMLInputElement).value).toMatch(/^07:00 Mon, Tue, .*Sat Gym$/);
  await visitor.click(screen.getByRole('radio', { name: 'Doesn’t repeat' }));
  expect(line).toHaveValue('07:00 Gym');
  await visitor.type(line, '{ArrowUp}');
  expect(line).toHaveValue('07:05 Gym');
});

test('a text that is no time is explained, and an error only after Enter; Escape empties the line', async () => {
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '2460');
  expect(await screen.findByText('Type a time such as 7:30 or 1930.')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(line).not.toBeInvalid();
  await visitor.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Type a time such as 7:30 or 1930.');
  expect(line).toBeInvalid();
  expect(line).toHaveValue('2460');
  expect(server.writes).toEqual([]);
  await visitor.keyboard('{Escape}');
  expect(line).toHaveValue('');
  expect(line).toHaveFocus();
  await visitor.keyboard('{Escape}');
  expect(line).not.toHaveFocus();
});

test('a text that is no time yet leaves the digits where they were', async () => {
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '7');
  expect(await screen.findByText('07:00')).toBeVisible();
  await visitor.type(line, ':3');
  expect(screen.getByText('07:00')).toBeVisible();
  expect(screen.getByText('Type a time such as 7:30 or 1930.')).toBeVisible();
  await visitor.type(line, '0');
  expect(screen.getByText('07:30')).toBeVisible();
});

test('words that mean a time are not saved as a name before somebody says so', async () => {
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '7:30 next gym');
  expect(await screen.findByText('next', { selector: 'mark *' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await visitor.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not understood: next');
  expect(server.writes).toEqual([]);
  expect(line).toHaveValue('7:30 next gym');
  expect([
    (line as HTMLInputElement).selectionStart,
    (line as HTMLInputElement).selectionEnd,
  ]).toEqual([5, 9]);
  await visitor.keyboard('{Enter}');
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(posted()).toMatchObject({ time: '07:30', repeat: 'once', label: 'next gym' });
});

test('a button saves the words as the name, and days that do not exist are never saved', async () => {
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '7:30 31 june');
  await visitor.keyboard('{Enter}{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not understood: 31 june');
  expect(screen.queryByRole('button', { name: 'Save as its label' })).not.toBeInTheDocument();
  expect(server.writes).toEqual([]);
  await visitor.clear(line);
  await visitor.type(line, '7:30 half time');
  await visitor.click(await screen.findByRole('button', { name: 'Save as its label' }));
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(posted()).toMatchObject({ time: '07:30', label: 'half time' });
});

test('another meaning of the text is one press away', async () => {
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, 'half past 7 Gym');
  await visitor.click(await screen.findByRole('button', { name: '19:30 instead' }));
  expect(line).toHaveValue('19:30 Gym');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(posted()).toMatchObject({ time: '19:30', label: 'Gym' });
});

test('what an input method has not finished is not read', async () => {
  await renderSite('/alarm/en');
  const line = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Set an alarm' });
  fireEvent.compositionStart(line);
  fireEvent(line, composing(line, '7'));
  expect(line).toHaveValue('7');
  expect(screen.queryByText(/^Rings in /)).not.toBeInTheDocument();
  fireEvent(line, composing(line, '7:30'));
  fireEvent.compositionEnd(line);
  expect(await screen.findByText(/^Rings in /)).toBeVisible();
  expect(screen.getByText('07:30')).toBeVisible();
});

/** The input event of a text that is being composed. */
function composing(line: HTMLInputElement, text: string): InputEvent {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(line, text);
  return new InputEvent('input', { bubbles: true, isComposing: true });
}

test('tomorrow is the day after the one on which it was typed, also if it is saved after midnight', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 23, 59, 30), toFake: ['Date'] });
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, 'tomorrow 7');
  expect(await screen.findByText(/^Rings in /)).toBeVisible();
  vi.setSystemTime(new Date(2026, 10, 24, 0, 0, 30));
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(posted()).toMatchObject({ time: '07:00', repeat: 'once', date: '2026-11-24' });
  vi.useRealTimers();
});

test.each([
  ['/alarm/en', 'Set an alarm'],
  ['/timer/en', 'Set a timer'],
])('%s: a tablet opens a keyboard with letters', async (path, name) => {
  await renderSite(path);
  const line = await screen.findByRole('textbox', { name });
  expect(line).toHaveAttribute('type', 'text');
  expect(line).not.toHaveAttribute('inputmode');
});

test('pasted text and letters are read, and a name that would be read as a day is quoted', async () => {
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.click(line);
  await visitor.paste('every monday 7:30 “tuesday club”');
  expect(await screen.findByText('tuesday club')).toBeVisible();
  await visitor.click(screen.getByRole('checkbox', { name: 'Wednesday' }));
  expect(line).toHaveValue('07:30 Mon, Wed "tuesday club"');
  await visitor.type(line, ' ');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(posted()).toMatchObject({ repeat: 'days', days: ['mon', 'wed'], label: 'tuesday club' });
});

test('a refusal is said at the line, which keeps its text', async () => {
  server.refusal = { status: 422, headers: {} };
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '7');
  await screen.findByText('07:00');
  await visitor.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Couldn’t save the alarm/);
  expect(line).toHaveValue('7');
});

test('while an alarm is being saved, the line takes the next one', async () => {
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '7 gym');
  await screen.findByText('07:00');
  const { release } = server.holdNext('/api/alarms');
  // The second press of a double one is meant for the same alarm.
  await visitor.keyboard('{Enter}{Enter}');
  expect(line).toHaveValue('');
  await visitor.keyboard('8 tea{Enter}');
  expect(line).toHaveValue('');
  release();
  await waitFor(() => {
    const labels = server.sent.flatMap(({ method, body }) =>
      method === 'POST' ? [(body as { label?: string }).label] : [],
    );
    expect(labels).toEqual(['gym', 'tea']);
  });
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  { path: '/alarm/en', name: 'Set an alarm', typed: '7 gym', list: '/api/alarms' },
  { path: '/timer/en', name: 'Set a timer', typed: '7 tea', list: '/api/timers' },
])('a second press of Enter on $path is no error, a later one is', async (line) => {
  const visitor = await renderSite(line.path);
  await visitor.type(await screen.findByRole('textbox', { name: line.name }), line.typed);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  await visitor.keyboard('{Enter}');
  const created = () => server.writes.filter((write) => write === `POST ${line.list}`);
  await waitFor(() => {
    expect(created()).toHaveLength(1);
  });
  clock.mockReturnValue(10_400);
  await visitor.keyboard('{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  clock.mockReturnValue(10_900);
  await visitor.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(created()).toHaveLength(1);
});

test('a refused alarm is on the line again, unless somebody has written on', async () => {
  server.refusal = { status: 422, headers: {} };
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '7');
  await screen.findByText('07:00');
  const { release } = server.holdNext('/api/alarms');
  await visitor.keyboard('{Enter}8:15');
  release();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Couldn’t save the alarm/);
  expect(line).toHaveValue('8:15');
});

test('digits are the page’s own with a modifier, in a dialog, and when single keys are switched off', async () => {
  localStorage.setItem('stopwatch-keys:v1', 'false');
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.keyboard('7');
  expect(line).not.toHaveFocus();
  localStorage.removeItem('stopwatch-keys:v1');
  fireEvent(window, new StorageEvent('storage', { key: 'stopwatch-keys:v1', newValue: null }));
  await visitor.keyboard('{Control>}7{/Control}');
  expect(line).not.toHaveFocus();
  await visitor.click(screen.getByRole('button', { name: 'Add alarm' }));
  const dialog = await screen.findByRole('dialog');
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(line).toHaveValue('');
});

test('on a phone the line is the time alone, and another time keeps the days and the label', async () => {
  onPhone();
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.click(line);
  await visitor.keyboard('7');
  await visitor.click(await screen.findByRole('radio', { name: 'Every day' }));
  expect(line).toHaveValue('07:00');
  await visitor.type(screen.getByLabelText('Label (optional)'), 'Gym');
  expect(line).toHaveValue('07:00');
  await visitor.click(line);
  expect(line).toHaveValue('');
  expect(screen.getByText('07:00')).toBeVisible();
  await visitor.keyboard('815');
  expect(screen.getByText('08:15')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Every day' })).toBeChecked();
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(posted()).toMatchObject({ time: '08:15', repeat: 'daily', label: 'Gym' });
  });
});

test('words can be typed on a phone, too', async () => {
  onPhone();
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, 'every monday 7am gym');
  expect(await screen.findByLabelText('Label (optional)')).toHaveValue('gym');
  expect(screen.getByRole('checkbox', { name: 'Monday' })).toBeChecked();
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(posted()).toMatchObject({ time: '07:00', repeat: 'days', days: ['mon'], label: 'gym' });
  });
});

test('the beginning of a word is no name on a phone once the word is complete', async () => {
  onPhone();
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '7:30 mondays');
  expect(await screen.findByRole('checkbox', { name: 'Monday' })).toBeChecked();
  expect(screen.getByLabelText('Label (optional)')).toHaveValue('');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(posted()).toMatchObject({ time: '07:30', repeat: 'days', days: ['mon'] });
  });
  expect(posted()).not.toHaveProperty('label');
});

test('Cancel gives up what was set on a phone', async () => {
  onPhone();
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.click(line);
  await visitor.keyboard('7');
  await visitor.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(line).toHaveValue('');
  expect(screen.queryByText('07:00')).not.toBeInTheDocument();
  expect(server.writes).toEqual([]);
});

test('the chosen days of the newest alarm are offered, not assumed', async () => {
  server.alarms = [
    anAlarm({ id: 1, repeat: 'days', days: ['tue'], createdAt: '2026-11-18T10:00:00Z' }),
    anAlarm({ id: 2, repeat: 'days', days: ['mon', 'thu'], createdAt: '2026-11-19T10:00:00Z' }),
  ];
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await screen.findAllByRole('switch');
  await visitor.type(line, '7 Gym');
  const offer = await screen.findByRole('button', { name: 'Same days as last time: Mon, Thu' });
  expect(screen.getByRole('radio', { name: 'Doesn’t repeat' })).toBeChecked();
  await visitor.click(offer);
  expect(line).toHaveValue('07:00 Mon, Thu Gym');
  expect(offer).not.toBeInTheDocument();
});

test('on the timer page, a length and a name start a timer', async () => {
  const visitor = await renderSite('/timer/en');
  const line = await screen.findByRole('textbox', { name: 'Set a timer' });
  await visitor.keyboard('330 Tea');
  expect(line).toHaveValue('330 Tea');
  expect(await screen.findByText(/^3.min 30.s$/)).toBeVisible();
  await visitor.keyboard('{Enter}');
  await waitFor(() => {
    expect(posted()).toMatchObject({ totalSeconds: 210, label: 'Tea', enabled: 1 });
  });
  await waitFor(() => {
    expect(line).toHaveValue('');
  });
});

test('on the timer page, a text that is no duration is not started', async () => {
  const visitor = await renderSite('/timer/en');
  const line = await screen.findByRole('textbox', { name: 'Set a timer' });
  for (const [text, error] of [
    ['tea', /^Type a duration/],
    ['0', /^Set at least one second/],
    ['24h', /^Type a duration/],
  ] as const) {
    await visitor.clear(line);
    await visitor.type(line, text);
    expect(await screen.findByText(error)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await visitor.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(error);
    expect(line).toHaveValue(text);
  }
  expect(server.writes).toEqual([]);
});
