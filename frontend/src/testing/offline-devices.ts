// Two devices of one browser id for random scripts: each has its own modules, storage and clock, and the network between
// them and the server loses requests and responses.
import { vi } from 'vitest';
import type { Alarm, Timer } from '../model/types';
import { FakeServer, idPath } from './fake-server';
import { randomOf, type Random } from './random';

const start = Date.parse('2026-11-21T00:00:00Z');
const whose = '0d5b7e0a-5a3c-4c55-9d2f-3a9d6f1f2c11';

/** Connects both devices to the server. */
export class Network {
  readonly server = new FakeServer();
  private began = performance.now();
  isAway = true;
  /** The percentage of requests that are lost, and of responses. */
  loss = 0;
  random: Random = randomOf(0);
  /** The clock error of the device that acts. */
  skewMs = 0;
  /** The writes since it was emptied, each once, although each is delivered three times. */
  writes: string[] = [];

  /** The true time, whatever the devices' clocks show. */
  trueNow(): number {
    return start + performance.now() - this.began;
  }

  /** Begins the time of the script. */
  begin(): void {
    this.began = performance.now();
    vi.setSystemTime(start);
  }

  install(): void {
    this.server.install();
    const answer = fetch;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      // Nothing waits for the cookie, so its request may overlap the next device's.
      if (path === idPath) return answer(path, init);
      const isWrite = (init.method ?? 'GET') !== 'GET';
      if (isWrite) this.writes.push(`${init.method ?? ''} ${path}`);
      if (this.isAway || this.random.percent(this.loss)) throw new TypeError('Failed to fetch');
      vi.setSystemTime(this.trueNow());
      let response = await answer(path, init);
      for (let times = 1; isWrite && times < 3; times += 1) response = await answer(path, init);
      vi.setSystemTime(this.trueNow() + this.skewMs);
      if (isWrite && this.random.percent(this.loss)) throw new TypeError('Failed to fetch');
      return response;
    });
  }
}

/** The state of a row that a person chose on one device, and expects at the end. */
interface Wanted {
  time: string;
  enabled: number;
  isDeleted: boolean;
}

/** A device with its own modules and storage, and a clock that may be wrong. */
export class Device {
  readonly wanted = new Map<string, Wanted>();
  /** When the timers that it changed end; null for stopped ones. */
  readonly timerEnds = new Map<string, number | null>();
  private readonly storage = memoryStorage();

  private constructor(
    readonly name: string,
    private readonly network: Network,
    private readonly skewMs: number,
    private readonly api: Awaited<ReturnType<typeof modules>>,
  ) {
    this.storage.setItem('browser-id', whose);
  }

  static async open(name: string, network: Network, skewMs: number): Promise<Device> {
    vi.resetModules();
    const device = new Device(name, network, skewMs, await modules());
    device.at(() => {
      const offset = network.trueNow() - performance.now();
      device.api.adoptEstimate({ offset, errorBound: 1 });
    });
    return device;
  }

  /** Calls a function with this device's clock and storage. */
  at<Result>(act: () => Result): Result {
    vi.stubGlobal('localStorage', this.storage);
    this.network.skewMs = this.skewMs;
    vi.setSystemTime(this.network.trueNow() + this.skewMs);
    return act();
  }

  alarms(): Promise<readonly Alarm[]> {
    return this.at(() => this.api.refetch('alarms'));
  }

  timers(): Promise<readonly Timer[]> {
    return this.at(() => this.api.refetch('timers'));
  }

  unsaved(): number {
    return this.at(() => this.api.unsaved('alarms').length + this.api.unsaved('timers').length);
  }

  /** False if the network lost a request or a response. */
  async sends(): Promise<boolean> {
    return this.at(() =>
      this.api.sendUnsaved().then(
        () => true,
        () => false,
      ),
    );
  }

  async makeAlarm(label: string, time: string): Promise<void> {
    this.wanted.set(label, { time, enabled: 1, isDeleted: false });
    await this.at(() =>
      this.api.createAlarm({ label, time, repeat: 'daily', timezone: 'Asia/Tokyo' }),
    );
  }

  async changeAlarm({ id, label, time, enabled }: Alarm, random: Random): Promise<void> {
    const name = label ?? '';
    const choice = this.wanted.get(name) ?? { time, enabled, isDeleted: false };
    this.wanted.set(name, choice);
    const { updateAlarm, switchAlarm, deleteAlarm } = this.api;
    const act = random.below(8);
    if (act < 3) {
      choice.time = aTime(random);
      await this.at(() => updateAlarm(id, { time: choice.time }));
    } else if (act < 7) {
      const switched = act < 5 ? 1 : 0;
      choice.enabled = switched;
      await this.at(() => switchAlarm(id, switched));
    } else {
      choice.isDeleted = true;
      await this.at(() => deleteAlarm(id));
    }
  }

  async makeTimer(label: string, minutes: number): Promise<void> {
    const timer = await this.at(() =>
      this.api.createTimer({ hours: 0, minutes, seconds: 0, label, enabled: 1 }),
    );
    this.noteTimer(timer);
  }

  async changeTimer(timer: Timer, random: Random): Promise<void> {
    const { startTimer, pauseTimer, resetTimer } = this.api;
    const act = random.one([startTimer, pauseTimer, resetTimer]);
    this.noteTimer(await this.at(() => act(timer.id)));
  }

  private noteTimer({ label, endsAt }: Timer): void {
    this.timerEnds.set(label ?? '', endsAt === null ? null : Date.parse(endsAt));
  }
}

async function modules() {
  const [alarms, timers, lists, outbox, sending, time] = await Promise.all([
    import('../rows/alarms'),
    import('../rows/timers'),
    import('../rows/lists'),
    import('../offline/outbox'),
    import('../offline/outbox-send'),
    import('../time/synchronised-time'),
  ]);
  return { ...alarms, ...timers, ...lists, ...outbox, ...sending, ...time };
}

function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

/** A random time of day. */
export function aTime(random: Random): string {
  const two = (count: number) => String(random.below(count)).padStart(2, '0');
  return `${two(24)}:${two(60)}`;
}
