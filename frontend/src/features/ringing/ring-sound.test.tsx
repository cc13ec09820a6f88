// What is told of a ring's sound, where the browser holds it back and where it cannot be had.
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { synchronisedNow } from '../../hooks/synchronised-time';
import type { TimerOccurrence } from './occurrence';
import { keepSounding, useSounding } from './ring-sound';
import { announceRing, answerRings } from './ring-store';

const play = vi.fn<() => Promise<void>>();
let ring: TimerOccurrence;
let stop: () => void;

beforeEach(() => {
  vi.stubGlobal(
    'Audio',
    class {
      play = play;
      pause = () => undefined;
    },
  );
  const dueAt = synchronisedNow();
  const key = `timer:1:${String(dueAt)}`;
  ring = { kind: 'timer', key, id: 1, dueAt, label: null, sound: 'chime', totalSeconds: 60 };
  stop = keepSounding();
});

afterEach(() => {
  answerRings([ring]);
  stop();
  play.mockReset();
  vi.unstubAllGlobals();
});

/** Lets the ring begin; returns what is told of its sound. */
function ringing() {
  const { result } = renderHook(useSounding);
  act(() => {
    announceRing(ring);
  });
  return () => result.current;
}

const refusing = (name: string) => () => Promise.reject(new DOMException('no sound', name));

test('it plays', async () => {
  play.mockResolvedValue();
  const sounding = ringing();
  await waitFor(() => {
    expect(sounding()).toBe('playing');
  });
});

test.each([
  { name: 'NotAllowedError', told: 'blocked' },
  { name: 'NotSupportedError', told: 'failed' },
])('after $name it is $told, and tried again at the next click', async ({ name, told }) => {
  play.mockImplementation(refusing(name));
  const sounding = ringing();
  await waitFor(() => {
    expect(sounding()).toBe(told);
  });
  play.mockResolvedValue();
  document.body.click();
  await waitFor(() => {
    expect(sounding()).toBe('playing');
  });
});

test('a sound that cannot be had is replaced by the default one', async () => {
  play.mockImplementationOnce(refusing('NotSupportedError')).mockResolvedValue();
  const sounding = ringing();
  await waitFor(() => {
    expect(sounding()).toBe('playing');
  });
  expect(play).toHaveBeenCalledTimes(2);
});
