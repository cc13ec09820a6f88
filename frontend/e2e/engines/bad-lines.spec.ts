// Edits on a line that swallows or refuses, of two devices at once, and across midnight: nothing is lost, and nothing comes back.
import { AlteredLine } from './altered-line';
import { Device } from './device';
import { expect, test as base, testServer, Visitor } from './fixtures';
import { until } from './wait';

interface SlowLine {
  readonly slow: AlteredLine;
  /** A visitor on the slow line. */
  readonly person: Visitor;
  /** Another device of this visitor. */
  readonly phone: Device;
}

const dayMs = 86_400_000;
const tokyoMs = 9 * 3_600_000;

const test = base.extend<SlowLine>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the parameter
  slow: async ({}, provide) => {
    const slow = await AlteredLine.open(testServer(), '127.0.0.61');
    await provide(slow);
    await slow.close();
  },
  person: async ({ profile, slow }, provide) => {
    const person = new Visitor(profile, slow.url, testServer());
    await provide(person);
    await person.leave();
  },
  phone: async ({ person }, provide) => {
    await provide(new Device(testServer(), person.browserId));
  },
});

test('an alarm that was typed on a line that swallows everything is shown at once, and arrives after its tab was closed', async ({
  slow,
  person,
}) => {
  const tab = await person.listen('/alarm/en');
  slow.hold(/ \/api\//);
  await tab.type('[data-line]', '7:30 gym');
  await tab.press('Enter');
  await tab.untilText('gym', 3_000);
  await tab.untilShown('main [role=switch]', 3_000);
  await until('it was sent in vain', () => wasAsked(slow, 'POST /api/alarms'));
  await person.close(tab);
  expect(await person.alarms()).toEqual([]);
  slow.release();
  const other = await person.open('/timer/en');
  await until('it has arrived', async () => (await person.alarms()).length > 0);
  await other.until(
    'nothing is left to be sent',
    `!(localStorage.getItem('outbox:v1') ?? '').includes('"key"')`,
  );
  expect((await person.alarms()).map(({ time, label }) => [time, label])).toEqual([
    ['07:30', 'gym'],
  ]);
});

test('of days off that two devices change at once, one without the server, both changes stay', async ({
  slow,
  person,
  phone,
}) => {
  const [monday, friday] = [dayAhead(20), dayAhead(24)];
  await phone.setDaysOff([{ from: monday, to: monday, label: 'Rest' }]);
  await phone.setAlarm({ label: 'Walk' });
  const tab = await person.listen('/alarm/en');
  await tab.click({ button: 'Days off' });
  await tab.untilText('Rest');
  slow.hold(/ \/api\//);
  await phone.setDaysOff([]);
  await tab.fill({ field: 'First day' }, friday);
  await tab.fill({ field: 'Last day' }, friday);
  await tab.fill({ field: 'Name (optional)' }, 'Trip');
  await tab.click({ button: 'Add' });
  await tab.untilText('Trip');
  await until('it was sent in vain', () =>
    slow.asked.some(({ what }) => what.endsWith(' /api/days-off') && what !== 'GET'),
  );
  slow.release();
  await until('both changes are there', async () => {
    const ranges = await phone.daysOff();
    return ranges.map(({ label }) => label).join() === 'Trip';
  });
  await tab.untilNoText('Rest');
  await tab.untilText('Trip');
});

test('what is added after an import of days off stays when the import is undone', async ({
  person,
  phone,
}) => {
  await phone.setAlarm({ label: 'Walk' });
  const tab = await person.listen('/alarm/en');
  await tab.click({ button: 'Days off' });
  const compact = dayAhead(30).replaceAll('-', '');
  await tab.choose(
    'dialog[open] input[type="file"]',
    'holidays.ics',
    'text/calendar',
    Buffer.from(
      ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//', 'BEGIN:VEVENT', 'UID:1']
        .concat([`DTSTART;VALUE=DATE:${compact}`, 'SUMMARY:Feast', 'END:VEVENT', 'END:VCALENDAR'])
        .concat([''])
        .join('\r\n'),
    ),
  );
  await tab.click({ button: 'Add selected' });
  await tab.untilText('1 entry added from holidays.ics');
  await tab.fill({ field: 'First day' }, dayAhead(20));
  await tab.fill({ field: 'Last day' }, dayAhead(21));
  await tab.fill({ field: 'Name (optional)' }, 'Trip');
  await tab.click({ button: 'Add' });
  await tab.untilText('Trip');
  await phone.call('GET', '/api/days-off');
  await tab.click({ button: 'Undo' });
  await tab.untilNoText('Feast');
  await tab.untilText('Trip');
  await until(
    'the server has the rest',
    async () => (await phone.daysOff()).map(({ label }) => label).join() === 'Trip',
  );
});

test('a language that is chosen without the server is shown as soon as it can be loaded, and until then the page says why not', async ({
  slow,
  person,
}) => {
  const tab = await person.listen('/timer/en');
  await tab.click({ button: 'Language: English' });
  await tab.untilShown('[role="menuitemradio"][lang="de"]');
  slow.loseAnswers(/./);
  await tab.click('[role="menuitemradio"][lang="de"]');
  await tab.untilText('Couldn’t load this');
  expect(await tab.read('document.documentElement.lang')).toBe('en');
  slow.loseAnswers(null);
  await tab.until('it is German', `document.documentElement.lang === 'de'`, 60_000);
});

test('a press waits for its code, and says so if that cannot be loaded', async ({
  slow,
  person,
}) => {
  slow.loseAnswers(/alarm-dialog/);
  const tab = await person.open('/alarm/en');
  await tab.click({ button: 'Add alarm' });
  await tab.untilText('Couldn’t load this');
  slow.loseAnswers(null);
  slow.hold(/alarm-dialog/);
  const before = slow.asked.length;
  await tab.click({ button: 'Add alarm' });
  await until('its code was asked for', () =>
    slow.asked.slice(before).some(({ what }) => what.includes('alarm-dialog')),
  );
  await tab.until(
    'the button is busy',
    `document.querySelector('button[aria-busy="true"]')?.textContent === 'Add alarm'`,
  );
  await tab.until(
    'screen readers are told',
    `[...document.querySelectorAll('[role="status"]')].some((one) => one.textContent === 'Loading…')`,
  );
  slow.release();
  await tab.untilShown({ field: 'Label (optional)' });
  expect(await tab.read(`document.querySelector('[aria-busy="true"]')`)).toBeNull();
});

test('presses are forgotten although a part of the page is never loaded', async ({
  slow,
  person,
}) => {
  slow.hold(/assets\/footer/);
  const tab = await person.newTab();
  await tab.navigate('/timer/en');
  await tab.click({ button: 'Start a 1 min timer' });
  await tab.untilShown({ button: 'Pause 1 min timer' });
  for (let presses = 0; presses < 5; presses += 1) await tab.click('h1');
  expect(await tab.read('window.earlyInput.length')).toBe(0);
});

test('the order of another browser id counts as nobody’s unsaved change', async ({
  slow,
  person,
  phone,
}) => {
  for (const label of ['Tea', 'Egg']) await phone.setTimer({ minutes: 5, label });
  const tab = await person.listen('/timer/en');
  const note = 'Change not saved yet';
  const store = (id: string) => tab.read(storeOrder(id));
  slow.hold(/ \/api\//);
  await store(crypto.randomUUID());
  await tab.click({ button: 'Reorder' });
  await tab.untilText('Reorder timers');
  await tab.untilNoText(note);
  // Of this one it does.
  await tab.click({ button: 'Close' });
  await store(person.browserId);
  await tab.reload();
  await tab.click({ button: 'Reorder' });
  await tab.untilText(note);
});

test('an open alarm dialog asks the server once about its ring', async ({ slow, person }) => {
  const tab = await person.listen('/alarm/en');
  await tab.click({ button: 'Add alarm' });
  const asked = () => slow.asked.filter(({ what }) => what.includes('/api/alarms/preview')).length;
  await until('the ring was asked for', () => asked() > 0);
  const minute = await tab.read<number>('Math.floor(Date.now() / 60_000)');
  await tab.until(
    'it is the next minute',
    `Date.now() > ${String((minute + 1) * 60_000 + 2_000)}`,
    70_000,
  );
  expect(asked()).toBe(1);
});

test('tomorrow that was typed before midnight is that day also after midnight', async ({
  slow,
  person,
}) => {
  // The page goes by the clock of the server, which the line sets to half a minute before midnight in Tokyo.
  const now = Date.now() + tokyoMs;
  const midnight = Math.ceil(now / dayMs) * dayMs;
  const shift = midnight - now - 40_000;
  slow.alter(/^GET \/api\/time/, (text) =>
    text.replaceAll(/\d{13}(\.\d+)?/g, (instant) => String(Number(instant) + shift)),
  );
  const tab = await person.listen('/alarm/en');
  await tab.type('[data-line]', 'tomorrow 7:30');
  const tomorrow = new Date(midnight).toISOString().slice(0, 10);
  const clock = `document.querySelector('main')?.textContent`;
  await tab.until('it is before midnight', `${clock}.includes('23:59')`, 2_000);
  await tab.until('it is after midnight', `${clock}.includes('00:00')`, 60_000);
  await tab.press('Enter');
  const [alarm] = await until('it is saved', async () => {
    const alarms = await person.alarms();
    return alarms.length > 0 ? alarms : undefined;
  });
  expect([alarm?.time, alarm?.date]).toEqual(['07:30', tomorrow]);
});

function wasAsked(slow: AlteredLine, wanted: string): boolean {
  return slow.asked.some(({ what }) => what === wanted);
}

/** `2026-12-24`, some days after today in the visitor's zone. */
function dayAhead(days: number): string {
  return new Date(Date.now() + tokyoMs + days * dayMs).toISOString().slice(0, 10);
}

function storeOrder(id: string): string {
  return `localStorage.setItem('timer-order:v1', JSON.stringify({ browserId: '${id}', ids: [1, 2] }))`;
}

test('keys and presses do not list the devices for sound each time', async ({ person }) => {
  const tab = await person.listen('/alarm/en');
  await tab.read(`(() => {
    window.listings = 0;
    const { mediaDevices } = navigator;
    if (mediaDevices === undefined) return;
    const list = mediaDevices.enumerateDevices.bind(mediaDevices);
    mediaDevices.enumerateDevices = () => { window.listings += 1; return list(); };
  })()`);
  await tab.type('[data-line]', 'every monday 7:30 gym');
  for (let presses = 0; presses < 5; presses += 1) await tab.clickAt(4, 600 + presses);
  expect(await tab.read('window.listings')).toBeLessThanOrEqual(1);
});
