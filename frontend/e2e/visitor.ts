// A visitor with a browser of their own: what they set through the API, and the time their pages are told.
import {
  test as base,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Alarm, AlarmDraft, Timer, TimerDraft } from '../src/api/types';

export { expect };

export class Visitor {
  /** What the server's time, as the pages see it, is ahead of the real one. */
  private aheadMs = 0;

  constructor(
    readonly context: BrowserContext,
    private readonly request: APIRequestContext,
    private readonly browserId: string,
  ) {}

  /** Opens another tab. */
  async open(path: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(path);
    return page;
  }

  /**
   * Shows a page and waits until its event streams stand and have told it where they are, so that it hears whatever
   * rings from now on, even if it is loaded again meanwhile.
   */
  async listen(page: Page, path: string): Promise<void> {
    const streams = ['/api/alarms/notifications', '/api/timers/notifications'];
    const answers = streams.map((stream) =>
      page.waitForResponse((response) => response.url().includes(stream)),
    );
    await page.goto(path);
    await Promise.all(answers);
    await page.waitForFunction(
      (paths) => paths.every((stream) => localStorage.getItem(`stream:${stream}`) !== null),
      streams,
    );
  }

  async setTimer(draft: Partial<TimerDraft>): Promise<Timer> {
    return this.write<Timer>('post', '/api/timers', { enabled: 1, ...draft });
  }

  async setAlarm(draft: Partial<AlarmDraft>): Promise<Alarm> {
    const daily = { repeat: 'daily', timezone: 'Asia/Tokyo' };
    return this.write<Alarm>('post', '/api/alarms', { ...daily, ...draft });
  }

  async alarms(): Promise<Alarm[]> {
    const answer = await this.request.get('/api/alarms', { headers: this.headers() });
    return (await answer.json()) as Alarm[];
  }

  async timers(): Promise<Timer[]> {
    const answer = await this.request.get('/api/timers', { headers: this.headers() });
    return (await answer.json()) as Timer[];
  }

  /**
   * Tells pages opened from now on a time at which `instant` is `inMs` away, so that no journey waits for a
   * minute to come round. The server itself goes on as before.
   */
  async moveTimeTo(instant: number, inMs: number): Promise<void> {
    this.aheadMs = instant - inMs - Date.now();
    await this.context.unroute('**/api/time');
    await this.context.route('**/api/time', (route) => {
      const now = Date.now() + this.aheadMs;
      return route.fulfill({ json: { receivedAt: now, sentAt: now } });
    });
  }

  private async write<Row>(method: 'post', path: string, data: object): Promise<Row> {
    const answer = await this.request[method](path, { data, headers: this.headers() });
    expect(answer.status()).toBe(201);
    return (await answer.json()) as Row;
  }

  private headers() {
    return { 'X-Browser-Id': this.browserId };
  }
}

export const test = base.extend<{ visitor: Visitor }>({
  visitor: async ({ context, request }, provide) => {
    const browserId = crypto.randomUUID();
    await context.addInitScript((id) => {
      if (location.protocol.startsWith('http')) localStorage.setItem('browser-id', id);
    }, browserId);
    await context.addInitScript(watchSounds);
    await provide(new Visitor(context, request, browserId));
  },
});

/** Waits until the page runs: the clock in its header, and what its foot tells of the year. */
export async function expectAlive(page: Page): Promise<void> {
  await expect(page.locator('[data-state="now"]').first()).toBeAttached();
  await expect(page.getByRole('contentinfo')).toContainText(/© \d{4}/);
}

/** The pop-up of what rings. */
export function ringOf(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

/** How many sounds play in these tabs together. Whether a hidden tab is heard, `headed` asks the browser. */
async function soundsIn(pages: readonly Page[]): Promise<number> {
  const counts = await Promise.all(
    pages.map((page) => page.evaluate(() => window.sounds.filter(({ playing }) => playing).length)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Waits until this many sounds play in these tabs together. */
export async function expectSounds(pages: readonly Page[], count: number): Promise<void> {
  await expect.poll(() => soundsIn(pages)).toBe(count);
}

declare global {
  interface Window {
    /** Every sound that the page has ever begun to play. */
    sounds: { playing: boolean }[];
  }
}

function watchSounds() {
  window.sounds = [];
  const sounds = new WeakMap<AudioScheduledSourceNode, { playing: boolean }>();
  const method = (prototype: object, name: string) =>
    Object.getOwnPropertyDescriptor(prototype, name)?.value as () => void;
  const start = method(AudioBufferSourceNode.prototype, 'start');
  const stop = method(AudioScheduledSourceNode.prototype, 'stop');
  const end = (node: AudioScheduledSourceNode) => {
    const sound = sounds.get(node);
    if (sound !== undefined) sound.playing = false;
  };
  AudioBufferSourceNode.prototype.start = function watched(this: AudioBufferSourceNode) {
    const sound = { playing: true };
    sounds.set(this, sound);
    window.sounds.push(sound);
    this.addEventListener('ended', () => {
      end(this);
    });
    start.call(this);
  };
  AudioScheduledSourceNode.prototype.stop = function watched(this: AudioScheduledSourceNode) {
    end(this);
    stop.call(this);
  };
}
