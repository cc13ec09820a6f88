// Rings are heard, and stop when they are answered: in hidden tabs, in one of several tabs, and after a reload.
import { expect, test } from './fixtures';
import { until } from './wait';

test('an alarm from the form rings, is heard, and is snoozed', async ({ visitor, sound }) => {
  const tab = await visitor.open('/alarm/en');
  await tab.click({ button: 'Add alarm' });
  await tab.untilShown({ field: 'Label (optional)' });
  await tab.type({ field: 'Label (optional)' }, 'Walk');
  // The next full minute that a press does not miss.
  const due = Math.ceil((Date.now() + 8_000) / 60_000) * 60_000;
  const time = new Date(due + 9 * 3_600_000).toISOString().slice(11, 16);
  await tab.fill({ field: 'Time' }, time);
  await tab.click({ button: 'Save' });
  await tab.untilText('Alarm created');
  await until('the server has it', async () => (await visitor.alarms())[0]?.time === time);
  await tab.untilShown({ button: 'Stop' }, due - Date.now() + 5_000);
  expect(Date.now()).toBeGreaterThan(due - 20);
  await tab.untilText('Walk');
  await sound.heard();
  await tab.click({ button: 'Snooze 5 min' });
  await tab.untilGone('dialog[open]');
  await sound.silent();
  expect((await visitor.alarms())[0]?.snoozedUntil).not.toBeNull();
});

test('a timer that is set elsewhere rings, is heard, and is stopped', async ({
  visitor,
  sound,
}) => {
  const tab = await visitor.listen('/timer/en');
  await tab.clickAt(4, 600);
  await visitor.setTimer({ seconds: 2, label: 'Tea' });
  await tab.untilShown({ button: 'Stop' });
  await tab.untilText('Your timer has finished');
  await sound.heard();
  await tab.click({ button: 'Stop' });
  await tab.untilGone('dialog[open]');
  await sound.silent();
  expect((await visitor.timers())[0]?.remainingMs).toBe(2_000);
});

test('what is typed when a ring opens stays in its field, and the ring goes on until a pause and a key', async ({
  visitor,
  sound,
}) => {
  const tab = await visitor.listen('/alarm/en');
  await tab.click({ button: 'Add alarm' });
  await tab.untilShown({ field: 'Label (optional)' });
  await tab.type({ field: 'Label (optional)' }, 'go');
  await visitor.setTimer({ seconds: 1, label: 'Soup' });
  await tab.untilText('Your timer has finished');
  await tab.press(...Array.from(' for a walk'));
  const typed = `document.activeElement?.value === 'go for a walk'`;
  await tab.until('all letters are in the field, which has the focus', typed);
  await sound.heard();
  await tab.popUpListens();
  await tab.press('Escape');
  await tab.untilNoText('Your timer has finished');
  await sound.silent();
  expect(await tab.read(typed)).toBe(true);
});

test('an interval timer of a link rings at the end of each step', async ({ visitor, sound }) => {
  const tab = await visitor.open('/timer/en?steps=3s:Work,3s:Rest&rounds=1');
  const begun = Date.now();
  await tab.click({ button: 'Start 6 s timer' });
  await tab.untilText('Work · 1 of 2');
  await tab.untilText('Rest · 2 of 2');
  await until('the first step is heard', () => sound.wasHeardSince(begun), 2_500);
  // A step that begins has a banner with a button of its own.
  await tab.untilShown('dialog[open]');
  await sound.heard();
  await tab.click({ button: 'Stop' });
  await tab.untilGone('dialog[open]');
  await sound.silent();
});

test('a hidden tab is heard', async ({ visitor, sound }) => {
  const tab = await visitor.listen('/timer/en');
  await tab.clickAt(4, 600);
  await visitor.cover();
  await until('the tab is hidden', () => tab.isHidden());
  await visitor.setTimer({ seconds: 2, label: 'Rice' });
  await sound.heard();
  expect(await tab.isHidden()).toBe(true);
  await tab.show();
  await tab.click({ button: 'Stop' });
  await sound.silent();
});

test('one of two tabs sounds, and an answer ends the ring in both', async ({ visitor, sound }) => {
  const one = await visitor.listen('/timer/en');
  await one.clickAt(4, 600);
  const other = await visitor.open('/alarm/en');
  await visitor.setTimer({ seconds: 3, label: 'Egg' });
  await sound.heard();
  await other.click({ button: 'Stop' });
  await sound.silent();
  await one.show();
  await one.untilGone('dialog[open]');
});

test('a ring continues after a reload, and is stopped there', async ({ visitor, sound }) => {
  const tab = await visitor.listen('/timer/en');
  await tab.clickAt(4, 600);
  await visitor.setTimer({ seconds: 1, label: 'Bread' });
  await sound.heard();
  await tab.reload();
  await tab.untilShown({ button: 'Stop' });
  await tab.click({ button: 'Stop' });
  await tab.untilGone('dialog[open]');
  await sound.silent();
  expect((await visitor.timers())[0]?.enabled).toBe(0);
});

test('while a ring cannot be heard, the first tap beside its pop-up is for the sound', async ({
  visitor,
  sound,
}) => {
  const tab = await visitor.listen('/timer/en');
  await visitor.setTimer({ seconds: 1, label: 'Corn' });
  await tab.untilText('Click or tap anywhere, or press a key, to hear it');
  await tab.popUpListens();
  await tab.clickAt(4, 300);
  await sound.heard();
  await tab.untilNoText('Click or tap anywhere, or press a key, to hear it');
  await tab.untilShown({ button: 'Stop' });
  await tab.clickAt(4, 300);
  await tab.untilGone('dialog[open]');
  await sound.silent();
});

test('edits and answers in one browser arrive in another', async ({ visitor, elsewhere }) => {
  const tab = await visitor.listen('/timer/en');
  const other = await elsewhere.listen('/timer/en');
  await visitor.setTimer({ minutes: 5, label: 'Dough' });
  await other.click({ button: 'Pause Dough' });
  await tab.untilShown({ button: 'Start Dough' });
  await tab.click({ button: 'Delete Dough' });
  await other.untilGone({ button: 'Start Dough' });
  await visitor.setTimer({ seconds: 1, label: 'Soup' });
  await tab.untilShown({ button: 'Stop' });
  await other.click({ button: 'Stop' });
  await tab.untilGone('dialog[open]');
});
