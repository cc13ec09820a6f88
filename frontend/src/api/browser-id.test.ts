// The browser's identity: made once, kept, and made anew where it cannot be one.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const load = () => import('./browser-id');

test('is made on first use and kept', async () => {
  const { browserId, browserIdIsTemporary } = await load();
  expect(browserId()).toMatch(uuid);
  expect(browserId()).toBe(localStorage.getItem('browser-id'));
  expect(browserIdIsTemporary()).toBe(false);
});

test.each(['', 'me', '00000000-0000-0000-0000-000000000000'])(
  'a stored %j is no identity',
  async (stored) => {
    localStorage.setItem('browser-id', stored);
    expect((await load()).browserId()).toMatch(uuid);
  },
);

test('is made without randomUUID where the page is not a secure context', async () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect((await load()).browserId()).toMatch(uuid);
});

test('lives in memory where storage is blocked, and says so', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  const { browserId, browserIdIsTemporary } = await load();
  expect(browserId()).toMatch(uuid);
  expect(browserId()).toBe(browserId());
  expect(browserIdIsTemporary()).toBe(true);
  vi.unstubAllGlobals();
});
