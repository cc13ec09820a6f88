// Which tab listens to the stream for all, and when another tab listens for itself.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenInOneTab } from './tabs';

let otherTab: BroadcastChannel;
let stop: () => void = () => undefined;
/** Ends the other tab, which has the lock at first. */
let closeOtherTab: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  otherTab = new BroadcastChannel('tokibako');
});

afterEach(() => {
  stop();
  closeOtherTab();
  otherTab.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const lease = 'turn:tokibako-streams';

function holdLockInOtherTab() {
  const renew = () => {
    const until = Date.now() + 5_000;
    localStorage.setItem(lease, JSON.stringify({ holder: 'another tab', until }));
  };
  renew();
  const renewing = setInterval(renew, 1_500);
  closeOtherTab = () => {
    clearInterval(renewing);
    localStorage.removeItem(lease);
  };
}

/** Opens a tab that listens; another tab has the lock at first. */
function open({ hidden = false } = {}) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  const streams = { opened: 0, closed: 0, sign: (): void => undefined };
  holdLockInOtherTab();
  stop = listenInOneTab((onSign) => {
    streams.opened += 1;
    streams.sign = onSign;
    return () => {
      streams.closed += 1;
    };
  });
  return streams;
}

async function hearFromOtherTab() {
  otherTab.postMessage({ topic: 'stream-heard', message: null });
  await vi.advanceTimersByTimeAsync(50);
}

test('a tab that gets messages about the stream does not listen itself', async () => {
  const streams = open();
  for (let signs = 0; signs < 10; signs += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    await hearFromOtherTab();
  }
  expect(streams.opened).toBe(0);
});

test('a visible tab without such messages listens for itself until it gets one', async () => {
  const streams = open();
  await vi.advanceTimersByTimeAsync(39_000);
  expect(streams.opened).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([streams.opened, streams.closed]).toEqual([1, 0]);
  await vi.waitFor(async () => {
    await hearFromOtherTab();
    expect(streams.closed).toBe(1);
  });
});

test('a hidden tab never listens for itself', async () => {
  const streams = open({ hidden: true });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(streams.opened).toBe(0);
});

test('the tab with the lock listens, and sends the others a message for everything that arrives', async () => {
  const streams = open();
  closeOtherTab();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(streams.opened).toBe(1);
  const heard = new Promise((resolve) => {
    otherTab.onmessage = ({ data }: MessageEvent<{ topic: string }>) => {
      resolve(data.topic);
    };
  });
  streams.sign();
  expect(await heard).toBe('stream-heard');
});
