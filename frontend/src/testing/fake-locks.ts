// Web Locks, which the test environment lacks, within one page.
import { vi } from 'vitest';

interface Request {
  readonly name: string;
  readonly mode: LockMode;
}

type Hold = (lock: Lock) => unknown;

/** Installs them; returns the names of the held locks, in order. */
export function installFakeLocks(): readonly string[] {
  const held: Request[] = [];
  const names: string[] = [];
  const waiting: { readonly one: Request; readonly grant: () => void }[] = [];

  const isFree = ({ name, mode }: Request) => {
    const others = held.filter((other) => other.name === name);
    return mode === 'shared'
      ? others.every((other) => other.mode === 'shared')
      : others.length === 0;
  };
  const grantNext = () => {
    for (const asked of [...waiting]) {
      const { one, grant } = asked;
      const isFirst = waiting.find((other) => other.one.name === one.name) === asked;
      if (!isFirst || !isFree(one)) continue;
      waiting.splice(waiting.indexOf(asked), 1);
      held.push(one);
      names.push(one.name);
      grant();
    }
  };
  const release = (one: Request) => {
    names.splice(names.indexOf(one.name), 1);
    held.splice(held.indexOf(one), 1);
    grantNext();
  };

  const request = async (name: string, ...rest: [Hold] | [LockOptions, Hold]) => {
    const [options, hold] = rest.length === 1 ? [{}, rest[0]] : rest;
    const { mode = 'exclusive', signal } = options;
    const one: Request = { name, mode };
    await new Promise<void>((resolve, reject) => {
      const asked = { one, grant: resolve };
      waiting.push(asked);
      signal?.addEventListener('abort', () => {
        if (!waiting.includes(asked)) return;
        waiting.splice(waiting.indexOf(asked), 1);
        reject(new Error('aborted'));
        grantNext();
      });
      grantNext();
    });
    try {
      return await hold({ name, mode });
    } finally {
      release(one);
    }
  };
  const query = () => Promise.resolve({ held: names.map((name) => ({ name })) });
  const browser = typeof navigator === 'undefined' ? null : navigator;
  vi.stubGlobal('navigator', Object.create(browser, { locks: { value: { request, query } } }));
  return names;
}
