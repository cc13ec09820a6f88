// Rings that an earlier page left: on a device whose clock is right, and on one whose clock is wrong.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answered, RungRing } from '../model/types';
import type { Ring, RingBook } from './book';

const minuteMs = 60_000;
let stop: () => void = () => undefined;

beforeEach(() => {
  // Each page starts with new modules.
  vi.resetModules();
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

interface Found {
  readonly aheadMs: number;
  readonly seenMsAgo: number;
  /** The server's list of rings. */
  readonly answered?: Answered | null;
  readonly isListed?: boolean;
}

/** Opens a page on a device whose clock is `ahead`, some time after a ring was last heard there. */
async function open({ aheadMs, seenMsAgo, answered = null, isListed = true }: Found) {
  const serverNow = () => Date.now() - aheadMs;
  const seenAt = serverNow() - seenMsAgo;
  const listed: RungRing = {
    kind: 'alarm',
    id: 1,
    scheduledFor: new Date(seenAt).toISOString(),
    label: 'Wake up',
    sound: 'default',
    time: '07:00',
    repeat: 'daily',
    days: null,
    date: null,
    rule: null,
    from: null,
    timezone: 'Asia/Tokyo',
    snoozeInterval: 5,
    answered,
  };
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/time') {
      return Promise.resolve(Response.json({ receivedAt: serverNow(), sentAt: serverNow() }));
    }
    return Promise.resolve(
      Response.json(path.startsWith('/api/rings') && isListed ? [listed] : []),
    );
  });
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
  localStorage.setItem('rings:v1', JSON.stringify({ armed: [], ringing: [ring], handled: [] }));
  const { startRinging } = await import('./clock');
  const { currentRings } = await import('./store');
  const { timeSync } = await import('../time/synchronised-time');
  stop = startRinging();
  return {
    labels: () => currentRings().map(({ label }) => label),
    missed: () =>
      (JSON.parse(localStorage.getItem('missed-alarms:v1') ?? '[]') as unknown[]).length,
    timeIsKnown: () =>
      vi.waitFor(() => {
        expect(timeSync().source).toBe('server');
      }),
  };
}

test('a ring continues at once', async () => {
  const { labels, timeIsKnown } = await open({ aheadMs: 0, seenMsAgo: minuteMs });
  expect(labels()).toEqual(['Wake up']);
  await timeIsKnown();
});

test('if the clock is ahead, a ring continues as soon as the time is synchronised', async () => {
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
])(
  'a ring that nobody has heard for long counts as missed if the clock is $clock',
  async ({ aheadMs }) => {
    const { labels, missed } = await open({ aheadMs, seenMsAgo: 20 * minuteMs });
    await vi.waitFor(() => {
      expect(missed()).toBe(1);
    });
    expect(labels()).toEqual([]);
  },
);

test('a ring continues if the clock is behind', async () => {
  const { labels, missed, timeIsKnown } = await open({
    aheadMs: -30 * minuteMs,
    seenMsAgo: minuteMs,
  });
  await timeIsKnown();
  expect(labels()).toEqual(['Wake up']);
  expect(missed()).toBe(0);
});

const elsewhere: Answered = { answer: 'stop', at: '2026-11-20T22:00:09Z', snoozedUntil: null };

test.each<[string, Partial<Found>, number]>([
  ['stopped on another device', { answered: elsewhere }, minuteMs],
  ['cancelled on another device', { isListed: false }, minuteMs],
  ['stopped on another device long ago', { answered: elsewhere }, 20 * minuteMs],
  ['cancelled on another device long ago', { isListed: false }, 20 * minuteMs],
])(
  'a ring that was %s meanwhile ends, and does not count as missed',
  async (_, found, seenMsAgo) => {
    const { labels, missed, timeIsKnown } = await open({ aheadMs: 0, seenMsAgo, ...found });
    await timeIsKnown();
    await vi.waitFor(() => {
      expect(handled()).toBe(1);
    });
    expect([labels(), missed()]).toEqual([[], 0]);
  },
);

function handled(): number {
  const { handled: all } = JSON.parse(localStorage.getItem('rings:v1') ?? '') as RingBook;
  return all.length;
}
