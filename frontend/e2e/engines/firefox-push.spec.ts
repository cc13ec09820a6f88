// Pushes through Firefox's own protocol, and the buttons of its notifications, as a desktop passes them on.
import { NotificationDesk } from '../notification-desk';
import { startTestServer } from '../server';
import { Autopush } from './autopush';
import { expect, openEngine, test, Visitor } from './fixtures';
import { until } from './wait';

test('Firefox shows a ring with the site closed, and its buttons do what they say', async ({
  display,
  sound,
}) => {
  // A full minute for the alarm and another one for what comes again, besides all else; each wait has its own end.
  test.setTimeout(300_000);
  const pushes = await Autopush.open();
  const server = await startTestServer({
    TOKIBAKO_PUSH_SERVICES: pushes.origin,
    TOKIBAKO_PUSH_CONTACT: 'mailto:push@time.example',
  });
  const desk = await NotificationDesk.open();
  const engine = await openEngine('firefox', {
    display,
    soundServer: sound.address,
    preferences: pushes.preferences,
    environment: { DBUS_SESSION_BUS_ADDRESS: desk.address },
  });
  try {
    const profile = await engine.newProfile();
    const visitor = new Visitor(profile, server.url, server.url);
    const tab = await visitor.open('/timer/en');
    await tab.click({ button: 'Ring even when this site is closed' });
    await tab.click({ button: 'Turn on for this device' });
    await tab.untilText('On for this device');
    await tab.navigate('/api/docs');
    const before = await profile.addresses();

    const due = Math.ceil((Date.now() + 15_000) / 60_000) * 60_000;
    const time = new Date(due).toISOString().slice(11, 16);
    await visitor.setAlarm({ time, timezone: 'UTC', label: 'Wake' });

    // Stop answers, and opens nothing.
    await visitor.setTimer({ seconds: 1, label: 'Tea' });
    const tea = await desk.shown('Tea');
    desk.press(tea, 'Stop');
    await until('Tea is stopped', async () => (await visitor.answers()).get('Tea') === 'stop');

    // What nobody answers comes again, each time as a new notification, which sounds.
    await visitor.setTimer({ seconds: 1, label: 'Soup' });
    const first = await desk.shown('Soup');
    await until('it comes again', async () => (await desk.shown('Soup')).id !== first.id, 60_000);
    desk.press(await desk.shown('Soup'), 'Stop');
    await until('Soup is stopped', async () => (await visitor.answers()).get('Soup') === 'stop');

    await until('the alarm is due', () => Date.now() > due, 70_000);
    const wake = await desk.shown('Wake');
    // Besides the press on the notification itself.
    const [snooze = '', stop] = wake.actions.flatMap(([key, says]) =>
      key === 'default' ? [] : [says],
    );
    expect([snooze, stop]).toEqual([expect.stringMatching(/^Snooze 5\smin$/), 'Stop']);
    desk.press(wake, snooze);
    await until('the alarm is snoozed', async () => {
      const [alarm] = await visitor.alarms();
      return Date.parse(alarm?.snoozedUntil ?? '') > due + 4 * 60_000;
    });
    await desk.shown('Wake', 'Snoozed until');
    expect(await profile.addresses()).toEqual(before);

    // A press beside the buttons opens one tab, where it rings.
    await visitor.setTimer({ seconds: 1, label: 'Rice' });
    desk.press(await desk.shown('Rice'), null);
    await until('a tab of the site is opened', async () => {
      const after = await profile.addresses();
      return after.length === before.length + 1 && after.includes(`${server.url}/`);
    });
  } finally {
    await engine.close();
    desk.close();
    await server.end();
    await pushes.close();
  }
});
