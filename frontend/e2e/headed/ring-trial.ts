// A browser window with several tabs of the site: what rings, and which tab is audible.
import { test as base, expect } from '@playwright/test';
import type { Instant, Timer, TimerDraft } from '../../src/model/types';
import { openDisplay } from './display';
import { BrowserWindow, until, type Tab } from './window';

export { expect };

export class RingTrial {
  private opened = 0;
  /** The tab that is in front when all tabs of the site are hidden. */
  private readonly cover: Promise<Tab>;

  constructor(
    readonly window: BrowserWindow,
    private readonly site: string,
    private readonly browserId: string,
  ) {
    this.cover = this.openCover();
  }

  /**
   * Opens a tab of the site with a connected stream, and clicks in it. With `behind` it opens in the background;
   * without `touched` there is no click; with `cut` there is no stream.
   */
  async openTab({ behind = false, touched = true, cut = false } = {}): Promise<Tab> {
    await this.cover;
    this.opened += 1;
    const tab = await this.window.openTab('about:blank', { behind });
    if (cut) await tab.block('*/api/events');
    // The number identifies the tab, because the browser reports the addresses of audible tabs.
    await tab.navigate(`${this.site}/timer/en#${String(this.opened)}`);
    await tab.until('the page runs', `document.querySelector('[data-hand]') !== null`);
    if (!cut) await this.untilListening(tab);
    if (behind) return tab;
    await tab.show();
    if (touched) await tab.touch();
    return tab;
  }

  /** Hides all tabs of the site behind another page. */
  async hideAll(): Promise<void> {
    await (await this.cover).show();
  }

  /** Creates a timer as another device would. */
  async setTimer(draft: Partial<TimerDraft>): Promise<Timer> {
    const answer = await fetch(`${this.site}/api/timers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Browser-Id': this.browserId },
      body: JSON.stringify({ enabled: 1, ...draft }),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Timer;
  }

  async timers(): Promise<Timer[]> {
    const answer = await fetch(`${this.site}/api/timers`, {
      headers: { 'X-Browser-Id': this.browserId },
    });
    return (await answer.json()) as Timer[];
  }

  /** Waits for a ring's pop-up in a tab. */
  async rings(tab: Tab, label: string, withinMs?: number): Promise<void> {
    const dialog = `[...document.querySelectorAll('dialog[open]')]`;
    await tab.until(
      `a pop-up says ${label}`,
      `${dialog}.some(({ textContent }) => textContent.includes(${JSON.stringify(label)}))`,
      withinMs,
    );
  }

  /**
   * Waits until exactly one tab of the site is audible after an instant; returns its number in the order of opening. How
   * late that was says how busy the machine is, so it is only an annotation of the test.
   */
  async heardIn(after: Instant | null): Promise<number> {
    const due = Date.parse(after ?? '');
    const change = await until('a tab can be heard', async () =>
      (await this.window.audibleChanges()).find(({ audible, at }) => audible && at >= due),
    );
    const lateMs = change.at - due;
    test.info().annotations.push({ type: 'heard after', description: `${lateMs} ms` });
    expect(await this.window.audibleTabs()).toEqual([change.url]);
    return Number(change.url.split('#')[1]);
  }

  /** Waits until no tab is audible; the browser's audio indicator stays on two seconds longer. */
  async silence(): Promise<void> {
    await until('silence', async () =>
      (await this.window.audibleTabs()).length === 0 ? true : undefined,
    );
  }

  /** Closes the tabs, also those of a browser that is suspended. */
  async leave(): Promise<void> {
    this.window.wake();
    await this.window.closeTabs();
  }

  /** The site has stored nothing but the browser id. */
  private async openCover(): Promise<Tab> {
    const cover = await this.window.openTab(`${this.site}/robots.txt`);
    await cover.until('it is loaded', `location.pathname === '/robots.txt'`);
    await cover.evaluate(`(async () => {
      localStorage.clear();
      localStorage.setItem('browser-id', '${this.browserId}');
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
    })()`);
    return cover;
  }

  /** The position in the stream is stored once it is connected. */
  private async untilListening(tab: Tab): Promise<void> {
    await tab.until('the stream stands', `localStorage.getItem('stream:v1') !== null`);
  }
}

export const test = base.extend<{ trial: RingTrial }, { window: BrowserWindow }>({
  window: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const display = await openDisplay();
      const window = await BrowserWindow.open(display.name);
      await provide(window);
      await window.close();
      display.stop();
    },
    { scope: 'worker' },
  ],
  trial: async ({ window, baseURL }, provide) => {
    const trial = new RingTrial(window, baseURL ?? '', crypto.randomUUID());
    await provide(trial);
    await trial.leave();
  },
});
