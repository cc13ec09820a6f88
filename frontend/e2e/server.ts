// Starts the built server with an empty database: one for all tests, others for tests that stop it.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '../..');
const readyWithinMs = 60_000;

/** A server with its own data. */
export interface TestServer {
  readonly url: string;
  /** The folder of its data. */
  readonly data: string;
  /** Stops it and keeps its data. */
  readonly stop: () => Promise<void>;
  /** Starts it again at the same address, perhaps with other settings. */
  readonly startAgain: (settings?: Settings) => Promise<void>;
  /** Stops it if it runs, and deletes its data. */
  readonly end: () => Promise<void>;
}

export type Settings = Readonly<Record<string, string>>;

/** Starts a server on a free port with these settings. */
export async function startTestServer(own: Settings = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tokibako-'));
  // Postgres does not run as root, so its account must be able to enter the folder.
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const template = process.env.TOKIBAKO_TEST_DATA;
  // With their owner, who is Postgres's account.
  if (template !== undefined) await promisify(execFile)('cp', ['-a', template, data]);
  let server: ChildProcess | null = null;
  const start = (listen: string, settings: Settings) => {
    server = spawn(binary(), {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...environmentOfOthers(),
        TOKIBAKO_LISTEN: listen,
        TOKIBAKO_DATA_DIR: data,
        TOKIBAKO_SITE_DIR: join(repository, 'frontend/dist'),
        TOKIBAKO_LOG: 'warn',
        TOKIBAKO_RATE_LIMIT: 'off',
        TOKIBAKO_PUSH_CONTACT: 'mailto:push@time.example',
        ...own,
        ...settings,
      },
    });
    return address(server);
  };
  const stop = async () => {
    const running = server;
    if (running === null) return;
    server = null;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await ended;
  };
  const url = await start('127.0.0.1:0', {});
  return {
    url,
    data,
    stop,
    startAgain: async (settings = {}) => {
      await stop();
      await start(new URL(url).host, settings);
    },
    end: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function startServer(): Promise<() => Promise<void>> {
  // All others begin with a copy of its data: on a busy machine to create a cluster takes longer than a test may wait.
  const template = await startTestServer();
  await template.stop();
  process.env.TOKIBAKO_TEST_DATA = template.data;
  // What channels send to is on this machine.
  const { url, end } = await startTestServer({ TOKIBAKO_CHANNEL_HOSTS: 'any' });
  process.env.TOKIBAKO_TEST_URL = url;
  return async () => {
    await end();
    await template.end();
  };
}

/** Without settings from the environment, which could be unknown or name another database. */
function environmentOfOthers(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('TOKIBAKO_') && name !== 'DATABASE_URL',
  );
  return Object.fromEntries(others);
}

/** `TOKIBAKO_TEST_BIN`, or the output of `cargo build`. */
function binary(): string {
  const target = process.env.CARGO_TARGET_DIR ?? join(repository, 'target');
  const path = process.env.TOKIBAKO_TEST_BIN ?? join(target, 'debug/tokibako');
  if (!existsSync(path))
    throw new Error(`no server at ${path}: cargo build, or set TOKIBAKO_TEST_BIN`);
  return path;
}

/** The address that the server prints when it is ready. */
function address(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => {
      reject(new Error(`the server is not ready after ${readyWithinMs} ms; it said: ${said}`));
    }, readyWithinMs);
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/[\w.[\]:-]+/.exec(said);
      if (found === null) return;
      clearTimeout(late);
      resolve(found[0]);
    });
    server.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`the server ended with ${String(code)}; it said: ${said}`));
    });
  });
}

export default startServer;
