// Rings in tabs that are really hidden: one of them is heard, or each explains how to enable the sound.
import { expect, test } from './ring-trial';
import { until } from './window';

const toHear = `document.querySelector('dialog[open]').textContent.includes('Your browser is blocking the sound')`;

test('rings of timers created elsewhere while the tab is hidden are heard, each with its sound', async ({
  trial,
}) => {
  const tab = await trial.openTab();
  await trial.hideAll();
  for (const sound of ['default', 'marimba'] as const) {
    const { endsAt } = await trial.setTimer({ seconds: 2, label: sound, sound });
    await trial.rings(tab, sound);
    expect(await trial.heardIn(endsAt)).toBe(1);
    await tab.press('Stop');
    await trial.silence();
  }
});

test('rings that were known before the tab was hidden are heard without a stream', async ({
  trial,
}) => {
  const first = await trial.setTimer({ seconds: 12, label: 'First' });
  const second = await trial.setTimer({ seconds: 20, label: 'Second' });
  const tab = await trial.openTab({ cut: true });
  await tab.until('the timers are listed', `document.body.textContent.includes('Second')`);
  await trial.hideAll();
  for (const { label, endsAt } of [first, second]) {
    await trial.rings(tab, label ?? '');
    expect(await trial.heardIn(endsAt)).toBe(1);
    await tab.press('Stop');
    await trial.silence();
  }
});

test('with a hidden and a visible tab the visible one is heard', async ({ trial }) => {
  const hidden = await trial.openTab();
  const visible = await trial.openTab();
  for (const label of ['First', 'Second']) {
    const { endsAt } = await trial.setTimer({ seconds: 2, label });
    await Promise.all([trial.rings(hidden, label), trial.rings(visible, label)]);
    expect(await trial.heardIn(endsAt)).toBe(2);
    await visible.press('Stop');
    await trial.silence();
  }
});

test('if the visible tab may not play sound, a hidden one does', async ({ trial }) => {
  await trial.openTab();
  const visible = await trial.openTab({ touched: false });
  for (const label of ['First', 'Second']) {
    const { endsAt } = await trial.setTimer({ seconds: 2, label });
    await trial.rings(visible, label);
    expect(await trial.heardIn(endsAt)).toBe(1);
    expect(await visible.evaluate(toHear)).toBe(false);
    await visible.press('Stop');
    await trial.silence();
  }
});

test('one of several hidden tabs is heard, and another takes over when it is closed', async ({
  trial,
}) => {
  const tabs = [await trial.openTab(), await trial.openTab(), await trial.openTab()];
  await trial.hideAll();
  const { endsAt } = await trial.setTimer({ seconds: 2, label: 'Handed on' });
  await Promise.all(tabs.map((tab) => trial.rings(tab, 'Handed on')));
  const first = await trial.heardIn(endsAt);
  const closedAt = new Date().toISOString();
  await tabs[first - 1]?.close();
  expect(await trial.heardIn(closedAt)).not.toBe(first);
});

test('a tab without a user gesture explains how to enable the sound, and sounds after a click', async ({
  trial,
}) => {
  const tab = await trial.openTab({ behind: true });
  await trial.setTimer({ seconds: 2, label: 'Behind' });
  await trial.rings(tab, 'Behind');
  await tab.until('it says how to hear the ring', toHear);
  await tab.until('the title flashes', `document.title === 'Behind'`);
  expect(await trial.window.audibleTabs()).toEqual([]);
  await tab.show();
  const pressedAt = new Date().toISOString();
  await tab.click('dialog[open] [role="status"] button');
  expect(await trial.heardIn(pressedAt)).toBe(1);
  await tab.press('Stop');
  await trial.silence();
  await trial.hideAll();
  const { endsAt } = await trial.setTimer({ seconds: 2, label: 'Hidden again' });
  expect(await trial.heardIn(endsAt)).toBe(1);
});

test('a second ring with another sound is heard in the same tab', async ({ trial }) => {
  const tab = await trial.openTab();
  await trial.hideAll();
  const { endsAt } = await trial.setTimer({ seconds: 2, label: 'First' });
  await trial.setTimer({ seconds: 4, label: 'Second', sound: 'chime' });
  expect(await trial.heardIn(endsAt)).toBe(1);
  await trial.rings(tab, 'Second');
  // The browser's audio indicator stays on for some time after a sound.
  await tab.until('the second sounds', `document.title === 'Second'`);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(await trial.window.audibleTabs()).toHaveLength(1);
});

test('a timer created elsewhere while the tab is hidden and without a stream rings on time', async ({
  trial,
}) => {
  const tab = await trial.openTab({ cut: true });
  await trial.hideAll();
  // Without a stream the list is fetched every half minute at most.
  const first = await trial.setTimer({ seconds: 40, label: 'First' });
  const second = await trial.setTimer({ seconds: 46, label: 'Second' });
  for (const { label, endsAt } of [first, second]) {
    await trial.rings(tab, label ?? '', 50_000);
    expect(await trial.heardIn(endsAt)).toBe(1);
    await tab.press('Stop');
    await trial.silence();
  }
});

test('a ring that was due while the whole browser was suspended is heard afterwards', async ({
  trial,
}) => {
  const tab = await trial.openTab();
  await trial.hideAll();
  for (const label of ['First', 'Second']) {
    const { id, endsAt } = await trial.setTimer({ seconds: 3, label });
    trial.window.sleep();
    await until('it is over', async () => {
      const timer = (await trial.timers()).find((one) => one.id === id);
      return timer?.remainingMs === 0 ? true : undefined;
    });
    const wokenAt = new Date().toISOString();
    trial.window.wake();
    await trial.rings(tab, label);
    expect(Date.parse(wokenAt)).toBeGreaterThanOrEqual(Date.parse(endsAt ?? ''));
    expect(await trial.heardIn(wokenAt)).toBe(1);
    await tab.press('Stop');
    await trial.silence();
  }
});

test('a sample is heard, and a ring replaces it', async ({ trial }) => {
  const tab = await trial.openTab();
  await tab.press('Custom…', 'main');
  await tab.until('the form is open', `document.querySelector('dialog[open] select') !== null`);
  const pressedAt = new Date().toISOString();
  await tab.click('dialog[open] button[aria-label="Play sound"]');
  expect(await trial.heardIn(pressedAt)).toBe(1);
  await trial.setTimer({ seconds: 1, label: 'Over the sample' });
  await trial.rings(tab, 'Over the sample');
  await tab.until(
    'the sample ended',
    `document.querySelector('[aria-label="Play sound"]') !== null`,
  );
  await tab.press('Stop');
  await trial.silence();
});
