// The processor time that pages use while nobody touches them: of the main thread, and of all processes of the browser.
import { chromium, expect, test, type CDPSession, type Page } from '@playwright/test';
import { launchOptions, quietChromium } from '../browser';

const secondsMeasured = 15;
/** For what a page loads when it is idle. */
const secondsBefore = 5;

/** Percent of a core. Other work on the machine makes all processes slower, so they have no limit here. */
const mostInMainThread = 2;

const pages = [
  { name: 'home', path: '/en', prepare: () => Promise.resolve() },
  {
    name: 'stopwatch, running',
    path: '/stopwatch/en',
    prepare: (page: Page) => page.getByRole('button', { name: 'Start', exact: true }).click(),
  },
  {
    name: 'stopwatch, running, with laps',
    path: '/stopwatch/en',
    prepare: async (page: Page) => {
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByRole('button', { name: 'Lap', exact: true }).click();
      await page.getByRole('button', { name: 'Lap', exact: true }).click();
    },
  },
] as const;

for (const { name, path, prepare } of pages) {
  test(`${name}: less than ${mostInMainThread} % in the main thread`, async () => {
    const browser = await chromium.launch({
      ...launchOptions,
      args: ['--headless', ...quietChromium],
    });
    const page = await browser.newPage({
      baseURL: process.env.TOKIBAKO_TEST_URL,
      viewport: { width: 1440, height: 900 },
    });
    await page.goto(path);
    await prepare(page);
    await page.waitForTimeout(secondsBefore * 1000);

    const ofPage = await page.context().newCDPSession(page);
    const ofBrowser = await browser.newBrowserCDPSession();
    // Processor time of the thread, which other processes of the machine do not distort.
    await ofPage.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await timesOf(ofPage, ofBrowser);
    await page.waitForTimeout(secondsMeasured * 1000);
    const after = await timesOf(ofPage, ofBrowser);
    const mainThread = share(after.mainThread - before.mainThread);
    const allProcesses = share(after.allProcesses - before.allProcesses);
    process.stdout.write(
      `${name}: main thread ${mainThread.toFixed(1)} %, all processes ${allProcesses.toFixed(1)} % of a core\n`,
    );
    await browser.close();
    expect(mainThread).toBeLessThan(mostInMainThread);
  });
}

/** Seconds of processor time until now. */
async function timesOf(page: CDPSession, browser: CDPSession) {
  const { metrics } = await page.send('Performance.getMetrics');
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return {
    mainThread: metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN,
    allProcesses: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
  };
}

function share(seconds: number): number {
  return (100 * seconds) / secondsMeasured;
}
