// What it costs to list a calendar file with 5,000 events: the processor time of the page's process, which reads the file in
// a worker, and how long the page did not answer. The time until it is listed depends on other work, too.
import { expect, test, type CDPSession } from '@playwright/test';

const events = 5_000;
const rounds = 3;

test.use({ baseURL: process.env.TOKIBAKO_TEST_URL });

test(`a calendar file with ${events} events is listed`, async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const dialog = page.locator('dialog[open]');
  for (let round = 0; round < rounds; round++) {
    await page.goto('/alarm/en');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Add from a file…' }).click();
    await expect(dialog.locator('input[type=file]')).toBeAttached();
    const longestPause = await page.evaluateHandle(watchPauses);
    const [began, before] = [Date.now(), await processSeconds(session)];
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'year.ics',
      mimeType: 'text/calendar',
      buffer: Buffer.from(calendar()),
    });
    await expect(dialog.getByText(/^Show all/)).toBeVisible({ timeout: 60_000 });
    const figures = [
      `${((await processSeconds(session)) - before).toFixed(2)} s of the processor`,
      `listed after ${Date.now() - began} ms`,
      `longest pause ${(await longestPause.evaluate((read) => read())).toFixed(0)} ms`,
    ];
    process.stdout.write(`${figures.join(', ')}\n`);
  }
});

/** Counts how long the page's thread did nothing else; returns how to read that. */
function watchPauses(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  });
  return () => {
    clearInterval(timer);
    return longest;
  };
}

async function processSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ProcessTime')?.value ?? NaN;
}

/** Every second event is a series of twenty weeks. */
function calendar(): string {
  const first = Date.now() + 24 * 3_600_000;
  const written = Array.from({ length: events }, (_, at) => {
    const start = new Date(first + at * 90 * 60_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    return [
      ...['BEGIN:VEVENT', `UID:event-${at}@example.com`, `DTSTART:${start}`],
      ...(at % 2 === 0 ? ['RRULE:FREQ=WEEKLY;COUNT=20'] : []),
      ...[`SUMMARY:Event ${at}`, 'END:VEVENT'],
    ].join('\r\n');
  });
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...written, 'END:VCALENDAR', ''].join('\r\n');
}
