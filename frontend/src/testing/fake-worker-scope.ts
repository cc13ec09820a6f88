// A fake browser for a service worker with push: its notifications, its pages, and its events.
import { vi } from 'vitest';
import type { PageReply } from '../push/worker-talk';
import type { NoticeData, NoticeOptions } from '../service-worker/push-notice';

export interface Showing extends NoticeOptions {
  readonly title: string;
  readonly data: NoticeData;
  readonly close: () => void;
}

/**
 * Replaces the browser around the worker, as in Chromium: one notification per tag, and a list that deletes those that
 * are just being shown.
 */
export class FakeScope {
  shown: Showing[] = [];
  /** Everything that was shown, in order. */
  readonly showings: Showing[] = [];
  pages: FakePage[] = [];
  readonly opened: string[] = [];
  readonly synced: string[] = [];
  refusesOptions = false;
  /** How long replacing a notification takes. */
  showsAfterMs = 0;
  readonly location = { origin: 'https://time.example' };
  readonly navigator = {
    badge: 0,
    setAppBadge(count: number) {
      this.badge = count;
      return Promise.resolve();
    },
    clearAppBadge() {
      this.badge = 0;
      return Promise.resolve();
    },
  };
  readonly clients = {
    matchAll: () => Promise.resolve(this.pages),
    openWindow: (address: string) => Promise.resolve(this.opened.push(address)),
  };
  readonly registration = {
    showNotification: async (title: string, options: NoticeOptions) => {
      if (this.refusesOptions && 'vibrate' in options) throw new TypeError('no');
      const one: Showing = {
        ...options,
        title,
        data: options.data as NoticeData,
        close: () => {
          this.shown = this.shown.filter((other) => other !== one);
        },
      };
      this.beingShown.add(one);
      if (this.showsAfterMs > 0) await new Promise((end) => setTimeout(end, this.showsAfterMs));
      this.beingShown.delete(one);
      this.shown = [...this.shown.filter(({ tag }) => tag !== one.tag), one];
      this.showings.push(one);
    },
    getNotifications: ({ tag }: { tag?: string } = {}) => {
      this.beingShown.forEach((one) => this.deleted.add(one));
      const listed = this.shown.filter((one) => !this.deleted.has(one));
      return Promise.resolve(listed.filter((one) => tag === undefined || one.tag === tag));
    },
    pushManager: {
      subscribe: () => Promise.resolve(aSubscription('https://push.example/new')),
    },
    sync: { register: (tag: string) => Promise.resolve(this.synced.push(tag)) },
  };
  private readonly beingShown = new Set<Showing>();
  private readonly deleted = new Set<Showing>();
  private readonly listeners = new Map<string, (event: object) => void>();

  addEventListener(name: string, listener: (event: object) => void) {
    this.listeners.set(name, listener);
  }

  /** Sends an event; the returned promise is that of `waitUntil`. */
  async send(name: string, event: object): Promise<void> {
    const work: Promise<unknown>[] = [];
    this.listeners.get(name)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) });
    await Promise.all(work);
  }

  push(payload: unknown): Promise<void> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return this.send('push', { data: { text: () => text } });
  }

  click(action: string): Promise<void> {
    return this.send('notificationclick', { action, notification: this.shown[0] });
  }
}

export class FakePage {
  readonly url = 'https://time.example/alarm/en';
  readonly told: unknown[] = [];
  focused = false;
  visibilityState = 'hidden';
  focusedTimes = 0;

  /** The answer of a page; null for a frozen page. */
  constructor(public reply: PageReply | null) {}

  focus() {
    this.focusedTimes += 1;
    return Promise.resolve();
  }

  postMessage(message: { asksAbout?: unknown }, [port]: MessagePort[] = []) {
    if (message.asksAbout === undefined) this.told.push(message);
    else if (this.reply !== null) port?.postMessage(this.reply);
  }
}

export function aSubscription(endpoint: string) {
  return { endpoint, toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }) };
}

/** Chromium's; other browsers have no `renotify`. */
export function inChromium() {
  vi.stubGlobal(
    'Notification',
    class {
      renotify = true;
      static {
        Object.defineProperty(this.prototype, 'renotify', { value: true });
      }
    },
  );
}
