// The sound of a ring and its reported state: blocked, without a file, without a device, beside another tab.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeLocks } from '../testing/fake-locks';
import { FakeAudioContext, installFakeAudio, lastLevel, soundsNow } from '../testing/fake-audio';
import type { TimerOccurrence } from '../rings/occurrence';

/** Within this time every ring that can sound does, the wait for the lock included. */
const soonMs = 500;

let stop: () => void = () => undefined;
let otherTab: BroadcastChannel;

beforeEach(() => {
  // Each page starts with new modules.
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

/** Opens a page; returns a function that rings in it, and the reported state of the sound. */
async function openPage() {
  const { startSound } = await import('./sound');
  const { announceRing, answerRings } = await import('./store');
  const { useSounding } = await import('./sound');
  const { synchronisedNow } = await import('../time/synchronised-time');
  stop = startSound();
  const { result } = renderHook(useSounding);
  const dueAt = synchronisedNow();
  const ring = (
    id: number,
    sound: TimerOccurrence['sound'] = 'chime',
    more: Partial<TimerOccurrence> = {},
  ) => {
    const key = `timer:${String(id)}:${String(dueAt)}`;
    const ends = { kind: 'timer', key, id, dueAt: dueAt + id, label: null, sound };
    const due = { ...ends, totalSeconds: 60, ...more };
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
  return { ring, state: () => result.current };
}

function pass(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

/** Messages of other tabs arrive in a real task of the event loop, which fake timers do not control. */
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

test('a ring sounds until it is answered, and then releases the device', async () => {
  const { ring, state } = await openPage();
  const { answer } = ring(1);
  await pass(soonMs);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
  answer();
  await pass(soonMs);
  expect([state(), soundsNow()]).toEqual(['silent', []]);
  expect(FakeAudioContext.made.map(({ state }) => state)).toEqual(['closed']);
});

test('a gentle start applies to the end of a timer, but not to its steps, whose rings are short', async () => {
  localStorage.setItem('ring-settings:v1', JSON.stringify({ riseSeconds: 60 }));
  const { ring } = await openPage();
  const begins = {
    index: 1,
    number: 2,
    count: 2,
    counts: 'steps',
    seconds: 30,
    label: null,
  } as const;
  const { answer } = ring(1, 'chime', { begins });
  await pass(soonMs);
  expect([soundsNow(), lastLevel()]).toEqual([['chime'], { value: 1, rise: [] }]);
  answer();
  await pass(soonMs);
  ring(2);
  await pass(soonMs);
  expect([soundsNow(), lastLevel().rise]).toEqual([['chime'], [0.05, 1, 60]]);
});

test('a newer ring plays its own sound', async () => {
  const { ring, state } = await openPage();
  ring(1);
  await pass(soonMs);
  ring(2, 'marimba');
  await pass(soonMs);
  expect([state(), soundsNow()]).toEqual(['playing', ['marimba']]);
});

test.each([
  { kind: 'a sound whose file does not come', missing: ['chime'], heard: 'default' },
  { kind: 'one without any file', missing: ['chime', 'default'], heard: 'spare tone' },
])('$kind is replaced by the $heard', async ({ missing, heard }) => {
  installFakeAudio((name) => !missing.includes(name));
  const { ring, state } = await openPage();
  await pass(soonMs);
  ring(1);
  await pass(soonMs);
  expect([state(), soundsNow()]).toEqual(['playing', [heard]]);
});

test('the default sound plays at once while another one is loading', async () => {
  const { ring, state } = await openPage();
  await pass(2_000);
  const answerFile = fetch;
  const arrived = new Promise((resolve) => setTimeout(resolve, 10_000));
  vi.stubGlobal('fetch', (file: URL) => arrived.then(() => answerFile(file)));
  ring(1);
  await pass(soonMs);
  expect([state(), soundsNow()]).toEqual(['playing', ['default']]);
});

test('a ring that the browser blocks is reported, and sounds after the next click', async () => {
  FakeAudioContext.allowed = false;
  const { ring, state } = await openPage();
  ring(1);
  await pass(soonMs);
  expect([state(), soundsNow()]).toEqual(['blocked', []]);
  FakeAudioContext.allowed = true;
  document.body.click();
  await pass(soonMs);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
});

/** An audio element, which Web Audio does not need. */
class FakeElement {
  static made: FakeElement[] = [];
  static refusal: Error | null = null;
  loop = false;
  volume = 1;
  plays = false;
  private readonly since = performance.now();

  constructor(readonly file: string) {
    FakeElement.made.push(this);
  }
  get currentTime() {
    return (performance.now() - this.since) / 1_000;
  }
  play() {
    if (FakeElement.refusal !== null) return Promise.reject(FakeElement.refusal);
    this.plays = true;
    return Promise.resolve();
  }
  pause() {
    this.plays = false;
  }
  static playing() {
    return FakeElement.made
      .filter(({ plays }) => plays)
      .map(({ file }) => /(\w+)\.mp3/.exec(file)?.[1]);
  }
}

/** Ways in which Web Audio does not play. */
const withoutWebAudio = [
  {
    kind: 'no Web Audio',
    install: () => {
      vi.stubGlobal('AudioContext', undefined);
    },
  },
  {
    kind: 'a context that cannot be made',
    install: () => {
      vi.stubGlobal('AudioContext', function Refused() {
        throw new DOMException('', 'NotSupportedError');
      });
    },
  },
  {
    kind: 'a context that cannot play',
    install: () => {
      FakeAudioContext.works = false;
    },
  },
];

test.each(withoutWebAudio)('with $kind a ring sounds by an audio element', async ({ install }) => {
  FakeElement.made = [];
  FakeElement.refusal = null;
  vi.stubGlobal('Audio', FakeElement);
  install();
  const { ring, state } = await openPage();
  const { answer } = ring(1);
  await pass(2_000);
  expect([state(), FakeElement.playing(), FakeElement.made.length]).toEqual([
    'playing',
    ['chime'],
    1,
  ]);
  answer();
  await pass(soonMs);
  expect([state(), FakeElement.playing()]).toEqual(['silent', []]);
});

test.each(withoutWebAudio)(
  'with $kind and an element that fails, another tab may sound, and this one retries now and then',
  async ({ install }) => {
    FakeElement.made = [];
    FakeElement.refusal = new DOMException('', 'NotSupportedError');
    vi.stubGlobal('Audio', FakeElement);
    install();
    const held = installFakeLocks();
    const { ring, state } = await openPage();
    ring(1);
    await pass(3_100);
    expect([state(), held.includes('tokibako-sound')]).toEqual(['failed', false]);
    expect(FakeElement.made.length).toBeGreaterThan(2);
    expect(FakeElement.made.length).toBeLessThan(10);
    FakeElement.refusal = null;
    await pass(1_000);
    expect([state(), FakeElement.playing()]).toEqual(['playing', ['chime']]);
  },
);

test('an element that waits for a gesture is reported as blocked', async () => {
  FakeElement.refusal = new DOMException('', 'NotAllowedError');
  vi.stubGlobal('Audio', FakeElement);
  vi.stubGlobal('AudioContext', undefined);
  const { ring, state } = await openPage();
  ring(1);
  await pass(soonMs);
  expect(state()).toBe('blocked');
});

test('a call interrupts the ring, which sounds again at its end by the same context', async () => {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
  const { ring, state } = await openPage();
  document.body.click();
  await pass(soonMs);
  ring(1);
  await pass(soonMs);
  const [context] = FakeAudioContext.made;
  context?.interrupt(true);
  await pass(5_000);
  expect([state(), soundsNow()]).toEqual(['blocked', []]);
  context?.interrupt(false);
  await pass(400);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
  expect(FakeAudioContext.made).toHaveLength(1);
});

test('in Safari a context that a click started is not closed, however often it fails', async () => {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
  const { ring, state } = await openPage();
  document.body.click();
  await pass(soonMs);
  FakeAudioContext.allowed = false;
  ring(1);
  await pass(5_000);
  expect(state()).toBe('blocked');
  FakeAudioContext.allowed = true;
  await pass(2_000);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
  expect(FakeAudioContext.made).toHaveLength(1);
});

test('a ring sounds although a frozen tab holds the lock, and only once when that tab goes on', async () => {
  installFakeLocks();
  void navigator.locks.request('tokibako-sound', () => new Promise(() => undefined));
  const { ring, state } = await openPage();
  ring(1);
  await pass(3_000);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
  for (let beats = 0; beats < 5; beats += 1) {
    await hear('playing');
    await pass(500);
  }
  expect([state(), soundsNow()]).toEqual(['playing', []]);
  await pass(4_000);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
});

test('a ring whose device is gone is not reported as sounding, and sounds again with a new device', async () => {
  const { ring, state } = await openPage();
  ring(1);
  await pass(soonMs);
  FakeAudioContext.deviceSince = Infinity;
  await pass(1_000);
  expect([state(), soundsNow()]).toEqual(['blocked', []]);
  FakeAudioContext.deviceSince = performance.now();
  await pass(2_000);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
});

test('a context that runs without a device counts as silent once there was a device', async () => {
  let devices = [{ kind: 'audiooutput' }];
  const mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: () => Promise.resolve(devices),
  });
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
  const { ring, state } = await openPage();
  ring(1);
  await pass(soonMs);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
  devices = [];
  await pass(1_000);
  expect([state(), soundsNow()]).toEqual(['failed', []]);
  devices = [{ kind: 'audiooutput' }];
  await pass(1_500);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

test('clicks and keys do not list the audio devices; a device that comes or goes does, and a ring does now and then', async () => {
  const enumerateDevices = vi.fn(() => Promise.resolve([{ kind: 'audiooutput' }]));
  const mediaDevices = Object.assign(new EventTarget(), { enumerateDevices });
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
  const { ring } = await openPage();
  const press = async () => {
    document.body.click();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    await pass(soonMs);
  };
  for (let presses = 0; presses < 5; presses += 1) await press();
  expect(enumerateDevices).toHaveBeenCalledOnce();
  mediaDevices.dispatchEvent(new Event('devicechange'));
  await press();
  await press();
  expect(enumerateDevices).toHaveBeenCalledTimes(2);
  ring(1);
  await pass(5_000);
  expect(enumerateDevices.mock.calls.length).toBeGreaterThan(5);
  expect(enumerateDevices.mock.calls.length).toBeLessThan(15);
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

test('in Safari the context that a click started is kept', async () => {
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

test('this tab is silent while another one sounds, and takes over when that one stops or disappears', async () => {
  FakeAudioContext.allowed = false;
  const { ring, state } = await openPage();
  ring(1);
  await pass(soonMs);
  for (const endOfBeats of [() => hear('silent'), () => pass(1_100)]) {
    FakeAudioContext.allowed = false;
    await hear('playing');
    await pass(900);
    expect([state(), soundsNow()]).toEqual(['playing', []]);
    FakeAudioContext.allowed = true;
    await hear('playing');
    expect(soundsNow()).toEqual([]);
    await endOfBeats();
    await pass(soonMs);
    expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
    // The device disappears, and is back in the next task.
    FakeAudioContext.allowed = false;
    await pass(1_000);
    expect(soundsNow()).toEqual([]);
  }
});

test('a tab that becomes visible during a silent ring sounds at once', async () => {
  FakeAudioContext.allowed = false;
  const { ring, state } = await openPage();
  ring(1);
  await pass(soonMs);
  FakeAudioContext.allowed = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(soonMs);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
});

test('a sample stops when something rings', async () => {
  const { ring } = await openPage();
  const { playSample } = await import('../sound/player');
  const onEnd = vi.fn();
  playSample('marimba', onEnd);
  await pass(soonMs);
  expect(soundsNow()).toEqual(['marimba']);
  ring(1);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('over');
  await pass(soonMs);
  expect(soundsNow()).toEqual(['chime']);
});

test('a hidden tab lets a visible one sound the ring, and sounds it if that one does not', async () => {
  const held = installFakeLocks();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const inSight = new AbortController();
  void navigator.locks.request('tokibako-in-sight', { mode: 'shared' }, async () => {
    await new Promise((resolve) => {
      inSight.signal.addEventListener('abort', resolve);
    });
  });
  const { ring, state } = await openPage();
  ring(1);
  await pass(500);
  expect([state(), held]).toEqual(['silent', ['tokibako-in-sight']]);
  await pass(500);
  expect(state()).toBe('playing');
  inSight.abort();
});

test('a ring sounds in a browser that blocks storage and therefore refuses locks', async () => {
  const denied = () => new DOMException('denied', 'SecurityError');
  const refuse = () => {
    throw denied();
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const reject = () => Promise.reject(denied());
  const locks = { value: { request: reject, query: reject } };
  vi.stubGlobal('navigator', Object.create(navigator, { locks }));
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { ring, state } = await openPage();
  ring(1);
  await pass(1_000);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
});

test('a ring sounds in a hidden tab whose browser refuses to tell who holds locks', async () => {
  installFakeLocks();
  navigator.locks.query = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { ring, state } = await openPage();
  ring(1);
  await pass(1_000);
  expect([state(), soundsNow()]).toEqual(['playing', ['chime']]);
});
