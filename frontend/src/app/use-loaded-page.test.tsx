// The page for the address, when it cannot be loaded at first.
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadFailed } from '../loading/load-code';
import { loadNextPage, loadPage } from './loaded-page';
import { useLoadedPage } from './site';

vi.mock(import('./loaded-page'), async (actual) => {
  const loaded = await actual();
  return { ...loaded, loadNextPage: vi.fn(loaded.loadNextPage) };
});

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.mocked(loadNextPage).mockRejectedValueOnce(new Error('lost'));
});

async function openTimer() {
  const initial = await loadPage('/timer/en');
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <MemoryRouter initialEntries={['/timer/en']}>{children}</MemoryRouter>
  );
  const { result } = renderHook(
    () => ({ loaded: useLoadedPage(initial), navigate: useNavigate() }),
    { wrapper },
  );
  return result;
}

test('another language that cannot be loaded is said to be so, and shown as soon as it is there', async () => {
  const said = vi.fn();
  addEventListener(loadFailed, said);
  const result = await openTimer();
  await act(() => result.current.navigate('/timer/de'));
  await waitFor(() => {
    expect(result.current.loaded.language).toBe('de');
  });
  expect(said).toHaveBeenCalledOnce();
  removeEventListener(loadFailed, said);
});

test('another page that cannot be loaded is replaced by one that says so', async () => {
  const result = await openTimer();
  await act(() => result.current.navigate('/alarm/en'));
  await waitFor(() => {
    expect(result.current.loaded.page).toBe('alarm');
  });
  expect(result.current.loaded.language).toBe('en');
});
