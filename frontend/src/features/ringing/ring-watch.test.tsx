// What a page does with rings that an earlier one left: on a device whose clock is right, and on one that is not.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEventSource } from '../../testing/fake-event-source';
import type { Ring } from '../../rings/ring-book';

const minuteMs = 60_000;
let stop: () => void = () => undefined;

beforeEach(() => {
  // Each page begins with an empty memory.
  vi.resetModules();
  FakeEventSource.install();
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** Opens a page on a device whose clock is so far ahead, where a ring was heard last so long ago. */
async function open({ aheadMs, seenMsAgo }: { aheadMs: number; seenMsAgo: number }) {
  const serverNow = () => Date.now() - aheadMs;
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      Response.json(path === '/api/time' ? { receivedAt: serverNow(), sentAt: serverNow() } : []),
    ),
  );
  const seenAt = serverNow() - seenMsAgo;
  const ring: Ring = {
    kind: 'alarm',
    key: `alarm:1:${String(seenAt)}`,
    id: 1,
    dueAt: seenAt,
    label: 'Wake up',
    sound: 'default',
    time: '07:00',
    snoozeMinutes: 5,
    schedule: '07:00 daily Asia/Tokyo',
    seenAt,
  };
  localStorage.setItem('rings', JSON.stringify({ armed: [], ringing: [ring], handled: [] }));
  const { keepRinging } = await import('./ring-watch');
  const { currentRings } = await import('./ring-store');
  const { timeSync } = await import('../../time/synchronised-time');
  stop = keepRinging();
  return {
    labels: () => currentRings().map(({ label }) => label),
    missed: () => (JSON.parse(localStorage.getItem('missed-alarms') ?? '[]') as unknown[]).length,
    timeIsKnown: () =>
      vi.waitFor(() => {
        expect(timeSync().source).toBe('server');
      }),
  };
}

test('a ring goes on at once', async () => {
  const { labels, timeIsKnown } = await open({ aheadMs: 0, seenMsAgo: minuteMs });
  expect(labels()).toEqual(['Wake up']);
  await timeIsKnown();
});

test('a ring goes on where the clock is ahead, as soon as the time is known', async () => {
  const { labels, missed } = await open({ aheadMs: 20 * minuteMs, seenMsAgo: minuteMs });
  await vi.waitFor(() => {
    expect(labels()).toEqual(['Wake up']);
  });
  expect(missed()).toBe(0);
});

test.each([
  { clock: 'right', aheadMs: 0 },
  { clock: 'ahead', aheadMs: 20 * minuteMs },
  { clock: 'behind', aheadMs: -30 * minuteMs },
])('one that nobody heard for long is missed where the clock is $clock', async ({ aheadMs }) => {
  const { labels, missed } = await open({ aheadMs, seenMsAgo: 20 * minuteMs });
  await vi.waitFor(() => {
    expect(missed()).toBe(1);
  });
  expect(labels()).toEqual([]);
});

test('a ring goes on where the clock is behind', async () => {
  const { labels, missed, timeIsKnown } = await open({
    aheadMs: -30 * minuteMs,
    seenMsAgo: minuteMs,
  });
  await timeIsKnown();
  expect(labels()).toEqual(['Wake up']);
  expect(missed()).toBe(0);
});
