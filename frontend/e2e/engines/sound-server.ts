// What can be heard: a private PulseAudio without a device, whose output is recorded and measured.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './wait';

const rate = 8_000;
/** A tenth of a second of 16-bit samples. */
const windowBytes = (rate / 10) * 2;
/** The root mean square, of 32,767, above which a tenth of a second is heard. */
const audible = 50;
/** The built-in sounds have shorter pauses. */
const silentAfterMs = 2_000;

export class SoundServer {
  private lastHeard = 0;
  private lastWindow = 0;
  private rest = Buffer.alloc(0);

  private constructor(
    readonly address: string,
    private readonly folder: string,
    private readonly server: ChildProcess,
    private readonly recorder: ChildProcess,
  ) {
    recorder.stdout?.on('data', (samples: Buffer) => {
      this.measure(samples);
    });
  }

  static async open(): Promise<SoundServer> {
    const folder = await mkdtemp(join(tmpdir(), 'tokibako-sound-'));
    const socket = join(folder, 'socket');
    const env = {
      ...process.env,
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      PULSE_RUNTIME_PATH: folder,
    };
    const server = spawn(
      'pulseaudio',
      [
        ...[
          '-n',
          '--daemonize=no',
          '--exit-idle-time=-1',
          '--use-pid-file=no',
          '--log-level=error',
        ],
        '--load=module-null-sink sink_name=heard',
        `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'], env },
    );
    const address = `unix:${socket}`;
    await until('the sound server listens', () => succeeds('pactl', ['--server', address, 'info']));
    const recorder = spawn(
      'parec',
      [
        ...['--server', address, '--device=heard.monitor', '--latency-msec=50'],
        ...['--format=s16le', '--channels=1', `--rate=${String(rate)}`],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env },
    );
    const sound = new SoundServer(address, folder, server, recorder);
    await until('the output is recorded', () => sound.lastWindow > 0);
    return sound;
  }

  /** Waits until something is heard from now on. */
  async heard(withinMs?: number): Promise<void> {
    const from = Date.now();
    await until('something is heard', () => this.lastHeard > from, withinMs);
  }

  /** Waits until nothing has been heard for longer than a pause of a sound. */
  async silent(withinMs?: number): Promise<void> {
    const from = Date.now();
    await until(
      'it is silent',
      () => this.lastWindow - Math.max(from, this.lastHeard) > silentAfterMs,
      withinMs,
    );
  }

  /** Whether anything was heard since an instant. */
  wasHeardSince(instant: number): boolean {
    return this.lastHeard > instant;
  }

  async close(): Promise<void> {
    for (const process of [this.recorder, this.server]) {
      const ended = new Promise((resolve) => process.once('exit', resolve));
      process.kill();
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  private measure(samples: Buffer): void {
    this.rest = Buffer.concat([this.rest, samples]);
    for (; this.rest.length >= windowBytes; this.rest = this.rest.subarray(windowBytes)) {
      let sum = 0;
      for (let at = 0; at < windowBytes; at += 2) sum += this.rest.readInt16LE(at) ** 2;
      this.lastWindow = Date.now();
      if (Math.sqrt(sum / (windowBytes / 2)) > audible) this.lastHeard = this.lastWindow;
    }
  }
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore' });
    child.once('error', () => {
      resolve(false);
    });
    child.once('exit', (code) => {
      resolve(code === 0);
    });
  });
}
