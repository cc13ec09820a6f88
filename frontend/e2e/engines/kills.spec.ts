// A tab is killed at random moments while somebody edits, on a line that delays and breaks: what was seen is there, once.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test, testServer, Visitor } from './fixtures';
import type { Tab } from './tab';
import { inTime, until } from './wait';

const kills = 10;
/** Another one plays another history. */
const seed = Number(process.env.TOKIBAKO_KILLS_SEED ?? '1');

/** What a row shows: an alarm whether it is on, a timer whether it runs. A row that is not there has none. */
type Rows = Readonly<Record<string, boolean>>;

interface Tool {
  readonly path: string;
  /** An expression: the pairs of a label and what its row shows. */
  readonly pairs: string;
  /** What is typed for the nth row. */
  readonly text: (label: string, n: number) => string;
  /** The names of the buttons of a row, as the source of a regular expression. */
  readonly switchOf: (label: string) => string;
  readonly deleteOf: (label: string) => string;
  /** The server's rows. */
  readonly saved: (visitor: Visitor) => Promise<readonly (readonly [string, boolean])[]>;
}

const tools: Readonly<Record<string, Tool>> = {
  alarms: {
    path: '/alarm/en',
    pairs: `[...document.querySelectorAll('main [role=switch]')].map((one) => [
      /z\\d+$/.exec(one.getAttribute('aria-label') ?? '')?.[0], one.getAttribute('aria-checked') === 'true'])`,
    text: (label, n) => `${1 + (n % 5)}:${String(n % 60).padStart(2, '0')} ${label}`,
    switchOf: (label) => `^Alarm .* ${label}$`,
    deleteOf: (label) => `^Delete alarm .* ${label}$`,
    saved: async (visitor) =>
      (await visitor.alarms()).map(({ label, enabled }) => [label ?? '', enabled === 1]),
  },
  timers: {
    path: '/timer/en',
    pairs: `[...document.querySelectorAll('main button')]
      .map((one) => /^(Start|Pause) .*?(z\\d+)$/.exec(one.getAttribute('aria-label') ?? ''))
      .flatMap((found) => found === null ? [] : [[found[2], found[1] === 'Pause']])`,
    text: (label, n) => `${20 + n} min ${label}`,
    switchOf: (label) => `^(Start|Pause) .*${label}$`,
    deleteOf: (label) => `^Delete .*${label}$`,
    saved: async (visitor) =>
      (await visitor.timers()).map(({ label, endsAt }) => [label ?? '', endsAt !== null]),
  },
};

for (const [name, tool] of Object.entries(tools))
  test(`${name}: what was seen is there once, whenever a tab is killed`, async ({ profile }) => {
    const random = sequence(seed);
    const line = await UnsteadyLine.open(testServer(), random);
    const person = new Person(new Visitor(profile, line.url, testServer()), tool, random);
    await person.open();
    for (let kill = 1; kill <= kills; kill += 1) {
      line.isUnsteady = true;
      const { edits, seen } = await person.editAndKill();
      line.isUnsteady = random() < 0.5;
      const tab = await person.open().catch(() => {
        // The page itself did not arrive.
        line.isUnsteady = false;
        return person.open();
      });
      await pause(random() * 1_000);
      line.isUnsteady = false;
      const saved = await until(
        () => `the page shows what the server has after ${edits.join(', ')}`,
        () => person.agreed(tab),
        60_000,
      );
      expect(new Set(saved.map(([label]) => label)).size, 'no row is there twice').toBe(
        saved.length,
      );
      const there = Object.fromEntries(saved);
      for (const [label, allowed] of seen)
        expect(allowed, `${label} after ${edits.join(', ')}`).toContain(there[label]);
    }
    await line.close();
  });

class Person {
  private tabs: Tab[] = [];
  private count = 0;

  constructor(
    private readonly visitor: Visitor,
    private readonly tool: Tool,
    private readonly random: () => number,
  ) {}

  async open(): Promise<Tab> {
    const tab = await this.visitor.open(this.tool.path);
    this.tabs.push(tab);
    return tab;
  }

  /** The rows, if a page and the server have the same and nothing is to be sent. */
  async agreed(tab: Tab): Promise<readonly (readonly [string, boolean])[] | undefined> {
    const saved = await this.tool.saved(this.visitor);
    const shown = await tab.read<readonly (readonly [string, boolean])[]>(this.tool.pairs);
    const sorted = (rows: readonly (readonly [string, boolean])[]) =>
      JSON.stringify(rows.map((row) => row.join()).sort());
    const waits = await tab.read<boolean>(
      `(localStorage.getItem('outbox:v1') ?? '').includes('"key"')`,
    );
    return sorted(saved) === sorted(shown) && !waits ? saved : undefined;
  }

  /**
   * Edits in some tab, which is closed at once, mostly with the others. Returns the edits, and for each row what it may show
   * afterwards: what was seen last. Of a row that was just edited and did not show it yet, either is right; a deletion may be
   * undone as long as its message is shown, and a tab that is closed meanwhile may keep the row.
   */
  async editAndKill(): Promise<{
    readonly edits: readonly string[];
    readonly seen: ReadonlyMap<string, readonly (boolean | undefined)[]>;
  }> {
    const edits: string[] = [];
    const touched = new Map<string, readonly (boolean | undefined)[]>();
    const tab = this.tabs[Math.floor(this.random() * this.tabs.length)] ?? (await this.open());
    await tab.show();
    for (let left = 1 + Math.floor(this.random() * 3); left > 0; left -= 1) {
      const [label, is, becomes] = await this.edit(tab, edits);
      touched.set(label, [...(touched.get(label) ?? [is]), becomes]);
      await pause(this.random() ** 2 * 900);
    }
    await pause(this.random() ** 2 * 1_500);
    const shown = await this.shown(tab);
    const killed = this.random() < 0.7 ? this.tabs : [tab];
    this.tabs = this.tabs.filter((one) => !killed.includes(one));
    for (const one of killed) await inTime(one.close(), 10_000);
    const seen = new Map(Object.entries(shown).map(([label, is]) => [label, [is]] as const));
    const either = [...touched].filter(
      ([label, states]) =>
        states.length > 2 || shown[label] === undefined || shown[label] !== states[1],
    );
    return {
      edits,
      seen: new Map<string, readonly (boolean | undefined)[]>([
        ...seen,
        ...either.map(([label, states]) => [label, [...states, shown[label]]] as const),
      ]),
    };
  }

  /** Returns the row with what it shows and what it is to show. */
  private async edit(
    tab: Tab,
    edits: string[],
  ): Promise<readonly [string, boolean | undefined, boolean | undefined]> {
    const rows = Object.entries(await this.shown(tab));
    const [label, is] = rows[Math.floor(this.random() * rows.length)] ?? [];
    const what = this.random();
    if (label === undefined || is === undefined || rows.length < 3 || what < 0.45) {
      this.count += 1;
      const added = `z${String(this.count)}`;
      edits.push(`add ${added}`);
      await tab.type('main input', this.tool.text(added, this.count));
      await tab.press('Enter');
      return [added, undefined, true];
    }
    const isSwitched = what < 0.75;
    edits.push(`${isSwitched ? 'switch' : 'delete'} ${label}`);
    const button = isSwitched ? this.tool.switchOf(label) : this.tool.deleteOf(label);
    // Where the button is in a menu, nothing happens.
    await tab.read(`[...document.querySelectorAll('main button')]
      .find((one) => /${button}/.test(one.getAttribute('aria-label') ?? ''))?.click()`);
    return [label, is, isSwitched ? !is : undefined];
  }

  private async shown(tab: Tab): Promise<Rows> {
    return Object.fromEntries(
      await tab.read<readonly (readonly [string, boolean])[]>(this.tool.pairs),
    );
  }
}

/** A line to the server that delays what it carries, and breaks now and then: after a request has arrived, too. */
class UnsteadyLine {
  isUnsteady = false;

  private constructor(
    private readonly target: URL,
    private readonly random: () => number,
    private readonly server = createServer((socket) => {
      this.carry(socket);
    }),
  ) {}

  static async open(target: string, random: () => number): Promise<UnsteadyLine> {
    const line = new UnsteadyLine(new URL(target), random);
    await new Promise<void>((resolve) => line.server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  close(): Promise<void> {
    this.server.close();
    return Promise.resolve();
  }

  private carry(socket: Socket): void {
    const onward = connect(Number(this.target.port), this.target.hostname);
    const end = () => {
      socket.destroy();
      onward.destroy();
    };
    for (const one of [socket, onward]) one.on('error', end).on('close', end);
    const pass = (from: Socket, to: Socket, breaks: number) => {
      let carried = Promise.resolve();
      from.on('data', (chunk) => {
        const isBroken = this.isUnsteady && this.random() < breaks;
        const delay = this.isUnsteady ? this.random() * 400 : 0;
        carried = carried
          .then(() => pause(delay))
          .then(() => {
            if (isBroken) end();
            else to.write(chunk);
          });
      });
    };
    pass(socket, onward, 0.05);
    pass(onward, socket, 0.1);
  }
}

/** Numbers from 0 to 1, the same ones for the same seed. */
function sequence(begin: number): () => number {
  let state = begin * 7_919;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
