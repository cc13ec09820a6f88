// The visitor's own sound: accepted and refused files, the part that is played, and devices without the file.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeAudio } from '../testing/fake-audio';
import { emptyStores, fillStores } from '../testing/fake-indexed-store';
import { chooseOwnSound, ownSoundAudio, removeOwnSound, useHeardSound } from './own-sound';
import { loadSound, soundOfRing } from './sound-files';

vi.mock('../browser/indexed-store', () => import('../testing/fake-indexed-store'));

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  emptyStores();
  installFakeAudio();
  await removeOwnSound();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function file(content: string, name = 'song.mp3'): File {
  return new File([content], name, { type: 'audio/mpeg' });
}

test.each([
  ['is not audio', file('noise'), 'unusable'],
  ['is longer than five minutes', file('tune of 301 s'), 'unusable'],
  ['was cut off at its beginning', file('tune of 0.05 s'), 'unusable'],
  ['is silent', file('silence'), 'silent'],
  ['is silent in its first minute', file('silence of 61 s'), 'silent'],
  ['is larger than 2 MB', file('x'.repeat(2 * 1024 * 1024 + 1)), 'tooLarge'],
])('a file that %s is refused, and the previous one stays', async (_, refused, reason) => {
  expect(await chooseOwnSound(file('before'))).toBeNull();
  expect(await chooseOwnSound(refused)).toBe(reason);
  expect(await ownSoundAudio()).toMatchObject({ name: 'before' });
});

test('a file that was deleted after it was chosen is refused', async () => {
  const gone = file('tune');
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  expect(await chooseOwnSound(gone)).toBe('closed');
});

test('a file is refused if there is no space', async () => {
  fillStores();
  expect(await chooseOwnSound(file('tune'))).toBe('notKept');
});

test('only the first minute is played', async () => {
  await chooseOwnSound(file('tune of 60 s'));
  expect(await ownSoundAudio()).toMatchObject({ name: 'tune of 60 s' });
  await chooseOwnSound(file('tune of 61 s'));
  expect(await ownSoundAudio()).toMatchObject({ length: 60 * 44_100 });
});

test('the default sound replaces it before a file is chosen, and after it is removed', async () => {
  const { result } = renderHook(() => useHeardSound('own'));
  await vi.waitFor(() => {
    expect(result.current).toBe('default');
  });
  await expect(ownSoundAudio()).rejects.toThrow();
  await act(() => chooseOwnSound(file('tune')));
  await vi.waitFor(() => {
    expect(result.current).toBe('own');
  });
  await act(() => removeOwnSound());
  await vi.waitFor(() => {
    expect(result.current).toBe('default');
  });
});

test('a ring plays the file, or the default sound if this device has no file', async () => {
  await loadSound('default');
  expect(await soundOfRing('own')).toMatchObject({ name: 'default' });
  await chooseOwnSound(file('tune'));
  expect(await soundOfRing('own')).toMatchObject({ name: 'tune' });
});
