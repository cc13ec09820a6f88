// The space of the visitor's own presets, remembered between visits.
import { beforeEach, expect, test } from 'vitest';
import { reserveSpace, rememberSpace } from './presets-space';

const root = document.documentElement;

function rowOf(height: number): HTMLElement {
  const row = document.createElement('div');
  Object.defineProperty(row, 'offsetHeight', { value: height });
  return row;
}

beforeEach(() => {
  localStorage.clear();
  root.lang = 'en';
  root.className = '';
  root.style.removeProperty('--presets-room');
});

test('the space that they took is reserved on the next visit, until they are shown', () => {
  rememberSpace({ row: rowOf(188), language: 'en' });
  reserveSpace();
  expect(root).toHaveClass('own-presets');
  expect(root.style.getPropertyValue('--presets-room')).toBe('188px');
  rememberSpace({ row: rowOf(240), language: 'en' });
  expect(root).not.toHaveClass('own-presets');
});

test.each([
  ['in another language', () => (root.lang = 'de')],
  ['in a wider window', () => (window.innerWidth += 1)],
  ['after the default presets were restored', () => (rememberSpace(null), '')],
  ['if something else is stored', () => (localStorage.setItem('timer-presets-room:v1', '}'), '')],
])('%s no space is reserved', (_, change) => {
  rememberSpace({ row: rowOf(188), language: 'en' });
  change();
  reserveSpace();
  expect(root).not.toHaveClass('own-presets');
});
