// Rings are heard, and stop when they are answered.
import { expect, test } from './fixtures';

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
