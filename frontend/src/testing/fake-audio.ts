// A fake Web Audio whose time a test advances, and whose sounds a test can inspect.
import { vi } from 'vitest';

export class FakeAudioContext {
  /** What the browser and the device allow. */
  static allowed = true;
  /** A context that was created before the device disappeared stays silent when a device is back. */
  static deviceSince = 0;
  static made: FakeAudioContext[] = [];
  /** Whether sources can be created. */
  static works = true;

  readonly destination = {};
  state: 'suspended' | 'running' | 'interrupted' | 'closed' = 'suspended';
  onstatechange: (() => void) | null = null;
  /** Resumed during an interruption, as Safari's contexts it stands still from then on. */
  private isBroken = false;
  private readonly madeAt = performance.now();

  constructor() {
    FakeAudioContext.made.push(this);
  }

  get currentTime(): number {
    if (this.isBroken) return 0;
    const sounds = FakeAudioContext.allowed && this.madeAt >= FakeAudioContext.deviceSince;
    return this.state === 'running' && sounds ? performance.now() / 1_000 : 0;
  }

  /** A call begins or ends. */
  interrupt(isCalling: boolean): void {
    this.state = isCalling ? 'interrupted' : 'suspended';
    this.onstatechange?.();
  }

  resume(): Promise<void> {
    if (this.state === 'interrupted') this.isBroken = true;
    if (this.state === 'suspended') this.state = 'running';
    return Promise.resolve();
  }

  suspend(): Promise<void> {
    if (this.state === 'running') this.state = 'suspended';
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.state = 'closed';
    return Promise.resolve();
  }

  createGain(): FakeGain {
    gain = new FakeGain();
    return gain;
  }

  createBufferSource(): FakeSource {
    if (!FakeAudioContext.works) throw new DOMException('', 'InvalidStateError');
    return new FakeSource();
  }
}

class FakeGain {
  readonly gain = {
    value: 1,
    setValueAtTime: (value: number) => {
      this.changes.push(value);
    },
    linearRampToValueAtTime: (value: number, at: number) => {
      this.changes.push(value, at - performance.now() / 1_000);
    },
  };
  /** The value that it rises from and to, and in how many seconds. */
  readonly changes: number[] = [];

  connect(): void {
    // Nowhere to go.
  }
}

let gain: FakeGain | null = null;

/** How loud what began last is, and how its volume rises. */
export function lastLevel(): { readonly value: number; readonly rise: readonly number[] } {
  return {
    value: gain?.gain.value ?? NaN,
    rise: gain?.changes.map((it) => Math.round(it * 1e3) / 1e3) ?? [],
  };
}

class FakeSource {
  buffer: { readonly name: string } | null = null;
  loop = false;
  onended: (() => void) | null = null;

  connect<To>(to: To): To {
    return to;
  }

  disconnect(): void {
    playing.delete(this);
  }

  start(): void {
    playing.add(this);
  }

  stop(): void {
    playing.delete(this);
  }
}

const playing = new Set<FakeSource>();

/** The names of the sounds that are playing. */
export function soundsNow(): readonly (string | undefined)[] {
  return [...playing].map(({ buffer }) => buffer?.name);
}

/** Ends the playing sounds. */
export function endSounds(): void {
  [...playing].forEach((source) => {
    source.stop();
    source.onended?.();
  });
}

/** Installs the fake; `hasFile` says which sounds' files exist. Other requests are passed on. */
export function installFakeAudio(hasFile: (name: string) => boolean = () => true): void {
  FakeAudioContext.allowed = true;
  FakeAudioContext.deviceSince = 0;
  FakeAudioContext.made = [];
  FakeAudioContext.works = true;
  playing.clear();
  vi.stubGlobal('AudioContext', FakeAudioContext);
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = (bytes: ArrayBuffer) => decodedText(new TextDecoder().decode(bytes));
    },
  );
  vi.stubGlobal(
    'AudioBuffer',
    class {
      readonly name = 'spare tone';
      readonly length: number;
      readonly numberOfChannels: number;
      private data = new Float32Array();
      constructor(options: AudioBufferOptions) {
        this.length = options.length;
        this.numberOfChannels = options.numberOfChannels ?? 1;
      }
      getChannelData = () => this.data;
      copyToChannel = (data: Float32Array<ArrayBuffer>) => {
        this.data = data;
      };
    },
  );
  const others = fetch;
  vi.stubGlobal('fetch', (asked: URL | string, init?: RequestInit) => {
    const name = /(\w+)\.mp3/.exec(String(asked))?.[1];
    if (name === undefined) return others(asked, init);
    return Promise.resolve(hasFile(name) ? new Response(name) : new Response('', { status: 404 }));
  });
}

/** The content of a file is its name; `noise` is not audio, and `tune of 90 s` has that length. */
function decodedText(name: string): Promise<unknown> {
  if (name === 'noise') return Promise.reject(new Error('no audio'));
  const duration = Number(/of ([\d.]+) s$/.exec(name)?.[1] ?? 1);
  return Promise.resolve({
    name,
    duration,
    length: duration * 44_100,
    sampleRate: 44_100,
    numberOfChannels: 1,
    getChannelData: () => new Float32Array(1).fill(name.startsWith('silence') ? 0 : 0.5),
  });
}
