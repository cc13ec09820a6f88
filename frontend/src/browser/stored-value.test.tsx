// A stored value: shared by all tabs, and protected against invalid contents.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isStorageFull, onStorageRoom, deleteStoredValues, storedValue } from './stored-value';

const numbers = (stored: unknown) => (Array.isArray(stored) ? (stored as number[]) : null);

test('the value is the one that this tab or another has written', () => {
  const here = storedValue('zone:v1', [], numbers);
  const there = storedValue('zone:v1', [], numbers);
  here.write([1, 2]);
  expect(there.read()).toEqual([1, 2]);
  expect(there.read()).toBe(there.read());
});

test('a stored value for which the parser throws is ignored', () => {
  localStorage.setItem('zone:v1', '{}');
  const throwing = () => {
    throw new TypeError('no such field');
  };
  expect(storedValue('zone:v1', [7], throwing).read()).toEqual([7]);
});

test.each(['', 'not json', '{"no":"list"}', 'null'])('stored %j is ignored', (stored) => {
  localStorage.setItem('zone:v1', stored);
  expect(storedValue('zone:v1', [7], numbers).read()).toEqual([7]);
});

test('listeners are called after changes in other tabs', () => {
  const listener = vi.fn();
  const stop = storedValue('zone:v1', [], numbers).subscribe(listener);
  window.dispatchEvent(new StorageEvent('storage', { key: 'zone:v1' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'other' }));
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  window.dispatchEvent(new StorageEvent('storage', { key: 'zone:v1' }));
  expect(listener).toHaveBeenCalledTimes(1);
});

test('the value is kept in memory if storage is blocked', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, clear: () => undefined });
  const value = storedValue('zone:v1', [], numbers);
  value.write([3]);
  expect(value.read()).toEqual([3]);
  vi.unstubAllGlobals();
});

describe('if storage is full', () => {
  const full = () => {
    const storage = localStorage;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.getItem(key),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
  };
  afterEach(() => {
    vi.unstubAllGlobals();
    storedValue('zone:v1', [], numbers).clear();
  });

  test('the value is kept in memory, and replaces the stored one', () => {
    const value = storedValue('zone:v1', [], numbers);
    value.write([1]);
    full();
    value.write([2]);
    expect(value.read()).toEqual([2]);
    expect(localStorage.getItem('zone:v1')).toBe('[1]');
  });

  test('that is known, until everything is stored again', () => {
    const listener = vi.fn();
    const stop = onStorageRoom(listener);
    const value = storedValue('zone:v1', [], numbers);
    full();
    value.write([2]);
    value.write([2, 3]);
    expect([isStorageFull(), listener.mock.calls.length]).toEqual([true, 1]);
    vi.unstubAllGlobals();
    value.write([3]);
    expect([isStorageFull(), listener.mock.calls.length]).toEqual([false, 2]);
    stop();
  });

  test('the value is stored again once there is space', () => {
    const value = storedValue('zone:v1', [], numbers);
    full();
    value.write([2]);
    vi.unstubAllGlobals();
    value.write([3]);
    expect(storedValue('zone:v1', [], numbers).read()).toEqual([3]);
  });

  test('a value that another tab could store replaces it', () => {
    const value = storedValue('zone:v1', [], numbers);
    const stop = value.subscribe(() => undefined);
    full();
    value.write([2]);
    vi.unstubAllGlobals();
    localStorage.setItem('zone:v1', '[5]');
    window.dispatchEvent(new StorageEvent('storage', { key: 'zone:v1' }));
    expect(value.read()).toEqual([5]);
    stop();
  });
});

test('all values except the listed keys are deleted, in this tab and in others', () => {
  const gone = storedValue('zone:v1', [], numbers);
  const stays = storedValue('hours:v1', [], numbers);
  const listener = vi.fn();
  gone.write([1]);
  stays.write([2]);
  localStorage.setItem('of-a-page-not-open', '1');
  const stop = gone.subscribe(listener);
  deleteStoredValues(['hours:v1']);
  expect(gone.read()).toEqual([]);
  expect(stays.read()).toEqual([2]);
  expect(listener).toHaveBeenCalledOnce();
  expect(Object.keys(localStorage)).toEqual(['hours:v1']);
  stop();
});
