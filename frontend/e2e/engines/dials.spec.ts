// Dials turned by a finger and by a mouse, on a page, on the stage of several timers, and the marks of the next hour.
import { expect, test } from './fixtures';
import { until } from './wait';

const line = `document.querySelector('[data-line]').value`;

test('the hand of the alarm dial and the ring of a new timer follow finger and mouse', async ({
  visitor,
}) => {
  const tab = await visitor.open('/alarm/en');
  await tab.turn('mouse', 'Dial', { radius: 0.46, from: 30, to: 35 });
  await tab.until('it is two', `${line} === '02:00'`);
  await tab.turn('touch', 'Dial', { radius: 0.46, from: 35, to: 45 });
  await tab.until('it is six', `${line} === '06:00'`);

  await tab.open('/timer/en');
  await tab.fill({ field: 'Set a timer' }, '1');
  await tab.untilText('1\u00a0min');
  await tab.fill({ field: 'Set a timer' }, '');
  const ring = 'How long should it run?';
  await tab.turn('touch', ring, { radius: 0.39, from: 0, to: 15 });
  await tab.until('it is a quarter of an hour', `${line} === '15:00'`);
  await tab.turn('mouse', ring, { radius: 0.39, from: 15, to: 25 });
  await tab.until('it is more', `${line} === '25:00'`);
});

test('two timers that fill the screen are turned, and the marks of the next hour lead to them', async ({
  visitor,
}) => {
  const ends = new Map<string | null, string | null>();
  for (const label of ['Group work', 'Egg']) {
    const minutes = label === 'Egg' ? 20 : 40;
    ends.set(label, (await visitor.setTimer({ minutes, label })).endsAt);
  }
  const movedBy = async (label: string) => {
    const now = (await visitor.timers()).find((timer) => timer.label === label);
    return Date.parse(now?.endsAt ?? '') - Date.parse(ends.get(label) ?? '');
  };
  const tab = await visitor.open('/timer/en');
  await tab.click({ button: 'Full screen' });
  await tab.untilShown({ button: 'Exit full screen' });
  await tab.turn('touch', 'Time left on Egg', { radius: 0.44, from: 10, to: 15 });
  await until('Egg has five minutes more', async () => (await movedBy('Egg')) === 300_000);
  await tab.turn('mouse', 'Time left on Group work', { radius: 0.44, from: 10, to: 5 });
  await until('the other has five less', async () => (await movedBy('Group work')) === -300_000);

  await tab.open('/stopwatch/en');
  const mark = 'nav[aria-label="Next hour"] a';
  await tab.until('there are two marks', `document.querySelectorAll('${mark}').length === 2`);
  await tab.click(mark);
  await tab.until(
    'the row has the focus',
    `document.activeElement.matches('#' + location.hash.slice(1))`,
  );
  expect(await tab.read('document.activeElement.textContent')).toContain('Egg');
});
