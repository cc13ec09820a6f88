// Web Locks, which the test environment lacks: requests are granted at once.
import { vi } from 'vitest';

/** Installs them; returns the names of the held locks, in order. */
export function installFakeLocks(): readonly string[] {
  const held: string[] = [];
  const request = async (
    name: string,
    _options: LockOptions,
    hold: (lock: Lock) => Promise<unknown>,
  ) => {
    held.push(name);
    await hold({ name, mode: 'shared' });
    held.splice(held.indexOf(name), 1);
  };
  const query = () => Promise.resolve({ held: held.map((name) => ({ name })) });
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request, query } } }));
  return held;
}
