// A visitor with an own browser id: their data through the API, and the time of their pages.
import {
  test as base,
  expect,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Alarm, AlarmDraft, RungRing, Timer, TimerDraft } from '../src/model/types';

export { expect };

export class Visitor {
  /** How far the time of the pages is ahead of the real one. */
  private aheadMs = 0;

  constructor(
    readonly context: BrowserContext,
    private readonly request: APIRequestContext,
    private readonly browserId: string,
  ) {}

  /** This person on another device. */
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
   * Opens a page and waits until its event stream is connected and has stored a position, so that it gets every ring
   * from now on, even after a reload.
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

  /** The server's list of rings in the last ten minutes. */
  async rings(): Promise<RungRing[]> {
    const answer = await this.request.get('/api/rings', { headers: this.headers() });
    return (await answer.json()) as RungRing[];
  }

  /** Resets a timer, but not from a page of this browser. */
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
   * Changes the time of pages that are opened from now on, so that `instant` is `inMs` away and no journey waits for a
   * full minute. The server's own time is unchanged.
   */
  async moveTimeTo(instant: number, inMs: number): Promise<void> {
    this.aheadMs = instant - inMs - Date.now();
    await this.context.unroute('**/api/time');
    // By the server's own time these rings are in the future: it neither lists them nor accepts answers.
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

/** A new visitor in the given browser context. */
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
    // A page may still ask for its rings.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

/** Waits until the clock in the header and the year in the footer are rendered. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator('[data-hand]')).toBeAttached();
  await expect(page.getByRole('contentinfo')).toContainText(/© \d{4}/);
}

/** The pop-up of a ring. */
export function ringOf(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

/** Answers a ring with Escape, which stops timers and snoozes alarms: the first press may come before a pause of typing. */
export async function stopWithEscape(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(ringOf(page, name)).toBeHidden({ timeout: 200 });
    // Each press begins another pause.
  }).toPass({ intervals: [2_500] });
}

/** The number of sounds that play in these tabs. Only `headed` tests whether a hidden tab is really heard. */
async function soundsIn(pages: readonly Page[]): Promise<number> {
  const counts = await Promise.all(
    pages.map((page) => page.evaluate(() => window.sounds.filter(({ playing }) => playing).length)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Waits until this number of sounds play in these tabs. */
export async function expectSounds(pages: readonly Page[], count: number): Promise<void> {
  await expect.poll(() => soundsIn(pages)).toBe(count);
}

declare global {
  interface Window {
    /** Every sound that the page has started. */
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
