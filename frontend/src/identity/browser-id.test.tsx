// The browser id: created once, stored, and replaced if the stored value is invalid.
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

/** Stores an id as another tab would, and dispatches the event that this tab gets. */
function fromAnotherTab(id: string) {
  localStorage.setItem('browser-id', id);
  window.dispatchEvent(new StorageEvent('storage', { key: 'browser-id', newValue: id }));
}

test('the id is created on first use and stored', async () => {
  const { browserId, browserIdIsTemporary } = await load();
  expect(browserId()).toMatch(uuid);
  expect(browserId()).toBe(localStorage.getItem('browser-id'));
  expect(browserIdIsTemporary()).toBe(false);
});

test.each(['', 'me', '00000000-0000-0000-0000-000000000000'])(
  'a stored %j is not a valid id',
  async (stored) => {
    localStorage.setItem('browser-id', stored);
    expect((await load()).browserId()).toMatch(uuid);
  },
);

test('the id is created without randomUUID in an insecure context', async () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect((await load()).browserId()).toMatch(uuid);
});

test('the id is kept in memory if storage is blocked, and counts as temporary', async () => {
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

describe('another id', () => {
  test('is used, stored, and reported to listeners', async () => {
    const { browserId, adoptBrowserId, onBrowserIdChange } = await load();
    const listener = vi.fn();
    const stop = onBrowserIdChange(listener);
    adoptBrowserId(another);
    expect(browserId()).toBe(another);
    expect(localStorage.getItem('browser-id')).toBe(another);
    expect(listener).toHaveBeenCalledOnce();
    adoptBrowserId(another);
    expect(listener).toHaveBeenCalledOnce();
    stop();
    adoptBrowserId('0d5b7e0a-5a3c-4c55-9d2f-3a9d6f1f2c11');
    expect(listener).toHaveBeenCalledOnce();
  });

  test('is random when the present one is abandoned', async () => {
    const { browserId, renewBrowserId } = await load();
    const before = browserId();
    renewBrowserId();
    expect(browserId()).toMatch(uuid);
    expect(browserId()).not.toBe(before);
  });

  test('that another tab stored is reported once, whatever else that tab writes', async () => {
    const { onBrowserIdChange } = await load();
    const listener = vi.fn();
    const stop = onBrowserIdChange(listener);
    fromAnotherTab(another);
    fromAnotherTab(another);
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });

  test('that was stored while the page was in the back/forward cache is reported on its return', async () => {
    const { onBrowserIdChange } = await load();
    const listener = vi.fn();
    const stop = onBrowserIdChange(listener);
    localStorage.setItem('browser-id', another);
    window.dispatchEvent(new Event('pageshow'));
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });

  test('is kept in memory if storage is blocked', async () => {
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

test('an id that changed without any listener, as in the back/forward cache, is reported on return', async () => {
  const { onBrowserIdChange } = await load();
  onBrowserIdChange(() => undefined)();
  localStorage.setItem('browser-id', another);
  const heard = vi.fn();
  const stop = onBrowserIdChange(heard);
  await Promise.resolve();
  expect(heard).toHaveBeenCalledOnce();
  stop();
});

test('an id that was adopted after another one was used, and before anybody listened, is reported', async () => {
  const { adoptBrowserId, browserId, onBrowserIdChange } = await load();
  browserId();
  adoptBrowserId(another);
  const heard = vi.fn();
  const stop = onBrowserIdChange(heard);
  await Promise.resolve();
  expect(heard).toHaveBeenCalledOnce();
  stop();
});
