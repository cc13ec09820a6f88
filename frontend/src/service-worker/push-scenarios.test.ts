// Rings on several devices in random circumstances, by the worker's own code: with pages that are seen, hidden, frozen or not
// there, and somebody who answers on one of them, or nobody. Pages, browsers and the server are modelled.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakePage, FakeScope, inChromium, type Showing } from '../testing/fake-worker-scope';
import { randomOf, type Random } from '../testing/random';
import { listenForPushes } from './push';
import type { NoticeOptions } from './push-notice';

vi.mock('../push/ring-device', () => {
  const stored = new Map<string, unknown>();
  return {
    ringDevice: () => Promise.resolve(null),
    storeValue: (name: string, value: unknown) => Promise.resolve(stored.set(name, value)),
    deleteValue: (name: string) => Promise.resolve(stored.delete(name)),
    storedValues: () => Promise.resolve([...stored.values()]),
  };
});

const due = Date.parse('2026-11-21T07:00:00Z');
/** The server's: what waits for a page, and for one that has the ring by its stream. */
const sentAfterMs = 300;
const sentAfterStreamMs = 3_000;
/** A worker waits for a page to say what it knows for 400 ms. */
const pageAnswersWithinMs = 350;
const workerWaitsMs = 400;
const lastsMs = 60_000;
/** By so much time goes on before what it has set off is done. */
const stepMs = 10;

type PageState = 'visible' | 'hidden' | 'frozen' | 'none';
const states: readonly PageState[] = ['visible', 'hidden', 'frozen', 'none'];

/** A page that sounds the ring some time after it is due; one that is frozen neither sounds nor answers. */
class SoundingPage extends FakePage {
  soundsSince: number | null = null;
  hasSounded = false;
  private knowsAnswer = false;

  constructor(
    readonly state: PageState,
    private readonly answersInMs: number,
  ) {
    super('silent');
    this.visibilityState = state === 'visible' ? 'visible' : 'hidden';
  }

  sound(): void {
    if (this.knowsAnswer || this.state === 'frozen') return;
    this.soundsSince = Date.now();
    this.hasSounded = true;
  }

  hearOfAnswer(): void {
    if (this.state === 'frozen') return;
    this.knowsAnswer = true;
    this.soundsSince = null;
  }

  override postMessage(message: { asksAbout?: unknown }, [port]: MessagePort[] = []): void {
    if (message.asksAbout === undefined || this.state === 'frozen') return;
    const reply = this.knowsAnswer ? 'answered' : this.soundsSince === null ? 'silent' : 'sounding';
    setTimeout(() => port?.postMessage(reply), this.answersInMs);
  }
}

interface Shown {
  readonly at: number;
  readonly isLoud: boolean;
  /** Whether a page had sounded for so long that it would have said so. */
  readonly isBesidePage: boolean;
}

class Device {
  readonly scope = new FakeScope();
  readonly page: SoundingPage | null;
  readonly shown: Shown[] = [];
  readonly token: string;
  wasSentRing = false;
  stopShownAt = Infinity;
  /** How many notifications each push showed before its event ended. */
  readonly ofEvents: number[] = [];

  constructor(seed: number, number: number, random: Random) {
    this.token = `${String(seed)}-${String(number)}`;
    const state = random.one(states);
    this.page =
      state === 'none' ? null : new SoundingPage(state, random.below(pageAnswersWithinMs));
    this.scope.pages = this.page === null ? [] : [this.page];
    const { registration } = this.scope;
    const show = registration.showNotification;
    registration.showNotification = (title: string, options: NoticeOptions) => {
      const since = this.page?.soundsSince ?? Infinity;
      this.shown.push({
        at: Date.now(),
        isLoud: options.silent === false,
        isBesidePage: Date.now() - since > workerWaitsMs + stepMs,
      });
      return show(title, options);
    };
    listenForPushes(this.scope as unknown as ServiceWorkerGlobalScope);
  }

  async push(data: object, fields: object): Promise<void> {
    const before = this.shown.length;
    // Each device has a worker of its own; these share a memory, in which tags tell them apart.
    const tag = `alarm-${this.token}`;
    const ends = this.scope.push({ notification: { title: 'Walk', tag, data, ...fields } });
    await ends.catch(() => undefined);
    this.ofEvents.push(this.shown.length - before);
  }

  /** What stands here and can be answered. */
  ringing(): Showing | undefined {
    return this.scope.shown.find(({ data }) => data.ring !== null);
  }
}

/** Everything that happens to one ring; the server's half of it is modelled here. */
class Scenario {
  readonly devices: readonly Device[];
  answeredAt = Infinity;
  /** All that goes on by itself. */
  private readonly work: Promise<unknown>[] = [];

  constructor(
    seed: number,
    private readonly random: Random,
  ) {
    this.devices = Array.from(
      { length: 1 + random.below(3) },
      (_, number) => new Device(seed, number, random),
    );
    for (const device of this.devices) this.begin(device);
    if (random.percent(70)) this.in(random.below(40_000), () => this.answerSomewhere());
  }

  /** What happens here is done, and nothing of it failed. */
  async ends(): Promise<void> {
    await Promise.all(this.work);
  }

  /** What a worker sends: by its token it is known whose it is. */
  hear(path: string, token: string): Response | null {
    const device = this.devices.find((one) => one.token === token);
    if (device === undefined || this.random.percent(10)) return null;
    if (path === '/api/rings/answer') this.answer(device);
    return new Response('{}', { headers: { Date: new Date(Date.now()).toUTCString() } });
  }

  private begin(device: Device): void {
    const { page } = device;
    if (page === null) {
      this.in(sentAfterMs, () => this.sendRing(device));
      return;
    }
    // A hidden page is late at times; what it says to the server may be lost.
    this.in(this.random.below(page.state === 'hidden' ? 8_000 : 200), () => {
      page.sound();
    });
    this.in(sentAfterStreamMs, () => {
      const isHeard = page.hasSounded && this.random.percent(70);
      return isHeard ? Promise.resolve() : this.sendRing(device);
    });
  }

  private async sendRing(device: Device): Promise<void> {
    if (this.answeredAt !== Infinity) return;
    device.wasSentRing = true;
    await this.after(this.random.below(2_000));
    const ring = {
      kind: 'alarm',
      id: 42,
      scheduledFor: new Date(due).toISOString(),
      device: 'd',
      token: device.token,
    };
    await device.push(
      { ring },
      { silent: false, actions: [{ action: 'snooze' }, { action: 'stop' }] },
    );
  }

  private async answerSomewhere(): Promise<void> {
    const device = this.random.one(this.devices);
    const notice = device.ringing();
    const isHeard = typeof device.page?.soundsSince === 'number';
    if (isHeard && this.random.percent(50)) this.answer(device);
    else if (notice !== undefined) {
      notice.close();
      const event = { action: this.random.one(['snooze', 'stop']), notification: notice };
      await device.scope.send('notificationclick', event);
    }
  }

  /** The first answer stands: pages hear of it by their streams, devices that were sent the ring by a push. */
  private answer(on: Device): void {
    if (this.answeredAt !== Infinity) return;
    this.answeredAt = Date.now();
    for (const device of this.devices) {
      const { page } = device;
      if (page !== null)
        this.in(this.random.below(300), () => {
          page.hearOfAnswer();
        });
      if (device !== on && device.wasSentRing) this.in(0, () => this.sendStop(device));
    }
  }

  private async sendStop(device: Device): Promise<void> {
    // It replaces the ring at the service, and follows it from there.
    await this.after(2_000 + this.random.below(2_000));
    device.stopShownAt = Date.now() + 1;
    const stop = { kind: 'alarm', id: 42, scheduledFor: new Date(due).toISOString() };
    await device.push({ stop }, { silent: true, actions: [] });
  }

  private in(ms: number, act: () => unknown): void {
    this.work.push(this.after(ms).then(act));
  }

  private after(ms: number): Promise<void> {
    return new Promise((resume) => {
      setTimeout(resume, ms);
    });
  }
}

/** Delivers at once: the real one takes turns that a test with a clock of its own does not wait for. */
class QuickChannel {
  readonly port1: { onmessage: ((event: { data: unknown }) => void) | null; close: () => void } = {
    onmessage: null,
    close: () => {
      this.port1.onmessage = null;
    },
  };
  readonly port2 = {
    postMessage: (data: unknown) => {
      this.port1.onmessage?.({ data });
    },
  };
}

let scenarios: readonly Scenario[] = [];

/** Time goes on for all of them at once. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    vi.advanceTimersByTime(stepMs);
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: due });
  vi.stubGlobal('MessageChannel', QuickChannel);
  vi.stubGlobal('fetch', (path: string, { headers }: RequestInit) => {
    const { Authorization = '' } = headers as Record<string, string>;
    const token = Authorization.replace('Bearer ', '');
    const answer = scenarios[Number(token.split('-')[0])]?.hear(path, token) ?? null;
    return answer === null
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(answer);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['Chromium', 140, inChromium],
  ['a browser that sounds nothing twice', 60, () => vi.stubGlobal('Notification', vi.fn())],
])(
  'in %s, %i random scenarios: each push shows something, one place sounds, no ring goes unheard',
  async (_, count, inBrowser) => {
    inBrowser();
    scenarios = Array.from({ length: count }, (_one, seed) => new Scenario(seed, randomOf(seed)));
    await pass(lastsMs);
    const seen = { pushes: 0, loud: 0, silent: 0, answered: 0, stops: 0 };
    for (const scenario of scenarios) {
      await scenario.ends();
      const isAnswered = scenario.answeredAt !== Infinity;
      seen.answered += Number(isAnswered);
      for (const device of scenario.devices) {
        judge(device, isAnswered);
        const { shown, ofEvents, stopShownAt } = device;
        seen.pushes += ofEvents.length;
        seen.loud += loudOf(device).length;
        seen.silent += shown.length - loudOf(device).length;
        seen.stops += Number(stopShownAt < Infinity);
      }
    }
    // Chance has been everywhere.
    for (const [what, times] of Object.entries(seen))
      expect(times, what).toBeGreaterThan(count / 10);
  },
);

function judge(device: Device, isAnswered: boolean): void {
  const { page, ofEvents, stopShownAt } = device;
  const context = `device ${device.token}, page ${page?.state ?? 'none'}`;
  expect(Math.min(1, ...ofEvents), `${context}: each push shows something`).toBe(1);
  const loud = loudOf(device);
  const beside = loud.filter(({ isBesidePage }) => isBesidePage);
  expect(beside, `${context}: one place sounds`).toEqual([]);
  const late = loud.filter(({ at }) => at > stopShownAt);
  expect(late, `${context}: an answer ends the sound`).toEqual([]);
  if (!isAnswered) {
    const isHeard = page?.hasSounded === true || loud.length > 0;
    expect(isHeard, `${context}: a ring that nobody answered is heard`).toBe(true);
    return;
  }
  expect(page?.soundsSince ?? null, `${context}: the page is quiet`).toBeNull();
  if (stopShownAt < Infinity) expect(device.ringing(), context).toBeUndefined();
}

function loudOf({ shown }: Device): readonly Shown[] {
  return shown.filter(({ isLoud }) => isLoud);
}
