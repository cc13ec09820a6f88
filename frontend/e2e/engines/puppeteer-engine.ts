// Drives Chromium over its DevTools protocol and Firefox over WebDriver BiDi.
import puppeteer, {
  type Browser,
  type BrowserContext,
  type KeyInput,
  type Page,
} from 'puppeteer-core';
import { debianChromium, quietChromium } from '../browser';
import type { Point } from '../touch';
import type { Engine, EngineName, EngineOptions, Profile, RawTab } from './engine';

/** Debian's, or that of other systems. */
export const firefoxPaths = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Preferences of a browser that asks and reports nothing, and starts nothing by itself. */
const quietFirefox = {
  'intl.accept_languages': 'en-GB',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'media.gmp-manager.updateEnabled': false,
  'dom.push.connection.enabled': false,
  // Without a graphics card each frame is the processor's work.
  'layout.frame_rate': 15,
};

export async function openPuppeteerEngine(
  name: Exclude<EngineName, 'webkit'>,
  executablePath: string,
  {
    display,
    soundServer,
    zone = 'Asia/Tokyo',
    arguments: further = [],
    preferences = {},
    environment = {},
  }: EngineOptions,
): Promise<Engine> {
  const env = {
    ...process.env,
    TZ: zone,
    DISPLAY: display,
    PULSE_SERVER: soundServer,
    ...environment,
  };
  const browser = await puppeteer.launch({
    executablePath,
    env,
    defaultViewport: null,
    ...(name === 'firefox'
      ? {
          browser: 'firefox' as const,
          headless: false,
          extraPrefsFirefox: { ...quietFirefox, ...preferences },
          args: ['--width', '1280', '--height', '900'],
        }
      : {
          headless: false,
          args: [...quietChromium, '--lang=en-GB', '--window-size=1280,900', ...further],
        }),
  });
  return {
    name,
    version: await browser.version(),
    newProfile: () => profileIn(browser, name),
    close: () => browser.close(),
  };
}

export const chromiumPath = debianChromium;

async function profileIn(browser: Browser, name: EngineName): Promise<Profile> {
  const context = await browser.createBrowserContext();
  return {
    newTab: () => tabIn(context, name),
    addresses: async () => (await browser.pages()).map((page) => page.url()),
    close: () => context.close(),
  };
}

async function tabIn(context: BrowserContext, name: EngineName): Promise<RawTab> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (entry) => {
    if (!['error', 'warn'].includes(entry.type())) return;
    problems.push(entry.text());
  });
  page.on('pageerror', (error) => {
    problems.push(error instanceof Error ? error.message : String(error));
  });
  await page.evaluateOnNewDocument(() => {
    // An error that is logged would arrive as a handle, and its page may be gone before that is read.
    const { console: output } = window;
    for (const level of ['error', 'warn'] as const) {
      const log = output[level].bind(output);
      output[level] = (...values: readonly unknown[]) => {
        log(...values.map(String));
      };
    }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.warn(`refused by the policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  return {
    navigate: async (url) => {
      await page.goto(url);
    },
    evaluate: await withoutGesture(page, name),
    clickAt: (x, y) => page.mouse.click(x, y),
    drag: (pointer, points) =>
      pointer === 'mouse' ? dragByMouse(page, points) : dragByFinger(page, points),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key as KeyInput);
    },
    resize: (width, height) => resizeTo(page, width, height),
    screenshot: async () => Buffer.from(await page.screenshot()),
    show: () => page.bringToFront(),
    close: () => page.close(),
    problems: () => Promise.resolve(problems.splice(0)),
  };
}

/** The expression's value as JSON, or the reason why there is none. */
interface Evaluated {
  readonly value?: string;
  readonly failure?: string;
}

/** Puppeteer's own way to evaluate counts as a gesture, after which every page may sound. */
async function withoutGesture(page: Page, name: EngineName): Promise<RawTab['evaluate']> {
  const ask = name === 'chromium' ? await overDevTools(page) : overBidi(page);
  return async (expression) => {
    const { value, failure } = await ask(
      `Promise.resolve(${expression}).then((value) => JSON.stringify(value))`,
    );
    if (failure !== undefined) throw new Error(failure);
    return value === undefined ? undefined : (JSON.parse(value) as unknown);
  };
}

async function overDevTools(page: Page): Promise<(expression: string) => Promise<Evaluated>> {
  const session = await page.createCDPSession();
  return async (expression) => {
    const { result, exceptionDetails: thrown } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
    });
    if (thrown !== undefined) return { failure: thrown.exception?.description ?? thrown.text };
    return result.value === undefined ? {} : { value: result.value as string };
  };
}

/** What Puppeteer has for the protocol, but does not declare. */
interface BidiBrowser {
  readonly connection: {
    send(method: 'script.evaluate', params: object): Promise<{ readonly result: BidiAnswer }>;
  };
}

/** https://www.w3.org/TR/webdriver-bidi/#command-script-evaluate */
interface BidiAnswer {
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

function overBidi(page: Page): (expression: string) => Promise<Evaluated> {
  const { connection } = page.browser() as unknown as BidiBrowser;
  const { _id: context } = page.mainFrame() as unknown as { readonly _id: string };
  return async (expression) => {
    const { result: answer } = await connection.send('script.evaluate', {
      expression,
      awaitPromise: true,
      target: { context },
    });
    if (answer.exceptionDetails !== undefined) return { failure: answer.exceptionDetails.text };
    const value = answer.result?.value;
    return value === undefined ? {} : { value };
  };
}

async function dragByMouse({ mouse }: Page, points: readonly Point[]): Promise<void> {
  const [[x, y] = [0, 0], ...others] = points;
  await mouse.move(x, y);
  await mouse.down();
  for (const point of others) await mouse.move(...point);
  await mouse.up();
}

async function dragByFinger({ touchscreen }: Page, points: readonly Point[]): Promise<void> {
  const [[x, y] = [0, 0], ...others] = points;
  const finger = await touchscreen.touchStart(x, y);
  for (const point of others) await finger.move(...point);
  await finger.end();
}

async function resizeTo(page: Page, width: number, height: number): Promise<void> {
  // With the scale of the browser.
  await page.setViewport({ width, height, deviceScaleFactor: 0 });
}
