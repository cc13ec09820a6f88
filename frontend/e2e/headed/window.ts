// A browser with a window and real tabs, which reports which tabs are audible.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromium } from '@playwright/test';
import { debianChromium, quietChromium } from '../browser';
import { DevToolsPipe } from './devtools-pipe';

/** A tab became audible or silent, as shown in the browser's tab strip. */
interface AudibleChange {
  readonly url: string;
  readonly audible: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface Target {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

const extensionFiles = {
  'manifest.json': JSON.stringify({
    manifest_version: 3,
    name: 'Audible tabs',
    version: '1',
    permissions: ['tabs'],
    background: { service_worker: 'worker.js' },
  }),
  'worker.js': `
    self.changes = [];
    chrome.tabs.onUpdated.addListener((_, { audible }, { url }) => {
      if (audible !== undefined) changes.push({ url, audible, at: Date.now() });
    });
    self.audibleTabs = async () => (await chrome.tabs.query({ audible: true })).map(({ url }) => url);
  `,
};

export class BrowserWindow {
  /** The ids of the tabs. */
  private readonly opened: string[] = [];

  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    private readonly pipe: DevToolsPipe,
    private readonly extension: string,
  ) {}

  static async open(display: string, environment: NodeJS.ProcessEnv = {}): Promise<BrowserWindow> {
    const folder = await mkdtemp(join(tmpdir(), 'tokibako-window-'));
    const extension = join(folder, 'extension');
    await mkdir(extension);
    for (const [name, text] of Object.entries(extensionFiles))
      await writeFile(join(extension, name), text);
    const browser = spawn(executable(), options(folder), {
      env: { ...process.env, ...environment, DISPLAY: display },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const pipe = new DevToolsPipe(browser.stdio[3] as Writable, browser.stdio[4] as Readable);
    const { id } = await pipe.send<{ id: string }>('Extensions.loadUnpacked', { path: extension });
    const worker = await until('the extension runs', async () => {
      const { targetInfos } = await pipe.send<{ targetInfos: Target[] }>('Target.getTargets');
      return targetInfos.find(({ type, url }) => type === 'service_worker' && url.includes(id));
    });
    const session = await attach(pipe, worker.targetId);
    return new BrowserWindow(browser, folder, pipe, session);
  }

  /** Opens a tab in front of the others, or behind them. */
  async openTab(url: string, { behind = false } = {}): Promise<Tab> {
    const { targetId } = await this.pipe.send<{ targetId: string }>('Target.createTarget', {
      url,
      background: behind,
    });
    this.opened.push(targetId);
    return new Tab(this.pipe, targetId, await attach(this.pipe, targetId));
  }

  /** Closes all tabs but the empty one with which the window was opened. */
  async closeTabs(): Promise<void> {
    const opened = this.opened.splice(0);
    const left = async () => {
      const { targetInfos } = await this.pipe.send<{ targetInfos: Target[] }>('Target.getTargets');
      return targetInfos.filter(({ targetId }) => opened.includes(targetId));
    };
    for (const { targetId } of await left())
      await this.pipe.send('Target.closeTarget', { targetId });
    await until('the tabs are closed', async () => (await left()).length === 0 || undefined);
  }

  /** The addresses of all audible tabs. */
  audibleTabs(): Promise<string[]> {
    return evaluate(this.pipe, this.extension, 'audibleTabs()');
  }

  /** The changes since the window was opened. */
  audibleChanges(): Promise<AudibleChange[]> {
    return evaluate(this.pipe, this.extension, 'changes');
  }

  /** Suspends all processes of the browser until `wake`, as closing a laptop's lid would. */
  sleep(): void {
    this.signal('SIGSTOP');
  }

  wake(): void {
    this.signal('SIGCONT');
  }

  private signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    // The browser's processes are a group of their own.
    if (this.process.pid !== undefined) process.kill(-this.process.pid, signal);
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    await this.pipe.send('Browser.close').catch(() => this.process.kill());
    await ended;
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class Tab {
  constructor(
    private readonly pipe: DevToolsPipe,
    private readonly target: string,
    private readonly session: string,
  ) {}

  /** Brings the tab to the front, which hides the previous one. */
  async show(): Promise<void> {
    await this.pipe.send('Target.activateTarget', { targetId: this.target });
    await this.until('it is shown', `document.visibilityState === 'visible'`);
  }

  /** Clicks where nothing can be pressed: a user gesture, after which the browser allows sound. */
  async touch(): Promise<void> {
    await this.clickAt(4, 600);
    await this.until('it was touched', 'navigator.userActivation.hasBeenActive');
  }

  /** Clicks an element like a user. */
  async click(selector: string): Promise<void> {
    // Waits until it does not move any more and nothing covers it, because a pop-up opens with an animation.
    const [x, y] = await this.evaluate<[number, number]>(`new Promise((resolve) => {
      let before = '';
      const look = () => {
        const wanted = document.querySelector(${JSON.stringify(selector)});
        const { x, y, width, height } = wanted.getBoundingClientRect();
        const middle = [x + width / 2, y + height / 2];
        if (String(middle) === before && wanted.contains(document.elementFromPoint(...middle))) {
          return resolve(middle);
        }
        before = String(middle);
        requestAnimationFrame(look);
      };
      look();
    })`);
    await this.clickAt(x, y);
  }

  private async clickAt(x: number, y: number): Promise<void> {
    for (const type of ['mousePressed', 'mouseReleased']) {
      const click = { type, x, y, button: 'left', clickCount: 1 };
      await this.pipe.send('Input.dispatchMouseEvent', click, this.session);
    }
  }

  /** Clicks a button by script, because the tab is hidden. */
  async press(name: string, part = 'dialog[open]'): Promise<void> {
    // A ring does not take presses at once.
    await this.until('presses count', `document.querySelector('dialog[data-early]') === null`);
    await this.evaluate(`[...document.querySelectorAll(${JSON.stringify(`${part} button`)})]
      .find((button) => button.textContent.trim() === ${JSON.stringify(name)}).click()`);
  }

  /** Blocks requests whose address matches, such as `*events*`. */
  async block(pattern: string): Promise<void> {
    await this.pipe.send('Network.enable', {}, this.session);
    await this.pipe.send('Network.setBlockedURLs', { urls: [pattern] }, this.session);
  }

  evaluate<Value>(expression: string): Promise<Value> {
    return evaluate(this.pipe, this.session, expression);
  }

  /** Waits until an expression is true in the page. */
  async until(what: string, expression: string, withinMs?: number): Promise<void> {
    await until(
      what,
      async () => (await this.evaluate<boolean>(expression)) || undefined,
      withinMs,
    );
  }

  async navigate(url: string): Promise<void> {
    await this.pipe.send('Page.navigate', { url }, this.session);
  }

  async close(): Promise<void> {
    await this.pipe.send('Target.closeTarget', { targetId: this.target });
  }
}

/** Polls until a function returns a value; errors are ignored, because a page may be loading. */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | undefined>,
  withinMs = 20_000,
): Promise<Value> {
  let cause: unknown;
  for (const begun = Date.now(); Date.now() - begun < withinMs;) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (failure) {
      cause = failure;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`not within ${withinMs} ms: ${what}`, { cause });
}

async function attach(pipe: DevToolsPipe, targetId: string): Promise<string> {
  const attached = { targetId, flatten: true };
  return (await pipe.send<{ sessionId: string }>('Target.attachToTarget', attached)).sessionId;
}

async function evaluate<Value>(
  pipe: DevToolsPipe,
  session: string,
  expression: string,
): Promise<Value> {
  const { result, exceptionDetails } = await pipe.send<{
    result: { value: Value };
    exceptionDetails?: { text: string; exception?: { description?: string } };
  }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, session);
  if (exceptionDetails !== undefined)
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

function executable(): string {
  return existsSync(debianChromium) ? debianChromium : chromium.executablePath();
}

function options(folder: string): string[] {
  return [
    ...quietChromium,
    '--lang=en-GB',
    '--window-size=1200,850',
    '--remote-debugging-pipe',
    '--enable-unsafe-extension-debugging',
    `--user-data-dir=${join(folder, 'profile')}`,
    'about:blank',
  ];
}
