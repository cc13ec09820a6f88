// Starts the built server with its own empty data for one run of the journeys, and ends it after.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
const readyWithinMs = 60_000;

async function startServer(): Promise<() => Promise<void>> {
  const data = await mkdtemp(join(tmpdir(), 'tokibako-'));
  // Postgres does not run as root, so its own user has to get there.
  await chmod(data, 0o755);
  const server = spawn(binary(), {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...environmentOfOthers(),
      TOKIBAKO_LISTEN: '127.0.0.1:0',
      TOKIBAKO_DATA_DIR: join(data, 'data'),
      TOKIBAKO_SITE_DIR: join(repository, 'frontend/dist'),
      TOKIBAKO_LOG: 'warn',
      TOKIBAKO_RATE_LIMIT: 'off',
    },
  });
  process.env.TOKIBAKO_TEST_URL = await address(server);
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await rm(data, { recursive: true });
  };
}

/** Without settings of the server, which refuses those it does not know, and without another database. */
function environmentOfOthers(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('TOKIBAKO_') && name !== 'DATABASE_URL',
  );
  return Object.fromEntries(others);
}

/** `TOKIBAKO_TEST_BIN`, or what `cargo build` has made. */
function binary(): string {
  const target = process.env.CARGO_TARGET_DIR ?? join(repository, 'target');
  const path = process.env.TOKIBAKO_TEST_BIN ?? join(target, 'debug/tokibako');
  if (!existsSync(path))
    throw new Error(`no server at ${path}: cargo build, or set TOKIBAKO_TEST_BIN`);
  return path;
}

/** The address the server prints once it is ready. */
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
