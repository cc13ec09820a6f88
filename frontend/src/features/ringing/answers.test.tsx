// Answers to rings: what this browser does itself, and what it sends.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nextOfAlarm } from '../../rings/occurrence';
import { FakeServer } from '../../testing/fake-server';
import { anAlarm } from '../../testing/rows';
import { snooze } from './answers';
import { announceRing, currentBook, currentRings } from '../../ringing/store';

const now = Date.parse('2026-11-21T00:00:00Z');
let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers({ now });
  server = new FakeServer().install();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the ring after a snooze is due at the same millisecond here and on the server', async () => {
  server.isAway = true;
  const alarm = anAlarm({ nextTrigger: new Date(now).toISOString(), snoozeInterval: 5 });
  const ring = nextOfAlarm(alarm);
  if (ring === null) throw new Error('the alarm rings');
  announceRing(ring);
  expect(currentRings()).toHaveLength(1);
  await expect(snooze(ring)).rejects.toThrow();
  const [unsent] = JSON.parse(localStorage.getItem('unsent-answers:v1') ?? '[]') as [
    { readonly givenAt: number },
  ];
  const [armed] = currentBook().armed;
  // The server counts from the instant that it is told, whose text has no fractions.
  const onServer = Date.parse(new Date(unsent.givenAt).toISOString()) + 5 * 60_000;
  expect(armed?.dueAt).toBe(onServer);
  expect(armed?.key).toBe(`alarm:1:${String(onServer)}`);
});
