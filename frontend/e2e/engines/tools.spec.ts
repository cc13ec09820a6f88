// The other tools and dialogs: stopwatch, account, settings, an own sound, and the keyboard alone.
import { expect, test } from './fixtures';
import { found } from './page-elements';
import { until } from './wait';

test('the stopwatch is used by keys, and its laps survive a reload', async ({ visitor }) => {
  const tab = await visitor.open('/stopwatch/en');
  await tab.untilShown({ button: 'Start' });
  await tab.clickAt(4, 600);
  const rows = (count: number) =>
    tab.until(
      `there are ${String(count)} rows`,
      `document.querySelectorAll('tbody tr').length === ${String(count)}`,
    );
  await tab.press(' ');
  await tab.untilShown({ button: 'Stop' });
  await tab.until('the columns show the fourth second', isSecondInView('00:03'));
  await tab.press('l');
  await rows(2);
  await tab.press('l');
  await rows(3);
  await tab.press(' ');
  await tab.untilShown({ button: 'Start' });
  await tab.reload();
  await rows(3);
  await tab.clickAt(4, 600);
  await tab.press('r');
  await rows(0);
});

test('an account is created, left, and found again with its alarms', async ({ visitor }) => {
  const name = `Hana ${crypto.randomUUID().slice(0, 8)}`;
  const tab = await visitor.listen('/alarm/en');
  await visitor.setAlarm({ time: '07:10', label: 'Walk' });
  await tab.untilText('Walk');
  await tab.click({ button: 'Account' });
  await tab.click({ button: 'Create an account' });
  await tab.type({ field: 'Username' }, name);
  await tab.type({ field: 'Password' }, 'correct horse');
  await tab.click({ button: 'Create account' });
  await tab.untilText('You’re signed in.');
  await tab.click({ button: 'Account' });
  await tab.click({ button: 'Sign out' });
  await tab.untilText('Signed out');
  await tab.untilNoText('Walk');
  await tab.click({ button: 'Account' });
  await tab.type({ field: 'Username' }, name);
  await tab.type({ field: 'Password' }, 'correct horse');
  await tab.click({ button: 'Sign in' });
  await tab.untilText('Signed in');
  await tab.untilText('Walk');
  await tab.click({ button: 'Account' });
  await tab.click({ button: 'Sign out' });
  await tab.untilText('Signed out');
});

test('alarms are back after the browser has deleted what the site has stored', async ({
  visitor,
}) => {
  const tab = await visitor.listen('/alarm/en');
  await visitor.setAlarm({ time: '07:10', label: 'Walk' });
  await tab.untilText('Walk');
  await tab.until(
    'the id is also in a cookie',
    `performance.getEntriesByName(location.origin + '/api/browser/id').some(({ responseEnd }) => responseEnd > 0)`,
  );
  await tab.navigate('/robots.txt');
  await tab.read('localStorage.clear()');
  await tab.open('/alarm/en');
  await tab.untilText('Walk');
});

test('an own sound is stored, kept after a reload, and heard', async ({ visitor, sound }) => {
  const tab = await visitor.open('/alarm/en');
  await tab.click({ button: 'Settings' });
  await tab.click({ field: '12-hour' });
  await tab.fill({ field: 'Sound for new alarms and timers' }, 'own');
  await tab.choose('dialog[open] input[type="file"]', 'Tune.wav', 'audio/wav', tone());
  await tab.until(
    'it is chosen',
    `[...document.querySelectorAll('option:checked')].some(({ textContent }) => textContent === 'Tune')`,
  );
  await tab.click({ button: 'Close' });
  await visitor.setAlarm({ time: '19:05', sound: 'own' });
  await tab.reload();
  await tab.untilText('07:05');
  // Firefox may still know the gesture from before the reload.
  const ready = found({ button: 'Play sound' }, '() => true');
  const silent = found({ button: 'Turn on sound' }, '() => true');
  await tab.until('its row says whether it can be heard', `${ready} || ${silent}`);
  if (await tab.read(silent)) await tab.click({ button: 'Turn on sound' });
  await tab.click({ button: 'Play sound' });
  await sound.heard();
});

test('a timer is started and stopped by the keyboard alone', async ({ visitor }) => {
  const tab = await visitor.open('/timer/en?t=2s&label=Tea');
  await tab.untilShown({ button: 'Start Tea' });
  await tab.clickAt(4, 300);
  for (let steps = 0; !(await focusIsOn(tab, 'Start Tea')); steps += 1) {
    expect(steps).toBeLessThan(60);
    await tab.press('Tab');
  }
  await tab.press('Enter');
  await tab.until('Stop has the focus', `document.activeElement?.textContent.trim() === 'Stop'`);
  await tab.popUpListens();
  await tab.press('Enter');
  await tab.untilGone('dialog[open]');
  await until('it is stopped', async () => (await visitor.timers())[0]?.enabled === 0);
});

test('the title of a hidden tab counts down', async ({ visitor }) => {
  const tab = await visitor.open('/timer/en?t=5m&label=Tea');
  await tab.click({ button: 'Start Tea' });
  await tab.until('the title has the time', `document.title.includes('00:04:5')`);
  await visitor.cover();
  await until('the tab is hidden', () => tab.isHidden());
  const before = await tab.read<string>('document.title');
  await tab.until('it goes on', `document.title !== ${JSON.stringify(before)}`);
  expect(await tab.read('document.title')).toMatch(/00:04:\d\d.*Tea/);
  expect(await tab.isHidden()).toBe(true);
});

function focusIsOn(
  tab: { read<Value>(expression: string): Promise<Value> },
  name: string,
): Promise<boolean> {
  return tab.read(
    `document.activeElement?.getAttribute('aria-label') === ${JSON.stringify(name)} || document.activeElement?.textContent.trim() === ${JSON.stringify(name)}`,
  );
}

/** A WAV file with half a second of a loud tone: 8-bit mono at 8 kHz. */
function tone(): Buffer {
  const samples = Buffer.from(Array.from({ length: 4_000 }, (_, at) => 128 + (at % 20) * 4));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Whether the column of seconds has this text in its window, as its text for screen readers says, too. */
function isSecondInView(text: string): string {
  return `(() => {
    const column = document.querySelector('[data-rolling] [data-rows*=":"]');
    if (column === null) return false;
    const moved = column.getBoundingClientRect().top - column.parentElement.getBoundingClientRect().top;
    const row = Math.round(-moved / parseFloat(getComputedStyle(column).fontSize));
    return column.getAttribute('data-rows').split('\\n')[row] === '${text}'
      && column.closest('[data-rolling]').parentElement.textContent.includes('${text}');
  })()`;
}
