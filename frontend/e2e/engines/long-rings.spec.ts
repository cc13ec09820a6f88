// A ring that nobody answers for long: tabs that are opened or reloaded meanwhile join it.
import { expect, test } from './fixtures';
import { until } from './wait';

/** The instants at which tabs have last recorded the rings as heard. */
const seen = `JSON.parse(localStorage.getItem('rings:v1') ?? '{}').ringing?.map(({ seenAt }) => seenAt) ?? []`;

test('a tab that is opened or reloaded long after a ring began rings on', async ({
  visitor,
  sound,
}) => {
  const tab = await visitor.listen('/timer/en');
  await tab.clickAt(4, 600);
  await visitor.setTimer({ seconds: 1, label: 'Bread' });
  await sound.heard();
  // As if the ring had been recorded when it began, eleven minutes ago, and not since: an opening page takes that for missed.
  await tab.read(`(() => {
    const book = JSON.parse(localStorage.getItem('rings:v1'));
    const ringing = book.ringing.map((one) => ({ ...one, seenAt: one.seenAt - 660_000 }));
    localStorage.setItem('rings:v1', JSON.stringify({ ...book, ringing }));
  })()`);
  const now = Date.now();
  await until(
    'the tab that rings has recorded it anew',
    async () => (await tab.read<readonly number[]>(seen)).some((at) => at > now - 60_000),
    90_000,
  );
  const other = await visitor.open('/alarm/en');
  await other.untilShown({ button: 'Stop' });
  await tab.show();
  await tab.reload();
  await tab.untilShown({ button: 'Stop' });
  await other.show();
  await other.untilShown({ button: 'Stop' });
  expect((await visitor.timers())[0]?.remainingMs).toBe(0);
  await other.click({ button: 'Stop' });
  await other.untilGone('dialog[open]');
  await sound.silent();
});
