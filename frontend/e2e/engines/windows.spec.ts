// Timers in a hidden tab's title, in full screen and in a small window: they follow their timer whatever happens to its row.
import { AlteredLine } from './altered-line';
import { expect, test, testServer, Visitor } from './fixtures';
import { namingSmallWindow } from './page-elements';
import { until } from './wait';

test('full screen stays, and is the same one, when a second timer comes', async ({
  visitor,
}, info) => {
  await visitor.setTimer({ minutes: 5, label: 'Egg' });
  const tab = await visitor.listen('/timer/en');
  await tab.click({ button: 'Show in full screen: Egg' });
  await tab.untilShown('dialog[data-screen]');
  await tab
    .until('it is in the full screen of the browser', 'document.fullscreenElement !== null', 3_000)
    .catch(() => undefined);
  const isFull = await tab.read<boolean>('document.fullscreenElement !== null');
  info.annotations.push({ type: 'full screen', description: String(isFull) });
  await tab.read(`void (window.stage = document.querySelector('dialog[data-screen]'))`);
  await visitor.setTimer({ minutes: 9, label: 'Rice' });
  await tab.until('the page has it', `document.querySelector('main').textContent.includes('Rice')`);
  expect(
    await tab.read(`[
      window.stage.isConnected && window.stage.open,
      document.fullscreenElement !== null,
      window.stage.textContent.includes('Rice'),
    ]`),
  ).toEqual([true, isFull, false]);
  await tab.click({ button: 'Exit full screen' });
  await tab.untilGone('dialog[data-screen]');
});

test('a small window stays when its timer, which was started without the server, is saved', async ({
  profile,
}) => {
  const slow = await AlteredLine.open(testServer(), '127.0.0.62');
  const visitor = new Visitor(profile, slow.url, testServer());
  try {
    const tab = await visitor.listen('/timer/en');
    slow.hold(/ \/api\//);
    await tab.click({ button: 'Start a 1 min timer' });
    await tab.read(namingSmallWindow);
    await tab.click({ button: 'Open in a small window: 1 min timer' });
    const text = String.raw`window.floating?.document.body.textContent.replace(/\s+/g, ' ')`;
    await tab.until('it shows its timer', `${text}?.includes('1 min timer')`);
    expect(await visitor.timers()).toEqual([]);
    slow.release();
    await until('the server has it', async () => (await visitor.timers()).length === 1);
    await tab.until(
      'nothing is left to be sent',
      `!(localStorage.getItem('outbox:v1') ?? '').includes('"key"')`,
    );
    // What changes now is shown there.
    await tab.click({ button: 'Pause 1 min timer' });
    await tab.until('it is shown as paused', `${text}.includes('Start')`);
    expect(await tab.read('window.floating.closed')).toBe(false);
    await tab.read('void window.floating.close()');
  } finally {
    await visitor.leave();
    await slow.close();
  }
});
