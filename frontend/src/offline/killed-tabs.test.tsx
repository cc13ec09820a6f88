// Random histories: two devices of an account, one of them with two tabs, edit alarms, timers, cities and days off, while the
// network delivers, loses, fails or refuses each request, tabs are frozen and killed at any moment, and the account gets another
// id. At the end everything that a person set is there, once, or the person was told that it was not saved.
//
// In others, which are about lists that are sent as a whole, cities are also moved, and lists refused.
//
// `TOKIBAKO_HISTORIES=600` plays so many of each, `TOKIBAKO_HISTORIES_FROM=1677` begins with another seed. A process has memory for
// some hundreds, because each tab loads modules of its own.
import { expect, test, vi } from 'vitest';
import { actingTab, installTabs, Profile, type Tab } from '../testing/browser-tabs';
import { FakeServer, renewedUuid } from '../testing/fake-server';
import { randomOf, type Random } from '../testing/random';
import { aUser } from '../testing/rows';
import type { Alarm, Timer } from '../model/types';

vi.mock(import('../time/background-timer'), async (actual) => ({
  ...(await actual()),
  after: (delayMs, callback) => actingTab().after(delayMs, callback),
  onClockJump: () => () => undefined,
}));
const modulesOf = new Map<Tab, Modules>();
// What is loaded when it is needed would be a module of another tab.
vi.mock(import('./synced-lists'), () => {
  const own = () => modulesOf.get(actingTab()) ?? expect.fail('it has no modules');
  const listOf = { cities: () => own().cityList, 'days-off': () => own().daysOffList };
  const names = ['cities', 'days-off'] as const;
  return {
    syncedListNames: names,
    syncedLists: {
      get cities() {
        return listOf.cities();
      },
      get 'days-off'() {
        return listOf['days-off']();
      },
    },
    mayExist: (name) => listOf[name]().state() !== null,
    fetchSyncedList: (name) => own().listSync[name].fetch(),
    sendSyncedLists: async () => {
      for (const name of names) await own().listSync[name].send();
    },
    sendListsOfHiddenPage: () => () => undefined,
    followSyncedList: (name) => void own().listSync[name].fetch(),
  };
});

const histories = Number(process.env.TOKIBAKO_HISTORIES ?? 40);
const firstSeed = Number(process.env.TOKIBAKO_HISTORIES_FROM ?? 1);
/**
 * They found faults: two tabs that send one list at once; a deletion after a part of a timer's run; a list that a frozen tab
 * gets late; a response that comes after another tab's; a new timer that is reset while it is created; a pause of which a part
 * has arrived; a new row that is changed back while it is created.
 */
const seedsOfFaults = [192, 424, 5150, 6766, 6868, 1025, 1523, 1847, 7817];
const now = Date.parse('2026-11-21T00:00:00Z');
const stepsOfHistory = 60;
const hoursOfTimer = 20;
const user = aUser();

/** The page as it was before. */
function restore(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}

async function modules() {
  vi.resetModules();
  const [
    alarms,
    timers,
    lists,
    fresh,
    store,
    outbox,
    sending,
    identity,
    client,
    cities,
    daysOff,
    listSync,
  ] = await Promise.all([
    import('../rows/alarms'),
    import('../rows/timers'),
    import('../rows/lists'),
    import('../rows/lists'),
    import('../rows/store'),
    import('./outbox'),
    import('./outbox-send'),
    import('../identity/identity'),
    import('../api/client'),
    import('./my-cities'),
    import('./days-off'),
    import('./list-sync'),
  ]);
  return {
    ...alarms,
    ...timers,
    ...lists,
    ...fresh,
    ...store,
    ...outbox,
    ...sending,
    ...identity,
    ...client,
    ...cities,
    ...daysOff,
    ...listSync,
  };
}
type Modules = Awaited<ReturnType<typeof modules>>;

interface Page {
  readonly tab: Tab;
  readonly api: Modules;
}

interface Pending {
  readonly sentAt: number;
  /** The tab that waits for the response; a killed one never gets it. */
  readonly tab: Tab;
  readonly path: string;
  readonly init: RequestInit;
  readonly resolve: (response: Response) => void;
  readonly reject: (failure: Error) => void;
}

type Outcome = 'response' | 'lost request' | 'lost response' | 'fault' | 'refusal';

/** A page gives up after this time, and what has not arrived by then never does. */
const givenUpAfterMs = 20_000;

/** Holds every request until the history decides what becomes of it. */
class Network {
  readonly profiles: Profile[] = [];
  readonly server = new FakeServer();
  readonly pending: Pending[] = [];
  owner = user.uuid;

  /** A server of an older version does not say that an id was renewed. */
  constructor(
    readonly isOlder: boolean,
    private readonly random: Random,
    /** Whether the history is about lists that are sent as a whole. */
    readonly isOfLists = false,
  ) {
    this.server.user = user;
    this.server.install();
    this.respond = fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      const tab = actingTab();
      return new Promise<Response>((resolve, reject) => {
        if (!tab.isDead)
          this.pending.push({ sentAt: Date.now(), tab, path, init, resolve, reject });
      });
    });
  }

  private readonly respond: typeof fetch;

  of(profile: Profile): readonly Pending[] {
    return this.pending.filter(({ tab }) => tab.profile === profile);
  }

  /** Time passes for everybody. Of the requests that take too long, some have arrived. */
  async pass(ms: number): Promise<void> {
    vi.advanceTimersByTime(ms);
    const isLate = ({ sentAt }: Pending) => Date.now() - sentAt >= givenUpAfterMs;
    for (;;) {
      const late = this.pending.filter(isLate);
      if (late.length === 0) break;
      const hasArrived = this.random.percent(50);
      await this.deliver(this.random.one(late), hasArrived ? 'lost response' : 'lost request');
    }
    for (const tab of this.profiles.flatMap(({ tabs }) => tabs)) tab.awaken();
    await settled();
  }

  /** What the server does with a request. A former id of the account owns nothing. */
  async arrive({ path, init }: Pending): Promise<Response> {
    const isOwners = new Headers(init.headers).get('X-Browser-Id') === this.owner;
    const isOfList = /^\/api\/(?:alarms|timers|cities|days-off)/.test(path);
    if (isOfList && !isOwners) {
      if (!this.isOlder) return problem(410, '/problems/renewed');
      if (init.method === 'GET')
        return Response.json(
          path === '/api/cities'
            ? { cities: null }
            : path === '/api/days-off'
              ? { ranges: [] }
              : [],
        );
      throw new Error(`sent under a former id: ${String(init.method)} ${path}`);
    }
    return this.respond(path, init);
  }

  async deliver(one: Pending, outcome: Outcome): Promise<void> {
    vi.advanceTimersByTime(1);
    this.pending.splice(this.pending.indexOf(one), 1);
    const isRefusable = this.isOfLists ? /alarms|timers|cities|days-off/ : /alarms|timers/;
    const isWrite = isRefusable.test(one.path) && one.init.method !== 'GET';
    const response =
      outcome === 'lost request' || outcome === 'fault' || (outcome === 'refusal' && isWrite)
        ? null
        : await this.arrive(one);
    one.tab.queue(() => {
      if (outcome === 'lost request' || outcome === 'lost response')
        one.reject(new TypeError('Failed to fetch'));
      else one.resolve(response ?? problem(outcome === 'fault' ? 500 : 422));
    });
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
  for (let turns = 0; turns < 8; turns += 1) await new Promise((resolve) => setImmediate(resolve));
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
  /**
   * The names of its cities, and of its days off by their day: null for those that it has removed, `refused` for those of which
   * the person has read that the change was refused. What arrives late may have changed them after all.
   */
  readonly cities = new Map<string, string | null>();
  readonly daysOff = new Map<string, string | null>();
  /** The order of its cities. */
  order: readonly string[] = [];
  readonly profile = new Profile();
  pages: Page[] = [];
  private count = 0;

  private constructor(
    readonly name: string,
    private readonly network: Network,
  ) {
    network.profiles.push(this.profile);
    this.profile.stored.set('browser-id', user.uuid);
    this.profile.stored.set('account:v1', '{"ownId":null}');
  }

  static async open(name: string, tabs: number, network: Network): Promise<Device> {
    const device = new Device(name, network);
    for (let count = 0; count < tabs; count += 1) await device.openPage();
    return device;
  }

  async openPage(): Promise<Page> {
    const tab = this.profile.open();
    const api = await tab.run(modules);
    modulesOf.set(tab, api);
    const page = { tab, api };
    this.pages.push(page);
    tab.run(() => {
      api.onRowsChange(() => undefined);
      api.keepListsFresh();
      api.keepSending();
      api.onRenewedId((id) => void api.followEndedId(id));
      api.checkAccount();
    });
    await settled();
    return page;
  }

  /** The pages that a person can use. */
  awake(): readonly Page[] {
    return this.pages.filter(({ tab }) => !tab.isFrozen);
  }

  /** Kills a tab, perhaps in the middle of what a response causes, and opens another one. */
  async kill(random: Random): Promise<void> {
    const page = random.one(this.pages);
    const { tab } = page;
    const own = () => this.network.pending.filter((one) => one.tab === tab);
    if (this.network.isOfLists && !tab.isFrozen && random.percent(50))
      tab.run(() => {
        for (const sync of Object.values(page.api.listSync))
          sync.sendAtOnce().catch(() => undefined);
      });
    if (own().length > 0 && random.percent(50)) {
      tab.dieAfter(random.below(5));
      await this.network.deliver(random.one(own()), 'response');
    }
    this.profile.kill(tab);
    this.pages = this.pages.filter((one) => one !== page);
    // What it has sent arrives, is lost, or is still under way.
    for (const one of own()) {
      const outcome = random.one(['response', 'lost request', null] as const);
      if (outcome !== null) await this.network.deliver(one, outcome);
    }
    await this.openPage();
  }

  /** Freezes a tab, or resumes it. */
  async freeze(random: Random): Promise<void> {
    const { tab, api } = random.one(this.pages);
    if (tab.isFrozen) await this.resume({ tab, api });
    else tab.freeze();
  }

  async resume({ tab, api }: Page): Promise<void> {
    tab.resume();
    await settled();
    tab.run(() => {
      api.doubtAccount();
      api.expectChanges();
      void api.sendUnsaved().catch(() => undefined);
      // The stream is opened again.
      for (const list of ['alarms', 'timers'] as const)
        void api.refetch(list).catch(() => undefined);
      if (this.network.isOfLists) void api.listSync['days-off'].fetch().catch(() => undefined);
    });
    await settled();
  }

  /** Time passes: who waits for a response goes on, what could not be sent is sent again, or a lock is late. */
  async wait(random: Random): Promise<void> {
    if (random.percent(20)) this.profile.lockIsLate();
    await this.network.pass(random.one([1_000, 3_000, 20_000]));
  }

  /** An edit of a person, who reads whether it was refused. */
  async press(
    { tab, api }: Page,
    label: string,
    change: Wanted,
    edit: (of: Modules) => Promise<unknown>,
  ) {
    const wanted = this.wanted.get(label) ?? {};
    this.wanted.set(label, Object.assign(wanted, change));
    tab.run(() => {
      edit(api).catch((failure: unknown) => {
        if (![404, 422].includes((failure as { readonly status?: number }).status ?? 0))
          throw failure;
        wanted.isTold = true;
      });
    });
    await settled();
  }

  async act(random: Random): Promise<void> {
    const awake = this.awake();
    if (awake.length === 0) return;
    const page = random.one(awake);
    const own = <Row extends { readonly label: string | null }>(rows: readonly Row[] | undefined) =>
      (rows ?? []).filter(({ label }) => this.wanted.has(label ?? ''));
    const { api, tab } = page;
    tab.isHidden = random.percent(20);
    const alarms = own(tab.run(() => api.listOf('alarms')?.rows));
    const timers = own(tab.run(() => api.listOf('timers')?.rows));
    const isEditOfList = this.network.isOfLists && random.percent(70);
    const choice = isEditOfList ? 10 + random.below(4) : random.below(14);
    if (choice >= 12) await this.changeDaysOff(page, random);
    else if (choice >= 10) await this.changeCities(page, random);
    else if (choice < 2) await this.makeAlarm(page, random);
    else if (choice < 4) await this.makeTimer(page, random);
    else if (choice < 7 && alarms.length > 0)
      await this.changeAlarm(page, random.one(alarms), random);
    else if (timers.length > 0) await this.changeTimer(page, random.one(timers), random);
  }

  private label(): string {
    this.count += 1;
    return `${this.name} ${String(this.count)}`;
  }

  private async makeAlarm(page: Page, random: Random): Promise<void> {
    const label = this.label();
    const time = `0${String(random.below(10))}:30`;
    await this.press(page, label, { time, enabled: 1 }, ({ createAlarm }) =>
      createAlarm({ label, time, repeat: 'daily', timezone: 'Asia/Tokyo' }),
    );
  }

  private async changeAlarm(page: Page, { id, label }: Alarm, random: Random): Promise<void> {
    const name = label ?? '';
    const choice = random.below(5);
    const time = `1${String(random.below(10))}:15`;
    const enabled = random.percent(50) ? 1 : 0;
    if (choice < 2)
      await this.press(page, name, { time }, ({ updateAlarm }) => updateAlarm(id, { time }));
    else if (choice < 4)
      await this.press(page, name, { enabled }, ({ switchAlarm }) => switchAlarm(id, enabled));
    else await this.press(page, name, { isDeleted: true }, ({ deleteAlarm }) => deleteAlarm(id));
  }

  private async makeTimer(page: Page, random: Random): Promise<void> {
    const label = this.label();
    const minutes = 1 + random.below(50);
    const enabled = random.percent(70) ? 1 : 0;
    // None ends before the history does.
    const endsIn = (hoursOfTimer * 60 + minutes) * 60_000;
    const endsAt = enabled === 1 ? new Date(Date.now() + endsIn).toISOString() : null;
    await this.press(page, label, { endsAt }, ({ createTimer }) =>
      createTimer({ hours: hoursOfTimer, minutes, seconds: 0, label, enabled }),
    );
  }

  private async changeTimer(
    page: Page,
    { id, label, ...timer }: Timer,
    random: Random,
  ): Promise<void> {
    const name = label ?? '';
    const runs = timer.endsAt ?? new Date(Date.now() + timer.remainingMs).toISOString();
    const choice = random.below(6);
    if (choice < 2)
      await this.press(page, name, { endsAt: null }, ({ pauseTimer }) => pauseTimer(id));
    else if (choice < 4)
      await this.press(page, name, { endsAt: runs }, ({ startTimer }) => startTimer(id));
    else if (choice < 5)
      await this.press(page, name, { endsAt: null }, ({ resetTimer }) => resetTimer(id));
    else await this.press(page, name, { isDeleted: true }, ({ deleteTimer }) => deleteTimer(id));
  }

  /** Adds, removes or names one of its own cities. */
  private async changeCities({ tab, api }: Page, random: Random): Promise<void> {
    const key = `${this.name}-${String(random.below(5))}`;
    const name = random.one(['Home', 'Office', 'Friends']);
    this.readRefusalsOfLists();
    tab.run(() => {
      const known = api.myCities().find((city) => city.key === key);
      const { isOfLists } = this.network;
      // Of two devices that move cities at once, the later one decides. One that is added again is moved to the end.
      const moves = this.name === 'a';
      if (isOfLists && !moves && known === undefined && this.cities.has(key)) return;
      if (known === undefined) api.toggleMyCity(key, name);
      else if (isOfLists && moves && random.percent(50)) api.moveMyCity(key, random.one([-1, 1]));
      else if (random.percent(50)) api.toggleMyCity(key);
      else api.nameMyCity(key, name);
      const after = api.myCities().find((city) => city.key === key);
      this.cities.set(key, after?.name ?? null);
      if (isOfLists) this.noteOrder(api.myCities());
    });
    await settled();
  }

  /** Adds, removes or names one of its own days off. */
  private async changeDaysOff({ tab, api }: Page, random: Random): Promise<void> {
    const month = this.name === 'a' ? '01' : '02';
    const day = `2027-${month}-0${String(1 + 2 * random.below(4))}`;
    const label = random.one(['Trip', 'Feast', 'Rest']);
    this.readRefusalsOfLists();
    tab.run(() => {
      const others = api.daysOff().filter(({ from }) => from !== day);
      const isRemoved = others.length < api.daysOff().length && random.percent(50);
      this.daysOff.set(day, isRemoved ? null : label);
      api.changeDaysOff(isRemoved ? others : [...others, { from: day, to: day, label }]);
    });
    await settled();
  }

  /** What the rows say that was refused. */
  readRefusals(): void {
    for (const { refused, base, changes } of this.unsaved()) {
      const wanted = this.wanted.get(String(changes.label ?? base?.label));
      if (refused === true && wanted !== undefined) wanted.isTold = true;
    }
  }

  /** The page says until the next change that the last one of a list was refused. */
  readRefusalsOfLists(): void {
    const [page] = this.pages;
    const [cities, daysOff] =
      page?.tab.run(() => [page.api.cityList.state(), page.api.daysOffList.state()] as const) ?? [];
    const noteRefused = (wanted: Device['cities'], shown: ReadonlyMap<string, string>) => {
      for (const [key, name] of wanted) {
        if ((shown.get(key) ?? null) !== name) wanted.set(key, 'refused');
      }
    };
    if (daysOff?.wasRefused === true)
      noteRefused(this.daysOff, new Map(daysOff.items.map(({ from, label }) => [from, label])));
    if (cities?.wasRefused !== true) return;
    noteRefused(this.cities, new Map(cities.items.map(({ key, name }) => [key, name])));
    this.noteOrder(cities.items);
  }

  private noteOrder(cities: readonly { readonly key: string }[]): void {
    this.order = cities.flatMap(({ key }) =>
      this.cities.has(key) && this.cities.get(key) !== 'refused' ? [key] : [],
    );
  }

  private unsaved() {
    const [page] = this.pages;
    if (page === undefined) throw new Error('no page');
    const { tab, api } = page;
    return tab.run(() => [...api.unsaved('alarms'), ...api.unsaved('timers')]);
  }

  private isWaiting(): boolean {
    const [page] = this.pages;
    const isAnyList = page?.tab.run(
      () => page.api.cityList.hasUnsent() || page.api.daysOffList.hasUnsent(),
    );
    return isAnyList === true || this.unsaved().some(({ refused }) => refused !== true);
  }

  /** Everything arrives from now on. */
  async finish(): Promise<void> {
    for (const page of this.pages) await this.resume(page);
    // Some wait for a while before they ask again.
    for (let rounds = 0, quiet = 0; this.isWaiting() || quiet < 3; rounds += 1) {
      expect(rounds, 'rounds until nothing waits').toBeLessThan(1_000);
      const [one] = this.network.of(this.profile);
      quiet = one === undefined ? quiet + 1 : 0;
      if (one !== undefined) await this.network.deliver(one, 'response');
      else await this.network.pass(20_000);
    }
  }

  /** What a tab shows once it has fetched the lists, or what it still shows. */
  async shown(fetches: boolean): Promise<readonly (readonly object[])[]> {
    const all: object[][] = [];
    for (const { tab, api } of this.pages) {
      if (fetches)
        tab.run(() => {
          void api.refetch('alarms');
          void api.refetch('timers');
        });
      await settled();
      for (;;) {
        const [one] = this.network.of(this.profile);
        if (one === undefined) break;
        await this.network.deliver(one, 'response');
      }
      all.push(
        tab.run(() => [
          ...(api.listOf('alarms')?.rows ?? []),
          ...(api.listOf('timers')?.rows ?? []),
        ]),
      );
    }
    return all;
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

async function play(seed: number, isOfLists: boolean): Promise<void> {
  vi.useFakeTimers({ now, toFake: ['Date', 'performance'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const random = randomOf(seed);
  const network = new Network(seed % 2 === 0, random, isOfLists);
  installTabs();
  const devices = [await Device.open('a', 2, network), await Device.open('b', 1, network)];
  const renewal = random.below(stepsOfHistory);
  for (let step = 0; step < stepsOfHistory; step += 1) {
    vi.advanceTimersByTime(1);
    if (step === renewal) await renew(network, devices);
    const device = random.one(devices);
    const choice = random.below(20);
    if (choice < 7) await device.act(random);
    else if (choice < 15) {
      const held = network.of(device.profile);
      if (held.length > 0) await network.deliver(random.one(held), random.one(outcomes));
    } else if (choice < 17) await device.wait(random);
    else if (choice < 18) await device.freeze(random);
    else await device.kill(random);
    devices.forEach((one) => {
      one.readRefusals();
    });
  }
  for (const device of devices) {
    await device.finish();
    // A frozen tab may have got a refusal.
    device.readRefusals();
    device.readRefusalsOfLists();
  }
  check(network.server, devices);
  for (const device of devices) {
    for (const fetches of [false, true]) await checkShown(network.server, device, fetches);
  }
}

/** The account gets another id. What an older server is sent under the former one would be lost. */
async function renew(network: Network, devices: readonly Device[]): Promise<void> {
  if (network.isOlder) {
    for (const device of devices) for (const page of device.pages) await device.resume(page);
    for (const one of [...network.pending]) await network.deliver(one, 'response');
    for (;;) {
      const [one] = network.pending;
      if (one === undefined) break;
      await network.deliver(one, 'lost request');
    }
  }
  network.owner = renewedUuid;
  network.server.user = { ...user, uuid: renewedUuid };
  // Streams end and are opened again.
  for (const { tab, api } of devices.flatMap(({ pages }) => pages)) tab.run(api.doubtAccount);
}

function check(server: FakeServer, devices: readonly Device[]): void {
  const { alarms, timers } = server;
  checkLists(server, devices);
  const rows: readonly (Alarm | Timer)[] = [...alarms, ...timers];
  for (const device of devices) {
    for (const [label, { isTold, isDeleted, ...wanted }] of device.wanted) {
      const found = rows.filter((row) => row.label === label);
      expect(found.length, `${label}: once at most`).toBeLessThan(2);
      if (isTold === true) continue;
      if (isDeleted === true) expect(found, `${label}: deleted`).toEqual([]);
      else {
        const { endsAt, ...others } = wanted;
        expect(found, label).toMatchObject([others]);
        const [row] = found;
        // Readings of clocks differ by some milliseconds.
        const end = row !== undefined && 'endsAt' in row ? row.endsAt : null;
        const ofInstant = (instant: string | null) => (instant === null ? 0 : Date.parse(instant));
        if (endsAt !== undefined)
          expect(
            Math.abs(ofInstant(end) - ofInstant(endsAt)),
            `${label}: ${String(end)}`,
          ).toBeLessThan(1_000);
      }
    }
  }
}

/** The entries of cities and days off are as the devices have set them. */
function checkLists({ cities, daysOff }: FakeServer, devices: readonly Device[]): void {
  const there = {
    cities: (cities ?? []).map(({ key, name }) => [key, name] as const),
    daysOff: (daysOff ?? []).map(({ from, label }) => [from, label] as const),
  };
  const [first] = devices;
  const isOwn = (key: string) => first?.order.includes(key);
  expect(there.cities.flatMap(([key]) => (isOwn(key) ? [key] : []))).toEqual(first?.order);
  for (const list of ['cities', 'daysOff'] as const) {
    const wanted = devices.flatMap((device) => [...device[list]]);
    const refused = new Set(wanted.flatMap(([key, name]) => (name === 'refused' ? [key] : [])));
    const sorted = (entries: readonly (readonly [string, string | null])[]) =>
      entries
        .filter(([key, name]) => name !== null && !refused.has(key))
        .map((entry) => JSON.stringify(entry))
        .toSorted();
    expect(sorted(there[list]), list).toEqual(sorted(wanted));
  }
}

/** Each tab of a device shows of its own rows what the server has, and after a fetch of all rows. */
async function checkShown(
  { alarms, timers }: FakeServer,
  device: Device,
  fetches: boolean,
): Promise<void> {
  const own = (rows: readonly object[]) =>
    (rows as readonly (Alarm | Timer)[])
      .filter(({ label }) => {
        const wanted = device.wanted.get(label ?? '');
        return (fetches || wanted !== undefined) && wanted?.isTold !== true;
      })
      .map((row) => ({
        label: row.label,
        time: 'time' in row ? row.time : null,
        enabled: row.enabled,
        endsAt: 'endsAt' in row ? row.endsAt : null,
      }))
      .toSorted((one, other) => (String(one.label) < String(other.label) ? -1 : 1));
  const there = own([...alarms, ...timers]);
  for (const rows of await device.shown(fetches))
    expect(own(rows), `shown on ${device.name}${fetches ? ' after a fetch' : ''}`).toEqual(there);
}

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a tab that is killed %i writes after it has learned another id of the account loses nothing',
  async (writes) => {
    vi.useFakeTimers({ now, toFake: ['Date', 'performance'] });
    installTabs();
    const network = new Network(false, randomOf(1));
    const device = await Device.open('a', 1, network);
    const [page] = device.pages;
    if (page === undefined) throw new Error('no page');
    await device.press(page, 'a 1', {}, ({ createTimer }) =>
      createTimer({ hours: 0, minutes: 3, seconds: 0, label: 'a 1' }),
    );
    page.tab.dieAfter(writes);
    page.tab.run(() => void page.api.adoptAccount({ ...user, uuid: renewedUuid }, false));
    await settled();
    device.profile.kill(page.tab);
    const next = await device.openPage();
    expect(next.tab.run(() => next.api.unsaved('timers'))).toHaveLength(1);
    restore();
  },
);

test.each([
  ['', false],
  [', with moved cities and refused lists', true],
])(
  `what a person set is there, once, or they were told: ${String(histories)} random histories%s`,
  async (_, isOfLists) => {
    const failed = new Map<number, Error>();
    const seeds = Array.from({ length: histories }, (_seed, index) => firstSeed + index);
    for (const seed of [...seedsOfFaults, ...seeds]) {
      try {
        await play(seed, isOfLists);
      } catch (failure) {
        failed.set(seed, failure as Error);
      } finally {
        restore();
      }
    }
    const [cause] = failed.values();
    if (cause !== undefined)
      throw new Error(
        [...failed].map(([seed, { message }]) => `seed ${String(seed)}: ${message}`).join('\n'),
        { cause },
      );
  },
  60_000 + histories * 3_000,
);
