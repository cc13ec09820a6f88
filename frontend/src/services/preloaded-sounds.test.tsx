// Which sounds are preloaded.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeAudio } from '../testing/fake-audio';
import { aTimer, anAlarm } from '../testing/rows';

let fetched: string[];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  fetched = [];
  installFakeAudio((name) => {
    fetched.push(name);
    return true;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function pass() {
  return act(() => vi.advanceTimersByTimeAsync(2_000));
}

test('the sounds of the rows are fetched once each, and so are those of changed rows', async () => {
  const { usePreloadedSounds: useSoundsAtHand } = await import('./preloaded-sounds');
  const { rerender } = renderHook(useSoundsAtHand, {
    initialProps: [anAlarm({ sound: 'chime', enabled: 0 }), anAlarm({ id: 2, sound: 'chime' })],
  });
  expect(fetched).toEqual([]);
  await pass();
  expect(fetched).toEqual(['chime']);
  rerender([anAlarm({ sound: 'dawn' }), anAlarm({ id: 2, sound: 'chime' })]);
  await pass();
  expect(fetched).toEqual(['chime', 'dawn']);
});

test('without rows only the default sound is fetched', async () => {
  const { usePreloadedSounds: useSoundsAtHand, keepSoundsPreloaded: keepSoundsAtHand } =
    await import('./preloaded-sounds');
  renderHook(useSoundsAtHand, { initialProps: [] });
  await pass();
  expect(fetched).toEqual([]);
  keepSoundsAtHand(['default']);
  await pass();
  expect(fetched).toEqual(['default']);
});

test('a hidden tab does not wait for an idle period', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { usePreloadedSounds: useSoundsAtHand } = await import('./preloaded-sounds');
  renderHook(useSoundsAtHand, { initialProps: [aTimer({ sound: 'pulse' })] });
  expect(fetched).toEqual(['pulse']);
});
