// An account that gets another id, or a session that is ended, while a page sleeps, is in the back/forward cache, or has edits
// that wait for the server.
import { startTestServer } from '../server';
import { AlteredLine } from './altered-line';
import { Device, freshName, password } from './device';
import { expect, test as base, testServer, Visitor } from './fixtures';
import type { Tab } from './tab';
import { until } from './wait';

const test = base.extend<{ readonly visitor: Visitor; readonly slow: AlteredLine }>({
  // The cookie of a session would stay in the profile.
  visitor: async ({ engine, line }, provide, info) => {
    info.annotations.push({ type: 'version', description: engine.version });
    const profile = await engine.newProfile();
    const visitor = new Visitor(profile, line.url, testServer());
    await provide(visitor);
    if (info.status !== info.expectedStatus) {
      for (const body of await visitor.screenshots())
        await info.attach('tab.png', { body, contentType: 'image/png' });
    }
    await profile.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the parameter
  slow: async ({}, provide) => {
    const slow = await AlteredLine.open(testServer(), '127.0.0.60');
    await provide(slow);
    await slow.close();
  },
});

/** A device of an account with an alarm, and the name of the account. */
async function phoneWithAlarm(): Promise<{ readonly phone: Device; readonly name: string }> {
  const name = freshName();
  const phone = await new Device(testServer()).register(name);
  await phone.setAlarm({ label: 'Walk' });
  return { phone, name };
}

async function signIn(tab: Tab, name: string): Promise<void> {
  await tab.click({ button: 'Account' });
  await tab.type({ field: 'Username' }, name);
  await tab.type({ field: 'Password' }, password);
  await tab.click({ button: 'Sign in' });
  await tab.untilText('Walk');
}

function untilIdIs(tab: Tab, id: string): Promise<void> {
  return tab.until('it has the present id', `localStorage.getItem('browser-id') === '${id}'`);
}

test('a page that slept while its account got another id has its alarms, and those that were set since', async ({
  visitor,
  line,
}) => {
  const { phone, name } = await phoneWithAlarm();
  const tab = await visitor.listen('/alarm/en');
  await signIn(tab, name);
  await new Device(testServer()).signIn(name);
  await line.whileCut(async () => {
    await phone.endSession();
    await phone.setAlarm({ label: 'Swim' });
  });
  await tab.untilText('Swim', 60_000);
  await tab.untilText('Walk');
  await untilIdIs(tab, phone.browserId);

  // What is set there arrives.
  await tab.type('[data-line]', '7:30 Read');
  await tab.press('Enter');
  await until('the other device has it', async () =>
    (await phone.alarms()).some(({ label }) => label === 'Read'),
  );
});

test('a page that slept while it was signed out says so, and rings for nobody', async ({
  visitor,
  line,
}) => {
  const { phone, name } = await phoneWithAlarm();
  const tab = await visitor.listen('/alarm/en');
  await signIn(tab, name);
  await line.whileCut(() => phone.endSession());
  await tab.untilText('Signed out', 60_000);
  await tab.untilNoText('Walk');
});

test('a page from the back/forward cache follows its account to another id', async ({
  visitor,
}, info) => {
  const { phone, name } = await phoneWithAlarm();
  const tab = await visitor.listen('/alarm/en');
  await signIn(tab, name);
  await new Device(testServer()).signIn(name);
  await tab.read(
    `void addEventListener('pageshow', ({ persisted }) => { window.isBack = persisted; })`,
  );
  await tab.navigate('/robots.txt');
  await phone.endSession();
  await phone.setAlarm({ label: 'Swim' });
  await tab.read('void history.back()');
  await tab.untilText('Swim');
  await tab.untilText('Walk');
  await untilIdIs(tab, phone.browserId);
  const isBack = await tab.read<boolean | undefined>('window.isBack');
  info.annotations.push({ type: 'back/forward cache', description: String(isBack ?? false) });
});

for (const [order, held] of [
  ['is known before the lists', / \/api\/(alarms|timers)/],
  ['is known after the lists', /^GET \/api\/user/],
] as const)
  test(`edits without the server are sent under the account’s other id, which ${order}`, async ({
    engine,
    slow,
  }) => {
    const { phone, name } = await phoneWithAlarm();
    const profile = await engine.newProfile();
    const visitor = new Visitor(profile, slow.url, testServer());
    try {
      const tab = await visitor.listen('/alarm/en');
      await signIn(tab, name);
      const former = phone.browserId;
      await new Device(testServer()).signIn(name);

      slow.hold(/ \/api\//);
      await tab.click('main [role=switch]');
      await tab.type('[data-line]', '7:30 Read');
      await tab.press('Enter');
      await tab.untilText('Read');
      await tab.until(
        'both edits are stored',
        `(localStorage.getItem('outbox:v1') ?? '').split('"key"').length === 3`,
      );
      await visitor.close(tab);
      await phone.endSession();

      slow.hold(held);
      const before = slow.asked.length;
      const other = await visitor.open('/alarm/en');
      if (order === 'is known before the lists') await untilIdIs(other, phone.browserId);
      else
        await until('the lists were asked for', () =>
          slow.asked.slice(before).some(({ what }) => what === 'GET /api/alarms'),
        );
      slow.release();
      await until('both edits arrive, once', async () => {
        const alarms = await phone.alarms();
        const rows = alarms.map(({ label, enabled }) => `${label ?? ''} ${String(enabled)}`).sort();
        return rows.join() === 'Read 1,Walk 0';
      });
      await untilIdIs(other, phone.browserId);
      await other.untilText('Your changes are saved');
      const writes = slow.asked
        .slice(before)
        .filter(({ what }) => /^(POST|PUT|PATCH|DELETE) \/api\/(alarms|timers)/.test(what));
      expect(writes.filter(({ browserId }) => browserId === former)).toEqual([]);
    } finally {
      await profile.close();
    }
  });

test('a device whose registration for rings was answered to nobody is removed at sign-out', async ({
  engine,
  engineName,
}) => {
  const server = await startTestServer({ TOKIBAKO_PUSH_SERVICES: new URL(endpoint).origin });
  const slow = await AlteredLine.open(server.url, '127.0.0.63', grantingPush);
  const profile = await engine.newProfile();
  try {
    if (engineName === 'webkit') {
      // WebKitGTK has no push: there is no registration whose answer could be lost.
      const tab = await new Visitor(profile, server.url, server.url).open('/alarm/en');
      expect(await tab.read(`'PushManager' in window`)).toBe(false);
      return;
    }
    const name = freshName();
    const phone = await new Device(server.url).register(name);
    await phone.setAlarm({ label: 'Walk' });
    const devices = async () =>
      (await phone.call<readonly unknown[]>('GET', '/api/push/devices')).length;
    const tab = await new Visitor(profile, slow.url, server.url).listen('/alarm/en');
    await signIn(tab, name);
    await tab.click({ button: 'Ring even when this site is closed' });
    slow.loseAnswers(/^PUT \/api\/push\/devices/);
    await tab.click({ button: 'Turn on for this device' });
    await until('the server has it', async () => (await devices()) === 1);
    await tab.untilNoText('Turning on…');
    slow.loseAnswers(null);
    await tab.click({ button: 'Close' });
    await tab.click({ button: 'Account' });
    await tab.click({ button: 'Sign out' });
    await tab.untilText('Signed out');
    expect(await devices()).toBe(0);
  } finally {
    await profile.close();
    await slow.close();
    await server.end();
  }
});

/** Where nobody takes what the server posts. */
const endpoint = 'http://127.0.0.1:9/made-up';

/** Permission, and a subscription that is made up: before the scripts of a page. */
const grantingPush = `
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = () => Promise.resolve('granted');
  const keys = {
    p256dh: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  let known = null;
  const subscription = {
    endpoint: '${endpoint}',
    options: {},
    toJSON: () => ({ endpoint: '${endpoint}', expirationTime: null, keys }),
    unsubscribe: () => { known = null; return Promise.resolve(true); },
  };
  PushManager.prototype.getSubscription = () => Promise.resolve(known);
  PushManager.prototype.subscribe = () => Promise.resolve((known = subscription));
`;
