// The time between the end of a timer and its ring in a page, by the clock of one machine.
import { ringLatenessMs } from '../ring-lateness';
import { expect, test } from '../visitor';

const mostLateMs = 250;

test(`a ring of a page is at most ${mostLateMs} ms late`, async ({ page, visitor }) => {
  const late: number[] = [];
  for (const label of ['Egg', 'Tea', 'Rice']) late.push(await ringLatenessMs(page, visitor, label));
  process.stdout.write(`lateness of a ring: ${late.map((ms) => ms.toFixed(0)).join(', ')} ms\n`);
  // Other work on the machine may delay one of them; a defect delays all.
  expect(Math.min(...late)).toBeLessThan(mostLateMs);
});
