// The choice of theme is a stored value like others, as a bare word, which is read before the first paint.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isStorageFull } from '../browser/stored-value';
import { storedTheme } from './theme-choice';
import { useTheme } from './use-theme';

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function choose(choice: 'light' | 'dark' | 'system') {
  const { result } = renderHook(useTheme);
  act(() => {
    result.current.choose(choice);
  });
  return result;
}

test.each(['light', 'dark', 'system'] as const)('%s is stored as a bare word', (choice) => {
  const result = choose(choice);
  expect(result.current.choice).toBe(choice);
  expect(localStorage.getItem('theme')).toBe(choice);
  expect(storedTheme()).toBe(choice);
});

test('a theme that another tab has chosen applies here, too', () => {
  const result = choose('light');
  expect(document.documentElement).toHaveClass('light');
  act(() => {
    localStorage.setItem('theme', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  });
  expect(result.current.choice).toBe('dark');
  expect(document.documentElement).toHaveClass('dark');
});

test('a theme for which there is no room applies to this tab, which says so', () => {
  const storage = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const result = choose('dark');
  expect(result.current.choice).toBe('dark');
  expect(document.documentElement).toHaveClass('dark');
  expect(isStorageFull()).toBe(true);
});
