// The event stream: where it resumes, when it is dropped, when it reconnects, and what wakes it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adoptBrowserId } from '../identity/browser-id';
import { listenToStream } from './events';
import { FakeEventStream, settled } from '../testing/fake-event-stream';

let stop: () => void;
const onEvent = vi.fn();
const onReturn = vi.fn();
const onAbsence = vi.fn();
const listen = () => listenToStream({ onSign: vi.fn(), onEvent, onReturn, onAbsence });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  FakeEventStream.install();
  stop = listen();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const latest = () => FakeEventStream.latest();
const resumesAt = () => latest().headers.get('Last-Event-ID');
const ready = (id = 'a7-1') => latest().emit('ready', '{}', id);
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

async function lose() {
  latest().lose();
  await settled();
}

test('passes events to the listener, but not pings and the first comment', async () => {
  await ready();
  await latest().emit('ping', '{}', 'a7-1');
  await latest().emit(null, '{"type":"ALARM_TRIGGER"}', 'a8-1');
  await latest().emit('changed', '{"list":"alarms"}');
  expect(onEvent.mock.calls).toEqual([
    [{ name: undefined, data: { type: 'ALARM_TRIGGER' } }],
    [{ name: 'changed', data: { list: 'alarms' } }],
  ]);
});

test('joins an event that arrives in pieces, even in the middle of a character', async () => {
  await ready();
  const bytes = new TextEncoder().encode('data: {"label":"目覚まし"}\n\n');
  for (const byte of bytes) await latest().write(new Uint8Array([byte]));
  expect(onEvent).toHaveBeenCalledExactlyOnceWith({ name: undefined, data: { label: '目覚まし' } });
});

test('sends the browser id in a header and not in the URL', () => {
  expect(latest().headers.get('X-Browser-Id')).toBe(localStorage.getItem('browser-id'));
  expect(latest().path).toBe('/api/events');
});

test('continues after an event whose listener throws', async () => {
  const stream = latest();
  await ready();
  await latest().emit(null, 'no JSON', 'a8-1');
  onEvent.mockImplementationOnce(() => {
    throw new Error('out of order');
  });
  await latest().emit(null, '{"number":1}', 'a9-1');
  await latest().emit(null, '{"number":2}', 'a10-1');
  expect(onEvent).toHaveBeenLastCalledWith({ name: undefined, data: { number: 2 } });
  expect(latest()).toBe(stream);
});

test('requests a refetch when it is connected again, but not on the first connection', async () => {
  await ready();
  expect(onReturn).not.toHaveBeenCalled();
  for (const times of [1, 2]) {
    await lose();
    await pass(2_000);
    expect(onReturn).toHaveBeenCalledTimes(times - 1);
    await ready();
    expect(onReturn).toHaveBeenCalledTimes(times);
  }
});

test('polls at intervals while the stream is unavailable, but not during a restart of the server', async () => {
  await lose();
  await pass(1_000);
  expect(onAbsence).not.toHaveBeenCalled();
  for (let seconds = 0; seconds < 120; seconds += 1) {
    if (!latest().closed) await lose();
    await pass(1_000);
  }
  const asked = onAbsence.mock.calls.length;
  expect(asked).toBeGreaterThanOrEqual(3);
  expect(asked).toBeLessThanOrEqual(4);
});

test('starts without a position and resumes from the last id, after an error, an end and a reload', async () => {
  expect(resumesAt()).toBeNull();
  await ready();
  await lose();
  await pass(2_000);
  expect(resumesAt()).toBe('a7-1');
  await latest().emit(null, '{}', 'a9-1');
  await latest().end();
  await pass(4_000);
  expect(resumesAt()).toBe('a9-1');
  stop();
  stop = listen();
  expect(resumesAt()).toBe('a9-1');
});

test('does not resume from a position of another browser id', async () => {
  await ready();
  stop();
  localStorage.removeItem('browser-id');
  stop = listen();
  expect(resumesAt()).toBeNull();
});

test('reconnects at once for another browser id, without the position of the previous one', async () => {
  const former = latest();
  await ready();
  adoptBrowserId('7f1c4a60-98b2-4d9e-8a41-0c5d1e2f3a4b');
  expect(former.closed).toBe(true);
  expect(latest().headers.get('X-Browser-Id')).toBe('7f1c4a60-98b2-4d9e-8a41-0c5d1e2f3a4b');
  expect(resumesAt()).toBeNull();
});

test('deletes the position of the previous id', async () => {
  await ready();
  expect(localStorage.getItem('stream:v1')).toContain('a7-1');
  adoptBrowserId('3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c');
  expect(localStorage.getItem('stream:v1')).toBeNull();
});

test('ignores the stream of an id that another tab has left', async () => {
  await ready();
  localStorage.setItem('browser-id', '3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c');
  await latest().emit('identity');
  expect(onEvent).not.toHaveBeenCalled();
});

test('waits longer after each failed attempt, and starts over after a connection', async () => {
  for (const wait of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    const failed = latest();
    await lose();
    await pass(wait - 1);
    expect(latest()).toBe(failed);
    await pass(1);
    expect(latest()).not.toBe(failed);
  }
  await ready();
  const stood = latest();
  await lose();
  await pass(2_000);
  expect(latest()).not.toBe(stood);
});

test('drops a stream that sends nothing for 40 seconds; pings keep it', async () => {
  const first = latest();
  await ready();
  await pass(39_000);
  await first.emit('ping');
  await pass(39_999);
  expect(first.closed).toBe(false);
  await pass(1);
  expect(first.closed).toBe(true);
});

test('aborts a request that is never answered', async () => {
  const first = latest();
  await pass(40_000);
  expect(first.closed).toBe(true);
});

test.each(['online', 'pageshow'])('%s ends a wait at once', async (sign) => {
  const lost = latest();
  await lose();
  window.dispatchEvent(new Event(sign));
  await pass(50);
  expect(latest()).not.toBe(lost);
});

test('waking does not affect a connected stream', async () => {
  const standing = latest();
  window.dispatchEvent(new Event('online'));
  await pass(50);
  expect(latest()).toBe(standing);
});

test('disconnects on pagehide and reconnects on pageshow', async () => {
  const before = latest();
  window.dispatchEvent(new Event('pagehide'));
  expect(before.closed).toBe(true);
  await pass(120_000);
  expect(latest()).toBe(before);
  window.dispatchEvent(new Event('pageshow'));
  await pass(50);
  expect(latest()).not.toBe(before);
});

/** Refuses the stream, and expects the next request after this time and not before. */
async function expectRetryAfter(milliseconds: number, headers: Record<string, string>) {
  const refused = latest();
  refused.refuse(429, headers);
  await pass(milliseconds - 1);
  expect(latest()).toBe(refused);
  await pass(1);
  expect(latest()).not.toBe(refused);
}

test('waits as long as the Retry-After of a refusal', async () => {
  await expectRetryAfter(7_000, { 'Retry-After': '7' });
});

test('waits longer than Retry-After after several failed attempts', async () => {
  await lose();
  await pass(2_000);
  await expectRetryAfter(4_000, { 'Retry-After': '3' });
});

test('does not respect a Retry-After of hours, which would prevent rings', async () => {
  await expectRetryAfter(5 * 60_000, { 'Retry-After': '86400' });
});

test('retries after a refusal without Retry-After', async () => {
  await expectRetryAfter(2_000, {});
});

test('the refusal of a renewed id is reported as its end', async () => {
  latest().refuse(410, {}, { type: '/problems/renewed' });
  await settled();
  expect(onEvent.mock.calls).toEqual([[{ name: 'identity', data: {} }]]);
  await pass(2_000);
  latest().refuse(410, {}, { type: '/problems/device-removed' });
  await settled();
  expect(onEvent).toHaveBeenCalledOnce();
});

test('waking does not shorten a Retry-After', async () => {
  const refused = latest();
  refused.refuse(429, { 'Retry-After': '7' });
  await pass(1_000);
  window.dispatchEvent(new Event('online'));
  await pass(5_999);
  expect(latest()).toBe(refused);
  await pass(1);
  expect(latest()).not.toBe(refused);
});

test('a response that arrives after the end opens no stream', async () => {
  const refused = latest();
  stop();
  refused.refuse(429, { 'Retry-After': '7' });
  await pass(60_000);
  expect(latest()).toBe(refused);
});

test('resumes from the last event even if storage is blocked', async () => {
  const storage = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  await ready();
  stop();
  stop = listen();
  expect(resumesAt()).toBe('a7-1');
});

test('an outage is logged once, without the browser id', async () => {
  const logged = vi.mocked(console.warn);
  for (const times of [1, 2]) {
    await ready();
    await lose();
    await pass(2_000);
    await lose();
    await pass(4_000);
    expect(logged).toHaveBeenCalledTimes(times);
  }
  expect(logged).toHaveBeenCalledWith('lost the stream of events; trying again');
});

test('a stream that ends because the page is being left is not logged, although it ends first', async () => {
  await ready();
  await lose();
  expect(console.warn).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pagehide'));
  stop();
  await pass(60_000);
  expect(console.warn).not.toHaveBeenCalled();
});

test('a stream that is closed by the page is not logged as an outage', async () => {
  window.dispatchEvent(new Event('pagehide'));
  stop();
  await settled();
  expect(console.warn).not.toHaveBeenCalled();
});
