// Samples of a sound: played to the end, stopped, replaced, blocked, and without a file.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  endSounds,
  FakeAudioContext,
  installFakeAudio,
  lastLevel,
  soundsNow,
} from '../testing/fake-audio';

const soonMs = 500;
const onEnd = vi.fn<(end: 'over' | 'failed') => void>();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  installFakeAudio();
  onEnd.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function sample(name: 'default' | 'chime' = 'chime') {
  const { playSample } = await import('./player');
  const stop = playSample(name, onEnd);
  await vi.advanceTimersByTimeAsync(soonMs);
  return stop;
}

test('a sample plays once, and releases the device at its end', async () => {
  await sample();
  expect(soundsNow()).toEqual(['chime']);
  endSounds();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('over');
  expect(FakeAudioContext.made.map(({ state }) => state)).toEqual(['closed']);
});

test('a sample is stopped once', async () => {
  const stop = await sample();
  stop();
  stop();
  expect(soundsNow()).toEqual([]);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('over');
});

test('another sample replaces a sample, and is not stopped by its end', async () => {
  const stopFirst = await sample();
  await sample('default');
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('over');
  stopFirst();
  expect(soundsNow()).toEqual(['default']);
});

test('a sample that is stopped while it is loading does not begin', async () => {
  const { playSample } = await import('./player');
  playSample('chime', onEnd)();
  await vi.advanceTimersByTimeAsync(soonMs);
  expect(soundsNow()).toEqual([]);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('over');
});

test.each([
  {
    kind: 'held back by the browser',
    prepare: () => {
      FakeAudioContext.allowed = false;
    },
  },
  {
    kind: 'without its file',
    prepare: () => {
      installFakeAudio(() => false);
    },
  },
])('$kind a sample fails, and is retried at the next press', async ({ prepare }) => {
  prepare();
  await sample();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('failed');
  expect(soundsNow()).toEqual([]);
  installFakeAudio();
  await sample();
  expect(soundsNow()).toEqual(['chime']);
});

test.each([
  [
    { volume: 100, riseSeconds: 0 },
    { value: 1, rise: [] },
  ],
  [
    { volume: 25, riseSeconds: 0 },
    { value: 0.25, rise: [] },
  ],
  [
    { volume: 50, riseSeconds: 30 },
    { value: 1, rise: [0.025, 0.5, 30] },
  ],
  // Settings that this version does not offer.
  [
    { volume: 400, riseSeconds: -1 },
    { value: 1, rise: [] },
  ],
])('a ring has the volume and the rise of this device’s settings: %j', async (settings, level) => {
  localStorage.setItem('ring-settings:v1', JSON.stringify(settings));
  const { playRing } = await import('./player');
  void playRing('chime', true);
  await vi.advanceTimersByTimeAsync(soonMs);
  expect(soundsNow()).toEqual(['chime']);
  expect(lastLevel()).toEqual(level);
  localStorage.clear();
});

test('a sample has the volume of a ring, without a rise', async () => {
  localStorage.setItem('ring-settings:v1', JSON.stringify({ volume: 75, riseSeconds: 60 }));
  await sample();
  expect(lastLevel()).toEqual({ value: 0.75, rise: [] });
  localStorage.clear();
});
