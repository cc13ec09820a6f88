// A value counts as stored when its transaction has ended, and not before.
import { afterEach, expect, test, vi } from 'vitest';
import { inStore } from './indexed-store';

/** A browser whose requests succeed, and whose transactions end as a test says. */
function installIndexedDB(ends: 'oncomplete' | 'onabort') {
  const succeed = <Result>(result: Result) => {
    const request = { result, onsuccess: null as (() => void) | null };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const transaction = {
    error: new DOMException('', 'QuotaExceededError'),
    oncomplete: null as (() => void) | null,
    onabort: null as (() => void) | null,
    objectStore: () => ({ put: () => succeed('key') }),
  };
  setTimeout(() => transaction[ends]?.(), 10);
  const database = { transaction: () => transaction, close: () => undefined };
  vi.stubGlobal('indexedDB', { open: () => succeed(database) });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the result is that of the request', async () => {
  installIndexedDB('oncomplete');
  expect(await inStore('own-sound:v1', 'readwrite', (store) => store.put(1, 'one'))).toBe('key');
});

test('a value for which there is no room at the end of the transaction is not stored', async () => {
  installIndexedDB('onabort');
  const stored = inStore('own-sound:v1', 'readwrite', (store) => store.put(1, 'one'));
  await expect(stored).rejects.toMatchObject({ name: 'QuotaExceededError' });
});
