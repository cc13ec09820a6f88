// A browser with several tabs, for tests of what tabs share: one storage with its events, messages, locks and timeouts.
// Each tab has modules of its own. What runs in a tab, and whatever it awaits, belongs to that tab, so that one can be
// frozen or killed at any moment.
import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';

/** The tab whose code runs. */
const acting = new AsyncLocalStorage<Tab>();

export function actingTab(): Tab {
  const tab = acting.getStore();
  if (tab === undefined) throw new Error('this runs in no tab');
  return tab;
}

interface LockRequest {
  readonly tab: Tab;
  readonly grant: () => void;
  readonly giveUp: () => void;
}

/** A browser profile. */
export class Profile {
  readonly stored = new Map<string, string>();
  tabs: Tab[] = [];
  private holder: LockRequest | null = null;
  private waiting: LockRequest[] = [];

  open(): Tab {
    const tab = new Tab(this);
    this.tabs.push(tab);
    return tab;
  }

  /** Ends a tab at once: nothing that it still does has an effect. Others get its lock. */
  kill(tab: Tab): void {
    tab.die();
    this.tabs = this.tabs.filter((one) => one !== tab);
    this.waiting = this.waiting.filter((one) => one.tab !== tab);
    if (this.holder?.tab === tab) this.release(this.holder);
  }

  /** Those who wait for the lock have waited for too long. */
  lockIsLate(): void {
    for (const one of this.waiting.splice(0)) one.giveUp();
  }

  /** There is one lock. */
  async underLock({ ifAvailable }: LockOptions, hold: (lock: object | null) => unknown) {
    const tab = actingTab();
    if (ifAvailable === true && this.holder !== null) return hold(null);
    const own = await new Promise<LockRequest>((resolve, reject) => {
      const one: LockRequest = {
        tab,
        grant: () => {
          resolve(one);
        },
        giveUp: () => {
          reject(new Error('aborted'));
        },
      };
      this.waiting.push(one);
      this.grantNext();
    });
    try {
      return await hold({});
    } finally {
      this.release(own);
    }
  }

  private release(one: LockRequest): void {
    if (this.holder !== one) return;
    this.holder = null;
    this.grantNext();
  }

  private grantNext(): void {
    if (this.holder !== null) return;
    this.holder = this.waiting.shift() ?? null;
    this.holder?.grant();
  }
}

export class Tab {
  readonly events = new EventTarget();
  readonly channels = new Set<FakeChannel>();
  isHidden = false;
  /** How often it still writes until it is dead. */
  private writesLeft = Infinity;
  /** What happens to a frozen tab once it is resumed. */
  private held: (() => void)[] | null = null;
  private timeouts: { readonly dueAt: number; readonly callback: () => void }[] = [];

  constructor(readonly profile: Profile) {}

  get isDead(): boolean {
    return this.writesLeft <= 0;
  }

  get isFrozen(): boolean {
    return this.held !== null;
  }

  die(): void {
    this.writesLeft = 0;
    this.held = null;
    this.timeouts = [];
  }

  /** Its process is killed after so many writes. */
  dieAfter(writes: number): void {
    this.writesLeft = writes;
  }

  run<Result>(act: () => Result): Result {
    return acting.run(this, act);
  }

  /** Soon, or when it is resumed. */
  queue(happening: () => void): void {
    if (this.isDead) return;
    if (this.held === null) {
      setImmediate(() => {
        if (!this.isDead) this.run(happening);
      });
    } else this.held.push(happening);
  }

  freeze(): void {
    this.held ??= [];
  }

  resume(): void {
    const held = this.held ?? [];
    this.held = null;
    held.forEach((happening) => {
      this.queue(happening);
    });
  }

  after(delayMs: number, callback: () => void): () => void {
    const one = { dueAt: Date.now() + delayMs, callback };
    this.timeouts.push(one);
    return () => {
      this.timeouts = this.timeouts.filter((other) => other !== one);
    };
  }

  /** Time has passed. */
  awaken(): void {
    const now = Date.now();
    const due = this.timeouts.filter(({ dueAt }) => dueAt <= now);
    this.timeouts = this.timeouts.filter(({ dueAt }) => dueAt > now);
    due.forEach(({ callback }) => {
      this.queue(callback);
    });
  }

  write(key: string, text: string | null): void {
    if (this.isDead) return;
    this.writesLeft -= 1;
    const { stored, tabs } = this.profile;
    if ((stored.get(key) ?? null) === text) return;
    if (text === null) stored.delete(key);
    else stored.set(key, text);
    for (const tab of tabs) {
      if (tab === this) continue;
      tab.queue(() => tab.events.dispatchEvent(Object.assign(new Event('storage'), { key })));
    }
  }
}

class FakeChannel {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  private readonly tab = actingTab();

  constructor() {
    this.tab.channels.add(this);
  }

  postMessage(message: unknown): void {
    if (this.tab.isDead) return;
    const data: unknown = structuredClone(message);
    for (const tab of this.tab.profile.tabs) {
      if (tab === this.tab) continue;
      tab.channels.forEach((channel) => {
        tab.queue(() => channel.onmessage?.({ data }));
      });
    }
  }

  close(): void {
    this.tab.channels.delete(this);
  }
}

/** Gives the page's globals to the tab whose code runs. */
export function installTabs(): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => actingTab().profile.stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      actingTab().write(key, text);
    },
    removeItem: (key: string) => {
      actingTab().write(key, null);
    },
  });
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  const request = (_name: string, options: LockOptions, hold: (lock: object | null) => unknown) =>
    actingTab().profile.underLock(options, hold);
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }));
  for (const target of [window, document]) {
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
      acting.getStore()?.events.addEventListener(type, listener as EventListener);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation(
      (type: string, listener: unknown) => {
        acting.getStore()?.events.removeEventListener(type, listener as EventListener);
      },
    );
  }
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() =>
    acting.getStore()?.isHidden === true ? 'hidden' : 'visible',
  );
}
