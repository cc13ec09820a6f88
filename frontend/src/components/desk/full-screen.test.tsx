// The screen stays on while a component is mounted, and only as long.
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useScreenAwake } from './full-screen';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('two changes of visibility before the first lock arrives do not leave a lock behind', async () => {
  const arrivals: (() => void)[] = [];
  const held = new Set<object>();
  const request = () =>
    new Promise((resolve) => {
      arrivals.push(() => {
        const lock = {
          released: false,
          release: () => {
            held.delete(lock);
            return Promise.resolve();
          },
        };
        held.add(lock);
        resolve(lock);
      });
    });
  vi.stubGlobal('navigator', Object.create(navigator, { wakeLock: { value: { request } } }));
  const { unmount } = renderHook(useScreenAwake);
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  await act(async () => {
    arrivals.forEach((arrive) => {
      arrive();
    });
    await Promise.resolve();
  });
  expect(held.size).toBe(1);
  unmount();
  expect(held.size).toBe(0);
});
