// What sounds of a ring and what is told of it: held back, without a file, without a device, beside another tab.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeLocks } from '../../testing/fake-locks';
import { FakeAudioContext, installFakeAudio, soundsNow } from '../../testing/fake-audio';
import type { TimerOccurrence } from '../../rings/occurrence';

/** What every ring that can sound does by then, with the wait for its turn. */
const soonMs = 500;

let stop: () => void = () => undefined;
let otherTab: BroadcastChannel;

beforeEach(() => {
  // Each page begins with an empty memory.
  vi.resetModules();
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  installFakeAudio();
  otherTab = new BroadcastChannel('tokibako');
});

afterEach(() => {
  stop();
  otherTab.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a page; returns how to ring in it, and what is told of the sound. */
async function openPage() {
  const { keepSounding } = await import('./ring-sound');
  const { announceRing, answerRings } = await import('./ring-store');
  const { useSounding } = await import('./sounding');
  const { synchronisedNow } = await import('../../time/synchronised-time');
  stop = keepSounding();
  const { result } = renderHook(useSounding);
  const dueAt = synchronisedNow();
  const ring = (id: number, sound: TimerOccurrence['sound'] = 'chime') => {
    const key = `timer:${String(id)}:${String(dueAt)}`;
    const due = { kind: 'timer', key, id, dueAt: dueAt + id, label: null, sound, totalSeconds: 60 };
    act(() => {
      announceRing(due as TimerOccurrence);
    });
    return {
      answer: () => {
        act(() => {
          answerRings([due as TimerOccurrence]);
        });
      },
    };
  };
  return { ring, told: () => result.current };
}

function pass(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

/** What another tab says reaches this one in a real task of the event loop, which fake timers leave alone. */
async function hear(state: string) {
  await act(async () => {
    otherTab.postMessage({ topic: 'ring-sounding', message: state });
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve(null);
      };
      port2.postMessage(null);
    });
  });
}

test('it sounds until it is answered, and the device is given back', async () => {
  const { ring, told } = await openPage();
  const { answer } = ring(1);
  await pass(soonMs);
  expect([told(), soundsNow()]).toEqual(['playing', ['chime']]);
  answer();
  await pass(soonMs);
  expect([told(), soundsNow()]).toEqual(['silent', []]);
  expect(FakeAudioContext.made.map(({ state }) => state)).toEqual(['closed']);
});

test('a newer ring brings its own sound', async () => {
  const { ring, told } = await openPage();
  ring(1);
  await pass(soonMs);
  ring(2, 'marimba');
  await pass(soonMs);
  expect([told(), soundsNow()]).toEqual(['playing', ['marimba']]);
});

test.each([
  { kind: 'a sound whose file does not come', missing: ['chime'], heard: 'default' },
  { kind: 'one without any file', missing: ['chime', 'default'], heard: 'spare tone' },
])('$kind is replaced by the $heard', async ({ missing, heard }) => {
  installFakeAudio((name) => !missing.includes(name));
  const { ring, told } = await openPage();
  await pass(soonMs);
  ring(1);
  await pass(soonMs);
  expect([told(), soundsNow()]).toEqual(['playing', [heard]]);
});

test('a sound that is still on its way is replaced by the default one at once', async () => {
  const { ring, told } = await openPage();
  await pass(2_000);
  const answerFile = fetch;
  const arrived = new Promise((resolve) => setTimeout(resolve, 10_000));
  vi.stubGlobal('fetch', (file: URL) => arrived.then(() => answerFile(file)));
  ring(1);
  await pass(soonMs);
  expect([told(), soundsNow()]).toEqual(['playing', ['default']]);
});

test('held back by the browser it is told, and begins at the next click', async () => {
  FakeAudioContext.allowed = false;
  const { ring, told } = await openPage();
  ring(1);
  await pass(soonMs);
  expect([told(), soundsNow()]).toEqual(['blocked', []]);
  FakeAudioContext.allowed = true;
  document.body.click();
  await pass(soonMs);
  expect([told(), soundsNow()]).toEqual(['playing', ['chime']]);
});

test('without Web Audio it is told that nothing can be heard', async () => {
  vi.stubGlobal('AudioContext', undefined);
  const { ring, told } = await openPage();
  ring(1);
  await pass(soonMs);
  expect(told()).toBe('failed');
});

test('what stands still, as its device is gone, is not told to sound; it sounds again once there is one', async () => {
  const { ring, told } = await openPage();
  ring(1);
  await pass(soonMs);
  FakeAudioContext.deviceSince = Infinity;
  await pass(1_000);
  expect([told(), soundsNow()]).toEqual(['blocked', []]);
  FakeAudioContext.deviceSince = performance.now();
  await pass(2_000);
  expect([told(), soundsNow()]).toEqual(['playing', ['chime']]);
});

test('a context that runs without a device is not believed, once a device was there', async () => {
  let devices = [{ kind: 'audiooutput' }];
  const mediaDevices = { enumerateDevices: () => Promise.resolve(devices) };
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
  const { ring, told } = await openPage();
  ring(1);
  await pass(soonMs);
  expect([told(), soundsNow()]).toEqual(['playing', ['chime']]);
  devices = [];
  await pass(1_000);
  expect([told(), soundsNow()]).toEqual(['failed', []]);
  devices = [{ kind: 'audiooutput' }];
  await pass(1_500);
  expect([told(), soundsNow()]).toEqual(['playing', ['chime']]);
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

test('Safari keeps the context that a click started', async () => {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
  const { ring } = await openPage();
  document.body.click();
  await pass(soonMs);
  expect(FakeAudioContext.made.map(({ state }) => state)).toEqual(['suspended']);
  ring(1).answer();
  await pass(soonMs);
  ring(2);
  await pass(soonMs);
  expect(soundsNow()).toEqual(['chime']);
  expect(FakeAudioContext.made.map(({ state }) => state)).toEqual(['running']);
});

test('while another tab sounds this one is silent, and takes over when that falls silent or vanishes', async () => {
  FakeAudioContext.allowed = false;
  const { ring, told } = await openPage();
  ring(1);
  await pass(soonMs);
  for (const endOfBeats of [() => hear('silent'), () => pass(1_100)]) {
    FakeAudioContext.allowed = false;
    await hear('playing');
    await pass(900);
    expect([told(), soundsNow()]).toEqual(['playing', []]);
    FakeAudioContext.allowed = true;
    await hear('playing');
    expect(soundsNow()).toEqual([]);
    await endOfBeats();
    await pass(soonMs);
    expect([told(), soundsNow()]).toEqual(['playing', ['chime']]);
    // Its device goes, and comes back with the next turn of the loop.
    FakeAudioContext.allowed = false;
    await pass(1_000);
    expect(soundsNow()).toEqual([]);
  }
});

test('a tab that is shown while it rings in silence sounds at once', async () => {
  FakeAudioContext.allowed = false;
  const { ring, told } = await openPage();
  ring(1);
  await pass(soonMs);
  FakeAudioContext.allowed = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(soonMs);
  expect([told(), soundsNow()]).toEqual(['playing', ['chime']]);
});

test('a sample ends when something rings', async () => {
  const { ring } = await openPage();
  const { playSample } = await import('../../sound/player');
  const onEnd = vi.fn();
  playSample('marimba', onEnd);
  await pass(soonMs);
  expect(soundsNow()).toEqual(['marimba']);
  ring(1);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('over');
  await pass(soonMs);
  expect(soundsNow()).toEqual(['chime']);
});

test('a hidden tab leaves the ring to one in sight, and sounds it where that one does not', async () => {
  const held = installFakeLocks();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const inSight = new AbortController();
  void navigator.locks.request('tokibako-in-sight', { mode: 'shared' }, async () => {
    await new Promise((resolve) => {
      inSight.signal.addEventListener('abort', resolve);
    });
  });
  const { ring, told } = await openPage();
  ring(1);
  await pass(500);
  expect([told(), held]).toEqual(['silent', ['tokibako-in-sight']]);
  await pass(500);
  expect(told()).toBe('playing');
  inSight.abort();
});
