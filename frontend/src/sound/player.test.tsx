// Samples of a sound: to their end, stopped, replaced, held back, and without their file.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSounds, FakeAudioContext, installFakeAudio, soundsNow } from '../testing/fake-audio';

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

test('it plays once, and the device is given back at its end', async () => {
  await sample();
  expect(soundsNow()).toEqual(['chime']);
  endSounds();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('over');
  expect(FakeAudioContext.made.map(({ state }) => state)).toEqual(['closed']);
});

test('it is stopped, once', async () => {
  const stop = await sample();
  stop();
  stop();
  expect(soundsNow()).toEqual([]);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('over');
});

test('another sample replaces it, and its own end does not stop that', async () => {
  const stopFirst = await sample();
  await sample('default');
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('over');
  stopFirst();
  expect(soundsNow()).toEqual(['default']);
});

test('one that was stopped while it was loading does not begin', async () => {
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
])('$kind it fails, and is tried again at the next press', async ({ prepare }) => {
  prepare();
  await sample();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('failed');
  expect(soundsNow()).toEqual([]);
  installFakeAudio();
  await sample();
  expect(soundsNow()).toEqual(['chime']);
});
