// A display for a browser with windows, because in a headless one every tab is visible.
import { spawn, type ChildProcess } from 'node:child_process';

export interface Display {
  readonly name: string;
  readonly stop: () => void;
}

/** The present display, or a virtual one. */
export function openDisplay(): Promise<Display> {
  const { DISPLAY: name } = process.env;
  if (name !== undefined && name !== '') return Promise.resolve({ name, stop: () => undefined });
  return openVirtualDisplay();
}

export async function openVirtualDisplay(): Promise<Display> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  return { name: await displayOf(server), stop: () => server.kill() };
}

function displayOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdio[3]?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.endsWith('\n')) resolve(`:${said.trim()}`);
    });
    server.once('error', (failure) => {
      reject(new Error('Xvfb is missing: install the package xvfb', { cause: failure }));
    });
    server.once('exit', (code) => {
      reject(new Error(`Xvfb ended with ${String(code)}`));
    });
  });
}
