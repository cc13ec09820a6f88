// A visitor with a browser of their own: what they set through the API, and the time their pages are told.
import {
  test as base,
  expect,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Alarm, AlarmDraft, RungRing, Timer, TimerDraft } from '../src/api/types';

export { expect };

export class Visitor {
  /** What the server's time, as the pages see it, is ahead of the real one. */
  private aheadMs = 0;

  constructor(
    readonly context: BrowserContext,
    private readonly request: APIRequestContext,
    private readonly browserId: string,
  ) {}

  /** The same person on another device. */
  async elsewhere(browser: Browser): Promise<Visitor> {
    const context = await browser.newContext();
    await prepare(context, this.browserId);
    return new Visitor(context, this.request, this.browserId);
  }

  /** Opens another tab. */
  async open(path: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(path);
    return page;
  }

  /**
   * Shows a page and waits until its stream of events stands and has told it where it is, so that it hears whatever
   * rings from now on, even if it is loaded again meanwhile.
   */
  async listen(page: Page, path: string): Promise<void> {
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/events'));
    await page.goto(path);
    await answer;
    await page.waitForFunction(() => localStorage.getItem('stream:v1') !== null);
  }

  async setTimer(draft: Partial<TimerDraft>): Promise<Timer> {
    return this.write<Timer>('post', '/api/timers', { enabled: 1, ...draft });
  }

  async setAlarm(draft: Partial<AlarmDraft>): Promise<Alarm> {
    const daily = { repeat: 'daily', timezone: 'Asia/Tokyo' };
    return this.write<Alarm>('post', '/api/alarms', { ...daily, ...draft });
  }

  /** What the server lists as rung in the last ten minutes. */
  async rings(): Promise<RungRing[]> {
    const answer = await this.request.get('/api/rings', { headers: this.headers() });
    return (await answer.json()) as RungRing[];
  }

  /** Gives a timer its whole length back, as no page of this browser does. */
  async resetTimer({ id }: Timer): Promise<void> {
    const data = { enabled: 0 };
    await this.request.patch(`/api/timers/${String(id)}`, { data, headers: this.headers() });
  }

  /** Deletes all that this browser owns. */
  async forget(): Promise<void> {
    await this.request.delete('/api/browser', { headers: this.headers() });
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
    // By the server's own time nothing of what is moved here rings, nor can it be answered.
    await this.context.route('**/api/rings*', async (route) => {
      const since = new URL(route.request().url()).searchParams.get('since');
      await route.fulfill({ json: await this.ringsAtMovedTime(since) });
    });
    await this.context.route('**/api/rings/answer', async (route) => {
      const { id, answer } = route.request().postDataJSON() as { id: number; answer: string };
      const at = new Date().toISOString();
      if (answer !== 'snooze') return route.fulfill({ json: { answer, at, snoozedUntil: null } });
      const headers = this.headers();
      const snoozed = await this.request.post(`/api/alarms/${String(id)}/snooze`, { headers });
      const { snoozedUntil } = (await snoozed.json()) as Alarm;
      return route.fulfill({ json: { answer, at, snoozedUntil } });
    });
    await this.context.route('**/api/time', (route) => {
      const now = Date.now() + this.aheadMs;
      return route.fulfill({ json: { receivedAt: now, sentAt: now } });
    });
  }

  private async ringsAtMovedTime(since: string | null): Promise<RungRing[]> {
    const now = Date.now() + this.aheadMs;
    const from = since === null ? now - 10 * 60_000 : Date.parse(since);
    const due = (await this.alarms()).filter(({ nextTrigger }) => {
      const dueAt = Date.parse(nextTrigger ?? '');
      return dueAt >= from && dueAt <= now;
    });
    return due.map((alarm) => ({
      ...alarm,
      kind: 'alarm',
      scheduledFor: alarm.nextTrigger ?? '',
      answered: null,
    }));
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

/** A new visitor at a browser of the journey's own. */
export async function visitorAt(
  context: BrowserContext,
  request: APIRequestContext,
): Promise<Visitor> {
  const browserId = crypto.randomUUID();
  await prepare(context, browserId);
  return new Visitor(context, request, browserId);
}

async function prepare(context: BrowserContext, browserId: string): Promise<void> {
  await context.addInitScript((id) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('browser-id', id);
  }, browserId);
  await context.addInitScript(watchSounds);
}

export const test = base.extend<{ visitor: Visitor }>({
  visitor: async ({ context, request }, provide) => {
    await provide(await visitorAt(context, request));
  },
});

/** Waits until the page runs: the clock in its header, and what its foot tells of the year. */
export async function expectHydrated(page: Page): Promise<void> {
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
