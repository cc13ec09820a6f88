// Drives WebKitGTK's MiniBrowser over the WebDriver protocol of the W3C: https://www.w3.org/TR/webdriver2/
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Point } from '../touch';
import type { Engine, EngineOptions, Profile, RawTab } from './engine';
import { until } from './wait';

export const webkitDriverPath = '/usr/bin/WebKitWebDriver';

/** Code points of keys that are no characters: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keyCodes: Readonly<Record<string, string>> = {
  ...{ Backspace: '\uE003', Tab: '\uE004', Enter: '\uE007', Shift: '\uE008', Escape: '\uE00C' },
  ...{
    ArrowLeft: '\uE012',
    ArrowUp: '\uE013',
    ArrowRight: '\uE014',
    ArrowDown: '\uE015',
  },
};

const usualSize = { width: 1280, height: 900 };

export async function openWebKitEngine(options: EngineOptions): Promise<Engine> {
  const open = new Set<Session>();
  const newSession = async () => {
    const session = await Session.start(options);
    open.add(session);
    return session;
  };
  // A browser takes a second to start, so the first profile gets the one that told the version.
  let first: Session | null = await newSession();
  const { version } = first;
  return {
    name: 'webkit',
    version,
    newProfile: async () => {
      const session = first ?? (await newSession());
      first = null;
      return {
        newTab: () => session.newTab(),
        addresses: () => session.addresses(),
        close: async () => {
          open.delete(session);
          await session.end();
        },
      } satisfies Profile;
    },
    close: async () => {
      await Promise.all([...open].map((session) => session.end()));
    },
  };
}

/** A driver with its only session: a browser with a profile of its own. */
class Session {
  private path = '';
  /** The tab to which commands are sent. */
  private present = '';
  private unused: string | null = null;
  /** The tabs in use: a small window that a page has opened is none. */
  private readonly tabs = new Set<string>();
  /** Commands are sent one after the other, because each may be for another tab. */
  private queue: Promise<unknown> = Promise.resolve();
  version = '';

  private constructor(
    private readonly driver: ChildProcess,
    private readonly url: string,
    private readonly display: string,
  ) {}

  static async start({
    display,
    soundServer,
    zone = 'Asia/Tokyo',
    environment = {},
  }: EngineOptions): Promise<Session> {
    const port = await freePort();
    const driver = spawn(webkitDriverPath, [`--port=${String(port)}`], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: {
        ...process.env,
        TZ: zone,
        DISPLAY: display,
        PULSE_SERVER: soundServer,
        // Layers would be put together by the processor, which doubles its work.
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
        // Bubblewrap, the sandbox, does not start for root.
        ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
        ...environment,
      },
    });
    const session = new Session(driver, `http://127.0.0.1:${String(port)}`, display);
    await until(
      'the driver of WebKit listens',
      async () => (await fetch(`${session.url}/status`)).ok,
    );
    const begun = await session.call<{
      sessionId: string;
      capabilities: { browserName: string; browserVersion: string };
    }>('POST', '/session', { capabilities: {} });
    session.path = `/session/${begun.sessionId}`;
    session.version = `${begun.capabilities.browserName}/${begun.capabilities.browserVersion}`;
    session.present = await session.call('GET', `${session.path}/window`);
    session.unused = session.present;
    return session;
  }

  async newTab(): Promise<RawTab> {
    const handle = this.unused ?? (await this.createTab());
    this.unused = null;
    this.tabs.add(handle);
    // All tabs have one window, whose size a tab before this one may have changed.
    await this.inTab(handle, 'POST', '/window/rect', usualSize);
    return {
      navigate: (url) => this.inTab(handle, 'POST', '/url', { url }),
      evaluate: (expression) =>
        this.inTab(handle, 'POST', '/execute/sync', { script: `return (${expression})`, args: [] }),
      clickAt: (x, y) =>
        this.perform(handle, 'pointer', [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]),
      drag: (pointer, points) =>
        pointer === 'mouse'
          ? this.perform(handle, 'pointer', mouseDrag(points))
          : this.inTab(handle, 'POST', '/execute/sync', {
              script: `return (${fingerDrag})(arguments[0])`,
              args: [points],
            }),
      press: (...keys) =>
        this.perform(
          handle,
          'key',
          keys.flatMap((key) => {
            const value = keyCodes[key] ?? key;
            return [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ];
          }),
        ),
      resize: (width, height) => this.inTab(handle, 'POST', '/window/rect', { width, height }),
      screenshot: async () =>
        Buffer.from(await this.inTab<string>(handle, 'GET', '/screenshot'), 'base64'),
      show: () => this.showTab(handle),
      close: () => this.closeTab(handle),
      problems: () => Promise.resolve(null),
    };
  }

  async addresses(): Promise<readonly string[]> {
    const handles = await this.call<string[]>('GET', `${this.path}/window/handles`);
    return Promise.all(handles.map((handle) => this.inTab<string>(handle, 'GET', '/url')));
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.driver.once('exit', resolve));
    await this.call('DELETE', this.path).catch(() => undefined);
    this.driver.kill();
    await ended;
  }

  private async createTab(): Promise<string> {
    const [open = ''] = await this.call<string[]>('GET', `${this.path}/window/handles`);
    const { handle } = await this.inTab<{ handle: string }>(open, 'POST', '/window/new', {
      type: 'tab',
    });
    return handle;
  }

  /** A command for a tab does not bring it to the front, so the browser's own key for the next tab is pressed. */
  private async showTab(handle: string): Promise<void> {
    const script = 'return document.visibilityState';
    const state = () => this.inTab<string>(handle, 'POST', '/execute/sync', { script, args: [] });
    const env = { ...process.env, DISPLAY: this.display };
    const keys = async () => {
      const next = [
        'search',
        '--onlyvisible',
        '--class',
        'MiniBrowser',
        'windowfocus',
        'key',
        'ctrl+Page_Down',
      ];
      await promisify(execFile)('xdotool', next, { env });
    };
    for (let tries = 0; (await state()) !== 'visible'; tries += 1) {
      if (tries === 10) throw new Error('the tab cannot be brought to the front');
      const before = await state();
      await keys();
      // If another tab is in front now, this one stays hidden, and the key is pressed again.
      await until('the key was noticed', async () => (await state()) !== before, 1_000).catch(
        () => undefined,
      );
    }
  }

  /** Without a tab the browser would end, so the last one is used again. */
  private async closeTab(handle: string): Promise<void> {
    this.tabs.delete(handle);
    if (this.tabs.size > 0 || this.unused !== null) {
      await this.inTab(handle, 'DELETE', '/window');
      return;
    }
    await this.inTab(handle, 'POST', '/url', { url: 'about:blank' });
    this.unused = handle;
  }

  private perform(
    handle: string,
    type: 'key' | 'pointer',
    actions: readonly object[],
  ): Promise<void> {
    return this.inTab(handle, 'POST', '/actions', { actions: [{ type, id: type, actions }] });
  }

  /** Sends a command to a tab, after the commands before it. */
  private inTab<Value>(
    handle: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<Value> {
    const send = async () => {
      if (this.present !== handle) {
        // While another tab is being closed, the driver refuses this for a moment.
        await until(
          'the tab takes commands',
          async () => {
            await this.call('POST', `${this.path}/window`, { handle });
            return true;
          },
          5_000,
        );
        this.present = handle;
      }
      return this.call<Value>(method, this.path + path, body);
    };
    const answer = this.queue.then(send, send);
    this.queue = answer.catch(() => undefined);
    return answer;
  }

  private async call<Value>(method: string, path: string, body?: object): Promise<Value> {
    const answer = await fetch(this.url + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Value };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
}

function mouseDrag([first, ...others]: readonly Point[]): readonly object[] {
  const moveTo = ([x, y]: Point = [0, 0]) => ({ type: 'pointerMove', x, y, duration: 0 });
  return [
    moveTo(first),
    { type: 'pointerDown', button: 0 },
    ...others.map(moveTo),
    { type: 'pointerUp', button: 0 },
  ];
}

/**
 * The pointer events of a finger, from a script. They have the id of the mouse, because only a pointer that the browser knows can
 * be captured. What the browser would do itself is not seen: so it fails where the styles let a finger scroll in every direction.
 */
const fingerDrag = `async (points) => {
  const [first, ...others] = points;
  const target = document.elementFromPoint(...first);
  let held = target;
  while (held !== null && getComputedStyle(held).touchAction === 'auto') held = held.parentElement;
  if (held === null) throw new Error('the page would scroll under the finger at ' + target.outerHTML.slice(0, 300));
  const send = async (type, [clientX, clientY]) => {
    const pointer = { pointerId: 1, pointerType: 'touch', isPrimary: true };
    const button = type === 'pointermove' ? -1 : 0;
    const buttons = type === 'pointerup' ? 0 : 1;
    const place = { bubbles: true, cancelable: true, clientX, clientY };
    target.dispatchEvent(new PointerEvent(type, { ...pointer, ...place, button, buttons }));
    await new Promise(requestAnimationFrame);
  };
  await send('pointerdown', first);
  for (const point of others) await send('pointermove', point);
  await send('pointerup', points.at(-1));
}`;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
