// The engine of a project, what can be heard of it, and a visitor with a new browser id in it.
import { existsSync } from 'node:fs';
import { test as base } from '@playwright/test';
import type { Alarm, AlarmDraft, RungRing, Timer, TimerDraft } from '../../src/model/types';
import { openVirtualDisplay } from '../headed/display';
import type { Engine, EngineName, EngineOptions, Profile } from './engine';
import { Line } from './line';
import { chromiumPath, firefoxPaths, openPuppeteerEngine } from './puppeteer-engine';
import { SoundServer } from './sound-server';
import { Tab } from './tab';
import { inTime } from './wait';
import { openWebKitEngine } from './webkit-engine';

export { expect } from '@playwright/test';

interface Workers {
  readonly engineName: EngineName;
  readonly sound: SoundServer;
  readonly display: string;
  readonly line: Line;
  readonly engine: Engine;
  readonly profile: Profile;
}

interface Journeys {
  readonly visitor: Visitor;
  /** This person with another browser. */
  readonly elsewhere: Visitor;
}

export const test = base.extend<Journeys, Workers>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  sound: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the parameter
    async ({}, provide) => {
      const sound = await SoundServer.open();
      await provide(sound);
      await sound.close();
    },
    { scope: 'worker' },
  ],
  display: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, provide) => {
      const display = await openVirtualDisplay();
      await provide(display.name);
      display.stop();
    },
    { scope: 'worker' },
  ],
  line: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, provide) => {
      const line = await Line.open(testServer());
      await provide(line);
      await line.cut();
    },
    { scope: 'worker' },
  ],
  engine: [
    async ({ engineName, sound, display }, provide) => {
      const engine = await openEngine(engineName, { display, soundServer: sound.address });
      await provide(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  profile: [
    async ({ engine }, provide) => {
      const profile = await engine.newProfile();
      await provide(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],
  visitor: async ({ profile, line, engine }, provide, info) => {
    // For the table in docs/browsers.md.
    info.annotations.push({ type: 'version', description: engine.version });
    const visitor = new Visitor(profile, line.url, testServer());
    await provide(visitor);
    if (info.status !== info.expectedStatus) {
      for (const body of await visitor.screenshots())
        await info.attach('tab.png', { body, contentType: 'image/png' });
    }
    await visitor.leave();
  },
  elsewhere: async ({ visitor, engine }, provide) => {
    const profile = await engine.newProfile();
    await provide(visitor.at(profile));
    await profile.close();
  },
});

export function openEngine(name: EngineName, options: EngineOptions): Promise<Engine> {
  if (name === 'webkit') return openWebKitEngine(options);
  const path = name === 'chromium' ? chromiumPath : firefoxPaths.find((one) => existsSync(one));
  return openPuppeteerEngine(name, path ?? '', options);
}

/** The address of the server that all journeys share. */
export function testServer(): string {
  return process.env.TOKIBAKO_TEST_URL ?? '';
}

/** A person with a browser id of their own, in one profile of the browser. */
export class Visitor {
  private readonly tabs: Tab[] = [];
  private hasBegun = false;

  constructor(
    private readonly profile: Profile,
    /** Where the browser finds the site. */
    private readonly origin: string,
    private readonly server: string,
    readonly browserId: string = crypto.randomUUID(),
  ) {}

  /** Opens a page in a new tab. */
  async open(path: string): Promise<Tab> {
    const tab = await this.newTab();
    await tab.open(path);
    return tab;
  }

  /** A tab without a page; the first one begins with nothing but the browser id. */
  async newTab(): Promise<Tab> {
    const tab = new Tab(await this.profile.newTab(), this.origin);
    this.tabs.push(tab);
    await tab.show();
    if (!this.hasBegun) {
      this.hasBegun = true;
      await tab.navigate('/robots.txt');
      await tab.read(`(async () => {
        localStorage.clear();
        localStorage.setItem('browser-id', '${this.browserId}');
        for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
      })()`);
    }
    // Those of the text file above, whose icon the policy of that file refuses.
    await tab.problems();
    return tab;
  }

  /** Opens a page whose event stream is connected, so that it learns of every change. */
  async listen(path: string): Promise<Tab> {
    const tab = await this.open(path);
    await tab.until('its stream is connected', `localStorage.getItem('stream:v1') !== null`);
    return tab;
  }

  /** Puts an empty tab in front of the others, which hides them. */
  async cover(): Promise<void> {
    const tab = new Tab(await this.profile.newTab(), '');
    this.tabs.push(tab);
    await tab.show();
  }

  /** What the tabs show, as far as they still can. */
  async screenshots(): Promise<readonly Buffer[]> {
    const shots = await Promise.allSettled(this.tabs.map((tab) => inTime(tab.screenshot())));
    return shots.flatMap((shot) => (shot.status === 'fulfilled' ? [shot.value] : []));
  }

  async close(tab: Tab): Promise<void> {
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    await tab.close();
  }

  /** Closes the tabs. */
  async leave(): Promise<void> {
    for (const tab of this.tabs.splice(0)) await tab.close();
  }

  timers(): Promise<readonly Timer[]> {
    return this.call('GET', '/api/timers');
  }

  alarms(): Promise<readonly Alarm[]> {
    return this.call('GET', '/api/alarms');
  }

  setTimer(draft: Partial<TimerDraft>): Promise<Timer> {
    return this.call('POST', '/api/timers', { enabled: 1, ...draft });
  }

  setAlarm(draft: Partial<AlarmDraft>): Promise<Alarm> {
    return this.call('POST', '/api/alarms', { repeat: 'daily', timezone: 'Asia/Tokyo', ...draft });
  }

  /** What was answered to the rings of the last minutes, by their labels. */
  async answers(): Promise<ReadonlyMap<string | null, string | undefined>> {
    const rings = await this.call<readonly RungRing[]>('GET', '/api/rings');
    return new Map(rings.map(({ label, answered }) => [label, answered?.answer]));
  }

  /** This person with another browser. */
  at(profile: Profile): Visitor {
    return new Visitor(profile, this.origin, this.server, this.browserId);
  }

  private async call<Value>(method: string, path: string, body?: object): Promise<Value> {
    const answer = await fetch(this.server + path, {
      method,
      headers: { 'X-Browser-Id': this.browserId, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as Value;
  }
}
