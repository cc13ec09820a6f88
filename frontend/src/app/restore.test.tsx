// The import of a file in the account dialog.
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendUnsaved } from '../offline/outbox-send';
import { myCities } from '../offline/my-cities';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { nextTriggerIgnoring } from '../rings/next-trigger';
import { anAlarm, aTimer } from '../testing/rows';
import { installFakeWorker } from '../testing/fake-worker';

/** Long lists take long to render. */
const patiently = { timeout: 20_000 };

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().install();
  installFakeWorker();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function backup(content: object): File {
  const text = JSON.stringify({ alarms: [], timers: [], ...content });
  return new File([text], 'tokibako-2026-11-21.json', { type: 'application/json' });
}

async function choose(visitor: UserEvent, file: File): Promise<HTMLElement> {
  await visitor.click(screen.getByRole('button', { name: 'Account' }));
  const account = await screen.findByRole('dialog', { name: 'Account' });
  await visitor.click(await within(account).findByRole('button', { name: 'Add from a file…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add from a file' });
  await visitor.upload(
    within(dialog).getByLabelText('Choose a file…', { selector: 'input' }),
    file,
  );
  return dialog;
}

test.each([
  ['deletes it', false],
  ['cannot be reached for that', true],
])('a row whose deletion can be undone counts as deleted: the server %s', async (_, isAway) => {
  server.alarms = [anAlarm({ label: 'Work' })];
  server.timers = [aTimer({ label: 'Mine' })];
  const file = backup({ alarms: server.alarms, timers: server.timers });
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Delete alarm 07:00 Work' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  server.refusesWrites = isAway;
  const dialog = await choose(visitor, file);
  const group = (name: string) => within(dialog).getByRole('group', { name });
  await waitFor(() => {
    expect(group('Alarms')).toHaveTextContent(/1 new/);
  });
  expect(dialog).toHaveTextContent(/1 already here/);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  server.refusesWrites = false;
  await visitor.click(within(dialog).getByRole('button', { name: 'Add selected' }));
  expect(await screen.findByText('1 item added')).toBeVisible();
  await sendUnsaved();
  expect(server.alarms.map(({ label }) => label)).toEqual(['Work']);
  expect(server.writes).toContain('DELETE /api/alarms/1');
});

test('the contents of a file are previewed, and the chosen items are added to the existing ones', async () => {
  server.alarms = [anAlarm({ label: 'Here' })];
  server.timers = [aTimer({ label: 'Mine' })];
  const visitor = await renderSite('/timer/en');
  const dialog = await choose(
    visitor,
    backup({
      alarms: [
        anAlarm({ label: 'Here' }),
        anAlarm({ label: 'Tea', repeat: 'weekday' }),
        anAlarm({ label: 'Not this one' }),
        anAlarm({ label: 'Gone', repeat: 'once', date: '2020-01-01' }),
      ],
      timers: [aTimer({ label: 'Bread', totalSeconds: 600 })],
      daysOff: [{ from: '2099-12-24', to: '2099-12-26', label: 'Ski trip' }],
      cities: [{ key: 'london', name: 'Mother' }],
      stopwatchRuns: [{ savedAt: 5, elapsed: 61_230, name: 'Park', lapTotals: [61_230] }],
    }),
  );
  expect(await within(dialog).findByText(/tokibako-2026-11-21/)).toBeVisible();
  const group = (name: string) => within(dialog).getByRole('group', { name });
  expect(group('Alarms')).toHaveTextContent(/2 new.*1 already here/);
  expect(within(group('Alarms')).getByLabelText(/07:00 Tea.*Monday to Friday/)).toBeChecked();
  expect(group('Timers')).toHaveTextContent(/1 new.*ready to start.*Bread.*10 min/);
  expect(group('Days off')).toHaveTextContent(/1 new.*Ski trip.*Dec 24.*26, 2099/);
  expect(group('Pinned cities')).toHaveTextContent(/Mother.*London/);
  expect(group('Saved results')).toHaveTextContent(/01:01.23 Park.*1 lap/);
  expect(dialog).toHaveTextContent(/Already over.*1.*07:00 Gone/);

  await visitor.click(within(dialog).getByLabelText(/Not this one/));
  const all = within(group('Alarms')).getByLabelText<HTMLInputElement>('Alarms');
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  await visitor.click(within(dialog).getByRole('button', { name: 'Add selected' }));
  await waitFor(() => {
    expect(dialog).not.toBeInTheDocument();
  });
  expect(await screen.findByText('5 items added')).toBeVisible();
  expect(server.alarms.map(({ label }) => label)).toEqual(['Here', 'Tea']);
  expect(server.timers).toMatchObject([{ label: 'Mine' }, { label: 'Bread', enabled: 0 }]);
  await sendUnsaved();
  expect(server.daysOff).toEqual([{ from: '2099-12-24', to: '2099-12-26', label: 'Ski trip' }]);
  expect(myCities()).toEqual([{ key: 'london', name: 'Mother' }]);
  expect(localStorage.getItem('stopwatch-runs:v1')).toContain('Park');
});

/** Presses the button twice, because the first response of the first attempt is lost. */
async function addTwice(visitor: UserEvent, dialog: HTMLElement): Promise<void> {
  const add = await within(dialog).findByRole('button', { name: 'Add selected' });
  server.losesNextAnswer = true;
  await visitor.click(add);
  expect(await screen.findByText('Couldn’t add everything')).toBeVisible();
  await visitor.click(add);
  await waitFor(() => {
    expect(dialog).not.toBeInTheDocument();
  });
}

test('a skipped ring in the file is skipped here, too', async () => {
  const visitor = await renderSite('/timer/en');
  const skipped = nextTriggerIgnoring(anAlarm(), Date.now());
  const alarm = anAlarm({ label: 'Walk', skipped: new Date(skipped ?? 0).toISOString() });
  const dialog = await choose(visitor, backup({ alarms: [alarm, anAlarm({ label: 'Tea' })] }));
  expect(await within(dialog).findByLabelText(/07:00 Walk.*Skips \w+ at 07:00/)).toBeChecked();
  await addTwice(visitor, dialog);
  expect(server.writes).toEqual([
    'POST /api/alarms/batch',
    'POST /api/alarms/batch',
    'POST /api/alarms/100/skip',
  ]);
});

test('nothing is added twice after a lost response', async () => {
  const visitor = await renderSite('/timer/en');
  const dialog = await choose(
    visitor,
    backup({ alarms: [anAlarm({ label: 'One' }), anAlarm({ label: 'Two' })] }),
  );
  await addTwice(visitor, dialog);
  expect(server.alarms.map(({ label }) => label)).toEqual(['One', 'Two']);
  expect(server.writes).toEqual(['POST /api/alarms/batch', 'POST /api/alarms/batch']);
});

test('timers are added a hundred at a time, fewer with long steps, and none twice', async () => {
  const short = Array.from({ length: 102 }, (_, index) =>
    aTimer({ label: `Egg ${String(index)}.` }),
  );
  const steps = Array.from({ length: 20 }, () => ({ seconds: 60, label: '卵'.repeat(100) }));
  const long = Array.from({ length: 20 }, (_, index) =>
    aTimer({ label: `Course ${String(index)}.`, totalSeconds: 1200, steps, rounds: 1 }),
  );
  const timers = [...short, ...long];
  // Where they are not shown.
  const visitor = await renderSite('/alarm/en');
  const dialog = await choose(visitor, backup({ timers }));
  const add = await within(dialog).findByText('Add selected', undefined, patiently);
  server.losesNextAnswer = true;
  await visitor.click(add);
  await screen.findByText('Couldn’t add everything', undefined, patiently);
  const held = server.holdNext('/api/timers/batch');
  await visitor.click(add);
  await visitor.click(await within(dialog).findByText('Stop', undefined, patiently));
  held.release();
  await screen.findByText('100 items added', undefined, patiently);
  await visitor.click(add);
  await waitFor(() => {
    expect(dialog).not.toBeInTheDocument();
  }, patiently);
  expect(server.timers.map(({ label }) => label)).toEqual(timers.map(({ label }) => label));
  expect(new Set(server.writes)).toEqual(new Set(['POST /api/timers/batch']));
  const sizes = server.sent
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => new TextEncoder().encode(JSON.stringify(body)).length);
  // The first one was sent twice.
  expect(sizes.length).toBeLessThan(6);
  expect(Math.max(...sizes)).toBeLessThan(128 * 1024);
});

test('items beyond the limit are listed by name', async () => {
  server.mostAlarms = 1;
  const visitor = await renderSite('/timer/en');
  const alarms = ['One', 'Two', 'Three'].map((label) => anAlarm({ label }));
  const dialog = await choose(visitor, backup({ alarms }));
  await visitor.click(await within(dialog).findByRole('button', { name: 'Add selected' }));
  expect(await within(dialog).findByText(/The rest were/)).toHaveFocus();
  expect(dialog).toHaveTextContent(/No room.*2.*07:00 Two, 07:00 Three/);
  // No request is sent that the server would certainly refuse.
  expect(server.writes).toEqual(['POST /api/alarms/batch']);
});

test.each([
  ['{"alarms":', /missing or damaged/],
  ['<html>', /isn’t a file from “Download my data”/],
  ['BEGIN:VCALENDAR\nBEGIN:VEVENT', /calendar file can’t be read/],
  [' '.repeat(10_000_001), /larger than 10 MB/],
])('%.30s is refused with an instruction', async (text, words) => {
  const visitor = await renderSite('/timer/en');
  const dialog = await choose(visitor, new File([text], 'file.json', { type: 'application/json' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(words);
  const next = backup({ timers: [aTimer()] });
  await visitor.upload(
    within(dialog).getByLabelText('Choose a file…', { selector: 'input' }),
    next,
  );
  expect(await within(dialog).findByRole('group', { name: 'Timers' })).toBeVisible();
});

test('a file that is gone is refused with an instruction', async () => {
  const visitor = await renderSite('/timer/en');
  const gone = backup({});
  gone.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'));
  const dialog = await choose(visitor, gone);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/couldn’t open this file/);
});

test('a calendar is previewed like a backup file', async () => {
  const visitor = await renderSite('/timer/en');
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Stand-up',
    'DTSTART;TZID=W. Europe Standard Time:20250106T093000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,WE',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'SUMMARY:Rent',
    'DTSTART:20250101T090000',
    'RRULE:FREQ=MONTHLY',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'SUMMARY:Taxes',
    'DTSTART:20250303T090000',
    'RRULE:FREQ=YEARLY;BYMONTH=3,9',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const file = new File([lines.join('\r\n')], 'work.ics', { type: 'text/calendar' });
  const dialog = await choose(visitor, file);
  expect(await within(dialog).findByLabelText(/09:30 Stand-up.*Mon, Wed/)).toBeChecked();
  expect(within(dialog).getByLabelText(/09:00 Rent.*Every month on the 1st/)).toBeChecked();
  // A series that no rule has is offered as its next dates, and nobody is surprised by the end of them.
  const taxes = within(dialog).getAllByLabelText(/09:00 Taxes.*next 20 dates/);
  expect(taxes).toHaveLength(20);
  for (const one of taxes) expect(one).not.toBeChecked();
  await visitor.click(taxes[0] ?? dialog);
  await visitor.click(within(dialog).getByRole('button', { name: 'Add selected' }));
  await waitFor(() => {
    expect(server.alarms).toMatchObject([
      { time: '09:30', repeat: 'days', days: ['mon', 'wed'], timezone: 'Europe/Berlin' },
      { time: '09:00', repeat: 'rule', label: 'Rent' },
      { time: '09:00', repeat: 'once', label: 'Taxes' },
    ]);
  });
});

function events(names: readonly string[], more = ''): string {
  const event = (name: string) =>
    `BEGIN:VEVENT\r\nUID:${name}\r\nSUMMARY:${name}\r\nDTSTART:20990303T090000Z\r\n${more}END:VEVENT`;
  return `BEGIN:VCALENDAR\r\n${names.map(event).join('\r\n')}\r\nEND:VCALENDAR`;
}

test('many events are shown by the hundred, and added a hundred at a time until it is stopped', async () => {
  const visitor = await renderSite('/timer/en');
  const names = Array.from({ length: 250 }, (_, index) => `Event ${String(index)}.`);
  const dialog = await choose(visitor, new File([events(names)], 'big.ics'));
  await visitor.click(await within(dialog).findByText('Show all 250', undefined, patiently));
  // By roles, a search among so many takes long.
  const boxes = () => dialog.querySelectorAll('li input[type="checkbox"]');
  expect(boxes()).toHaveLength(100);
  await visitor.click(within(dialog).getByText('Show 100 more'));
  await visitor.click(within(dialog).getByText('Show 50 more'));
  expect(boxes()).toHaveLength(250);

  const held = server.holdNext('/api/alarms/batch');
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await visitor.click(within(dialog).getByText('Add selected'));
  const progress = await within(dialog).findByText('Adding… 0 of 250', undefined, patiently);
  // Below a list of 250.
  expect(scroll.mock.contexts).toContain(progress.parentElement);
  await visitor.click(within(dialog).getByText('Stop'));
  held.release();
  expect(await screen.findByText('100 items added', undefined, patiently)).toBeVisible();
  expect(server.alarms).toHaveLength(100);
  await visitor.click(within(dialog).getByText('Add selected'));
  await waitFor(() => {
    expect(dialog).not.toBeInTheDocument();
  }, patiently);
  scroll.mockRestore();
  expect(new Set(server.alarms.map(({ label }) => label))).toEqual(new Set(names));
  expect(server.writes).toEqual(Array(3).fill('POST /api/alarms/batch'));
});

test('an event that its guest has declined is not selected, and says the time here', async () => {
  const visitor = await renderSite('/timer/en');
  const declined = 'ATTENDEE;PARTSTAT=DECLINED:mailto:ann@example.org\r\n';
  const text = events(['Talk'], declined)
    .replace('DTSTART:', 'DTSTART;TZID=America/Lima:')
    .replace('0000Z', '0000');
  const dialog = await choose(visitor, new File([text], 'talks.ics'));
  const talk = await within(dialog).findByLabelText(
    /09:00 Talk.*Mar 3, 2099.*your time.*you declined it/,
  );
  expect(talk).not.toBeChecked();
});

test('a zone is named only where its clock differs from the one here, now or later in the year', async () => {
  const visitor = await renderSite('/timer/en');
  const january = `${String(new Date().getFullYear() + 1)}0110T090000`;
  const daily = 'RRULE:FREQ=DAILY;INTERVAL=3\r\n';
  const event = (name: string, zone: string, rule = '') =>
    `BEGIN:VEVENT\r\nSUMMARY:${name}\r\nDTSTART;TZID=${zone}:${january}\r\n${rule}END:VEVENT\r\n`;
  const all = [
    event('Ferry', 'Africa/Abidjan', daily),
    event('Talk', 'Europe/London'),
    event('Walk', 'Europe/London', daily),
    event('Call', 'Asia/Tokyo'),
  ];
  const file = new File([`BEGIN:VCALENDAR\r\n${all.join('')}END:VCALENDAR`], 'zones.ics');
  const dialog = await choose(visitor, file);
  await within(dialog).findByLabelText(/Ferry/);
  const named = within(dialog).getAllByLabelText(/your time/);
  expect(named).toEqual([/Walk/, /Call/].map((name) => within(dialog).getByLabelText(name)));
});

test('a file in another encoding shows how its names would be, to choose from', async () => {
  const visitor = await renderSite('/timer/en');
  // "Käse" in an encoding of one byte for each letter.
  const [before = '', after = ''] = events(['K?se']).replace('UID:K?se', 'UID:1').split('?');
  const dialog = await choose(visitor, new File([before, Uint8Array.of(0xe4), after], 'old.ics'));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/isn’t in UTF-8/);
  await visitor.click(within(dialog).getByRole('button', { name: /Käse/ }));
  expect(await within(dialog).findByLabelText(/Käse/)).toBeChecked();
});
