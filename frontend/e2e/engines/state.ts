// A browser of its own in some state: what it blocks, hides or enlarges. A timer rings nevertheless, and the pages fit.
import { sitePages } from '../../src/pages/site-pages';
import type { EngineName, EngineOptions } from './engine';
import { expect, openEngine, test as base } from './fixtures';
import type { Line } from './line';
import type { SoundServer } from './sound-server';
import { Tab } from './tab';

/** What the fixtures of a test provide. */
interface Surroundings {
  readonly engineName: EngineName;
  readonly display: string;
  readonly line: Line;
  readonly sound: SoundServer;
}

export const test = base.extend<{ surroundings: Surroundings }>({
  surroundings: async ({ engineName, display, line, sound }, provide) => {
    await provide({ engineName, display, line, sound });
  },
});

type State = Partial<EngineOptions>;

async function inState(
  { engineName, display, line, sound }: Surroundings,
  state: State,
  act: (tab: Tab) => Promise<void>,
): Promise<void> {
  const engine = await openEngine(engineName, { display, soundServer: sound.address, ...state });
  try {
    await act(new Tab(await (await engine.newProfile()).newTab(), line.url));
  } finally {
    await engine.close();
  }
}

/** A timer rings, is heard, and is stopped; `then` continues in its tab. */
export async function ringsIn(
  surroundings: Surroundings,
  state: State,
  then: (tab: Tab) => Promise<void>,
): Promise<void> {
  const { sound } = surroundings;
  await inState(surroundings, state, async (tab) => {
    await tab.open('/timer/en?t=2s&label=Tea');
    await tab.click({ button: 'Start Tea' });
    await tab.untilShown({ button: 'Stop' });
    await sound.heard();
    await tab.click({ button: 'Stop' });
    await tab.untilGone('dialog[open]');
    await sound.silent();
    await tab.untilShown({ button: 'Start Tea' });
    await then(tab);
  });
}

/** Every page in the language with the longest words is as wide as its window, which shows half of the usual width. */
export async function fitsAtTwiceTheSize(surroundings: Surroundings, state: State): Promise<void> {
  await inState(surroundings, state, async (tab) => {
    await tab.resize(640, 450);
    for (const { path } of sitePages) {
      await tab.open(path === '/' ? '/de' : `${path}/de`);
      expect(await tab.read('devicePixelRatio')).toBe(2);
      expect(await tab.read('innerWidth')).toBeLessThanOrEqual(640);
      await tab.until(
        `${path} fits`,
        'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
      );
    }
  });
}

/** The browser says UTC, or the zone of Iceland; what the visitor chooses instead is kept. */
export async function choosesItsZone(tab: Tab): Promise<void> {
  await tab.open('/alarm/en');
  await tab.untilText('Your browser says your time zone is UTC');
  await tab.click({ button: 'Settings' });
  await tab.fill({ field: 'Time zone' }, 'Asia/Tokyo');
  await tab.click({ button: 'Close' });
  await tab.untilNoText('Your browser says');
  await tab.reload();
  await tab.click({ button: 'Add alarm' });
  await tab.until(
    'a new alarm has the zone',
    `document.querySelector('dialog[open] select[name="timezone"]')?.value === 'Asia/Tokyo'`,
  );
  await tab.untilNoText('Your browser says');
}

/** Waits until a media query matches: the browser is in the state. */
export function matches(query: string): (tab: Tab) => Promise<void> {
  return (tab) => tab.until(query, `matchMedia(${JSON.stringify(query)}).matches`);
}
