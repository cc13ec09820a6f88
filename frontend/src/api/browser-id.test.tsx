// The browser's identity: made once, kept, and made anew where it cannot be one.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const load = () => import('./browser-id');

const another = '7f1c4a60-98b2-4d9e-8a41-0c5d1e2f3a4b';

/** Another tab of this browser writes, of which a tab hears when it is told. */
function fromAnotherTab(id: string) {
  localStorage.setItem('browser-id', id);
  window.dispatchEvent(new StorageEvent('storage', { key: 'browser-id', newValue: id }));
}

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

describe('another identity', () => {
  test('is gone on with, kept and told', async () => {
    const { browserId, adoptBrowserId, onBrowserIdChange } = await load();
    const told = vi.fn();
    const stop = onBrowserIdChange(told);
    adoptBrowserId(another);
    expect(browserId()).toBe(another);
    expect(localStorage.getItem('browser-id')).toBe(another);
    expect(told).toHaveBeenCalledOnce();
    adoptBrowserId(another);
    expect(told).toHaveBeenCalledOnce();
    stop();
    adoptBrowserId('0d5b7e0a-5a3c-4c55-9d2f-3a9d6f1f2c11');
    expect(told).toHaveBeenCalledOnce();
  });

  test('is a fresh one when this one is left behind', async () => {
    const { browserId, renewBrowserId } = await load();
    const before = browserId();
    renewBrowserId();
    expect(browserId()).toMatch(uuid);
    expect(browserId()).not.toBe(before);
  });

  test('that another tab took on is told once, whatever else it writes', async () => {
    const { onBrowserIdChange } = await load();
    const told = vi.fn();
    const stop = onBrowserIdChange(told);
    fromAnotherTab(another);
    fromAnotherTab(another);
    expect(told).toHaveBeenCalledOnce();
    stop();
  });

  test('that was taken on while the page was away is told on its return', async () => {
    const { onBrowserIdChange } = await load();
    const told = vi.fn();
    const stop = onBrowserIdChange(told);
    localStorage.setItem('browser-id', another);
    window.dispatchEvent(new Event('pageshow'));
    expect(told).toHaveBeenCalledOnce();
    stop();
  });

  test('lives in memory where storage is blocked', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    const { browserId, adoptBrowserId } = await load();
    browserId();
    adoptBrowserId(another);
    expect(browserId()).toBe(another);
  });
});

test('one that changed while nobody listened, as in the back/forward cache, is told on return', async () => {
  const { onBrowserIdChange } = await load();
  onBrowserIdChange(() => undefined)();
  localStorage.setItem('browser-id', another);
  const heard = vi.fn();
  const stop = onBrowserIdChange(heard);
  await Promise.resolve();
  expect(heard).toHaveBeenCalledOnce();
  stop();
});
