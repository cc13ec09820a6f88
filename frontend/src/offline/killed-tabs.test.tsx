// Random scripts: two devices of an account edit alarms and timers, while the network delivers, loses, fails or refuses
// each request, tabs are killed at any moment, and the account gets another id. At the end everything that a person set
// is there, once, or the person was told that it was not saved.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer, renewedUuid } from '../testing/fake-server';
import { randomOf, type Random } from '../testing/random';
import { aUser } from '../testing/rows';
import type { Alarm, Timer } from '../model/types';

// Clocks stand still here, and of all that waits only this ends: who has lost the id of the account waits for the cookie
// of another tab first.
vi.mock(import('../time/background-timer'), async (actual) => ({
  ...(await actual()),
  after: (delayMs, callback) => {
    if (delayMs === 1_000) setImmediate(callback);
    return () => undefined;
  },
}));

const now = Date.parse('2026-11-21T00:00:00Z');
const stepsOfScript = 60;
const user = aUser();

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'performance'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function modules() {
  vi.resetModules();
  const [alarms, timers, lists, store, outbox, sending, identity] = await Promise.all([
    import('../rows/alarms'),
    import('../rows/timers'),
    import('../rows/lists'),
    import('../rows/store'),
    import('./outbox'),
    import('./outbox-send'),
    import('../identity/identity'),
  ]);
  return { ...alarms, ...timers, ...lists, ...store, ...outbox, ...sending, ...identity };
}
type Modules = Awaited<ReturnType<typeof modules>>;

interface Pending {
  readonly device: Device;
  /** The tab that waits for the response; a killed one never gets it. */
  readonly tab: Modules;
  readonly path: string;
  readonly init: RequestInit;
  readonly resolve: (response: Response) => void;
  readonly reject: (failure: Error) => void;
}

type Outcome = 'response' | 'lost request' | 'lost response' | 'fault' | 'refusal';

/** Holds every request until the script decides what becomes of it. */
class Network {
  readonly server = new FakeServer();
  readonly pending: Pending[] = [];
  acting: Device | null = null;
  owner = user.uuid;

  /** A server of an older version does not say that an id was renewed. */
  constructor(private readonly isOlder: boolean) {
    this.server.user = user;
    this.server.install();
    const respond = fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      const { acting: device } = this;
      if (device === null) throw new Error('a request of no device');
      return new Promise<Response>((resolve, reject) => {
        this.pending.push({ device, tab: device.tab, path, init, resolve, reject });
      });
    });
    this.respond = respond;
  }

  private readonly respond: typeof fetch;

  /** What the server does with a request. A former id of the account owns nothing. */
  async arrive({ path, init }: Pending): Promise<Response> {
    const isOwners = new Headers(init.headers).get('X-Browser-Id') === this.owner;
    const isOfRows = path.startsWith('/api/alarms') || path.startsWith('/api/timers');
    if (isOfRows && !isOwners) {
      if (!this.isOlder) return problem(410, '/problems/renewed');
      if (init.method === 'GET') return Response.json([]);
      throw new Error(`sent under a former id: ${String(init.method)} ${path}`);
    }
    return this.respond(path, init);
  }

  async deliver(one: Pending, outcome: Outcome): Promise<void> {
    this.pending.splice(this.pending.indexOf(one), 1);
    const isWrite = one.init.method !== 'GET';
    const response =
      outcome === 'lost request' || outcome === 'fault' || (outcome === 'refusal' && isWrite)
        ? null
        : await this.arrive(one);
    one.device.enter();
    if (one.tab !== one.device.tab) return;
    if (outcome === 'lost request' || outcome === 'lost response')
      one.reject(new TypeError('Failed to fetch'));
    else one.resolve(response ?? problem(outcome === 'fault' ? 500 : 422));
    await settled();
  }
}

function problem(status: number, type = 'about:blank'): Response {
  return new Response(JSON.stringify({ status, type }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
}

/** Lets everything go on until it waits for the network. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** What a person wants of a row, by its label. */
interface Wanted {
  time?: string;
  enabled?: number;
  endsAt?: string | null;
  isDeleted?: boolean;
  /** The server refused an edit of it, and the person was told. */
  isTold?: boolean;
}

class Device {
  readonly wanted = new Map<string, Wanted>();
  private readonly storage = new Map<string, string>();
  private count = 0;

  private constructor(
    readonly name: string,
    private readonly network: Network,
    public tab: Modules,
  ) {
    this.storage.set('browser-id', user.uuid);
    this.storage.set('account:v1', '{"ownId":null}');
  }

  static async open(name: string, network: Network): Promise<Device> {
    return new Device(name, network, await modules());
  }

  /** From now on, code runs on this device. */
  enter(): void {
    this.network.acting = this;
    const { storage } = this;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    });
  }

  /** Kills the tab and opens another one. Whether its requests arrive is chance. */
  async kill(random: Random): Promise<void> {
    const own = this.network.pending.filter(({ device }) => device === this);
    this.tab = await modules();
    for (const one of own)
      await this.network.deliver(one, random.percent(50) ? 'response' : 'lost request');
    this.enter();
    void this.tab.refetch('alarms').catch(() => undefined);
    void this.tab.refetch('timers').catch(() => undefined);
    void this.tab.sendUnsaved().catch(() => undefined);
    await settled();
  }

  /** An edit of a person, who reads whether it was refused. */
  async press(label: string, change: Wanted, edit: (tab: Modules) => Promise<unknown>) {
    this.enter();
    const wanted = this.wanted.get(label) ?? {};
    this.wanted.set(label, Object.assign(wanted, change));
    edit(this.tab).catch((failure: unknown) => {
      if ((failure as { readonly status?: number }).status !== 422) throw failure;
      wanted.isTold = true;
    });
    await settled();
  }

  async act(random: Random): Promise<void> {
    this.enter();
    const own = <Row extends { readonly label: string | null }>(rows: readonly Row[] | undefined) =>
      (rows ?? []).filter(({ label }) => this.wanted.has(label ?? ''));
    const alarms = own(this.tab.listOf('alarms')?.rows);
    const timers = own(this.tab.listOf('timers')?.rows);
    const choice = random.below(10);
    if (choice < 2) await this.makeAlarm(random);
    else if (choice < 4) await this.makeTimer(random);
    else if (choice < 7 && alarms.length > 0) await this.changeAlarm(random.one(alarms), random);
    else if (timers.length > 0) await this.changeTimer(random.one(timers), random);
  }

  private label(): string {
    this.count += 1;
    return `${this.name} ${String(this.count)}`;
  }

  private async makeAlarm(random: Random): Promise<void> {
    const label = this.label();
    const time = `0${String(random.below(10))}:30`;
    await this.press(label, { time, enabled: 1 }, ({ createAlarm }) =>
      createAlarm({ label, time, repeat: 'daily', timezone: 'Asia/Tokyo' }),
    );
  }

  private async changeAlarm({ id, label }: Alarm, random: Random): Promise<void> {
    const name = label ?? '';
    const choice = random.below(5);
    const time = `1${String(random.below(10))}:15`;
    const enabled = random.percent(50) ? 1 : 0;
    if (choice < 2)
      await this.press(name, { time }, ({ updateAlarm }) => updateAlarm(id, { time }));
    else if (choice < 4)
      await this.press(name, { enabled }, ({ switchAlarm }) => switchAlarm(id, enabled));
    else await this.press(name, { isDeleted: true }, ({ deleteAlarm }) => deleteAlarm(id));
  }

  private async makeTimer(random: Random): Promise<void> {
    const label = this.label();
    const minutes = 1 + random.below(50);
    const enabled = random.percent(70) ? 1 : 0;
    const endsAt = enabled === 1 ? new Date(now + minutes * 60_000).toISOString() : null;
    await this.press(label, { endsAt }, ({ createTimer }) =>
      createTimer({ hours: 0, minutes, seconds: 0, label, enabled }),
    );
  }

  private async changeTimer({ id, label, ...timer }: Timer, random: Random): Promise<void> {
    const name = label ?? '';
    const left = timer.endsAt === null ? timer.remainingMs : Date.parse(timer.endsAt) - now;
    const runs = new Date(now + left).toISOString();
    const choice = random.below(6);
    if (choice < 2) await this.press(name, { endsAt: null }, ({ pauseTimer }) => pauseTimer(id));
    else if (choice < 4)
      await this.press(name, { endsAt: runs }, ({ startTimer }) => startTimer(id));
    else if (choice < 5)
      await this.press(name, { endsAt: null }, ({ resetTimer }) => resetTimer(id));
    else await this.press(name, { isDeleted: true }, ({ deleteTimer }) => deleteTimer(id));
  }

  /** What the row says that was refused. */
  readRefusals(): void {
    this.enter();
    const { unsaved } = this.tab;
    for (const { refused, base, changes } of [...unsaved('alarms'), ...unsaved('timers')]) {
      const wanted = this.wanted.get(String(changes.label ?? base?.label));
      if (refused === true && wanted !== undefined) wanted.isTold = true;
    }
  }

  waiting(): number {
    this.enter();
    const { unsaved } = this.tab;
    const all = [...unsaved('alarms'), ...unsaved('timers')];
    return all.filter(({ refused }) => refused !== true).length;
  }

  /** Everything arrives from now on. */
  async finish(): Promise<void> {
    for (let rounds = 0; this.waiting() > 0 || rounds === 0; rounds += 1) {
      expect(rounds, 'rounds until nothing waits').toBeLessThan(20);
      this.enter();
      const sending = { isOver: false };
      void this.tab
        .sendUnsaved()
        .catch(() => undefined)
        .then(() => {
          sending.isOver = true;
        });
      await settled();
      for (let requests = 0; !sending.isOver; requests += 1) {
        expect(requests, 'requests of a round').toBeLessThan(500);
        const one = this.network.pending.find(({ device }) => device === this);
        if (one === undefined) await settled();
        else await this.network.deliver(one, 'response');
      }
    }
  }
}

const outcomes: readonly Outcome[] = [
  ...Array<Outcome>(12).fill('response'),
  'lost request',
  'lost request',
  'lost response',
  'lost response',
  'fault',
  'refusal',
];

async function runScript(seed: number): Promise<void> {
  const random = randomOf(seed);
  const network = new Network(seed % 2 === 0);
  const devices = [await Device.open('a', network), await Device.open('b', network)];
  const renewal = random.below(stepsOfScript);
  for (let step = 0; step < stepsOfScript; step += 1) {
    if (step === renewal) {
      for (const one of [...network.pending]) await network.deliver(one, 'response');
      while (network.pending.length > 0) {
        const [one] = network.pending;
        if (one !== undefined) await network.deliver(one, 'lost request');
      }
      network.owner = renewedUuid;
      network.server.user = { ...user, uuid: renewedUuid };
      // Streams end and are opened again.
      devices.forEach(({ tab }) => {
        tab.doubtAccount();
      });
    }
    const device = random.one(devices);
    const choice = random.below(10);
    if (choice < 4) await device.act(random);
    else if (choice < 9) {
      const held = network.pending.filter((one) => one.device === device);
      if (held.length > 0) await network.deliver(random.one(held), random.one(outcomes));
    } else await device.kill(random);
    devices.forEach((one) => {
      one.readRefusals();
    });
  }
  for (const device of devices) await device.finish();
  check(network.server, devices);
}

/** Readings of clocks differ by a millisecond. */
function rounded(row: object): object {
  const { endsAt } = row as { readonly endsAt?: string | null };
  if (typeof endsAt !== 'string') return row;
  return { ...row, endsAt: new Date(Math.round(Date.parse(endsAt) / 1000) * 1000).toISOString() };
}

function check({ alarms, timers }: FakeServer, devices: readonly Device[]): void {
  const rows: readonly (Alarm | Timer)[] = [...alarms, ...timers];
  for (const device of devices) {
    for (const [label, { isTold, isDeleted, ...wanted }] of device.wanted) {
      const found = rows.filter((row) => row.label === label);
      expect(found.length, `${label}: once at most`).toBeLessThan(2);
      if (isTold === true) continue;
      if (isDeleted === true) expect(found, `${label}: deleted`).toEqual([]);
      else
        expect(
          found.map((row) => rounded(row)),
          label,
        ).toMatchObject([rounded(wanted)]);
    }
  }
}

test('what a person set is there, once, or they were told: 40 random scripts', async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    try {
      await runScript(seed);
    } catch (failure) {
      throw new Error(`seed ${String(seed)}`, { cause: failure });
    }
  }
}, 120_000);
