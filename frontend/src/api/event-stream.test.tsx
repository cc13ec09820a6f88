// The event stream: where it resumes, when it is dropped, tried again and woken.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adoptBrowserId } from './browser-id';
import { listenToStream } from './event-stream';
import { FakeEventSource } from '../testing/fake-event-source';

const path = '/api/alarms/notifications';
let stop: () => void;
const onEvent = vi.fn();
const onReturn = vi.fn();
const onAbsence = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  FakeEventSource.install();
  stop = listenToStream(path, { onEvent, onReturn, onAbsence });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const latest = () => FakeEventSource.latest();
const resumesAt = () => new URL(latest().url, location.href).searchParams.get('lastEventId');

test('hands on events', () => {
  latest().emit('ready', '', '7');
  latest().emit('message', '{"type":"ALARM_TRIGGER"}', '8');
  expect(onEvent).toHaveBeenCalledExactlyOnceWith({ type: 'ALARM_TRIGGER' });
});

test('asks for a refetch whenever it stands again, not when it stands first', () => {
  latest().emit('ready', '', '7');
  expect(onReturn).not.toHaveBeenCalled();
  for (const times of [1, 2]) {
    latest().emit('error');
    vi.advanceTimersByTime(2_000);
    expect(onReturn).toHaveBeenCalledTimes(times - 1);
    latest().emit('ready', '', '7');
    expect(onReturn).toHaveBeenCalledTimes(times);
  }
});

test('asks from time to time while it cannot be had, and not for a server that starts anew', () => {
  latest().emit('error');
  vi.advanceTimersByTime(4_000);
  expect(onAbsence).not.toHaveBeenCalled();
  for (let seconds = 0; seconds < 120; seconds += 1) {
    if (!latest().closed) latest().emit('error');
    vi.advanceTimersByTime(1_000);
  }
  const asked = onAbsence.mock.calls.length;
  expect(asked).toBeGreaterThanOrEqual(3);
  expect(asked).toBeLessThanOrEqual(4);
});

test('starts without a position and resumes from the last id, after an error and after a reload', () => {
  expect(resumesAt()).toBeNull();
  latest().emit('ready', '', '7');
  latest().emit('error');
  vi.advanceTimersByTime(2_000);
  expect(resumesAt()).toBe('7');
  latest().emit('message', '{}', '9');
  stop();
  stop = listenToStream(path, { onEvent, onReturn, onAbsence });
  expect(resumesAt()).toBe('9');
});

test('does not resume from a position of another browser id', () => {
  latest().emit('ready', '', '7');
  stop();
  localStorage.removeItem('browser-id');
  stop = listenToStream(path, { onEvent, onReturn, onAbsence });
  expect(resumesAt()).toBeNull();
});

test('is opened anew at once for another browser id, and resumes from no position of the former', () => {
  const former = latest();
  former.emit('ready', '', '7');
  adoptBrowserId('7f1c4a60-98b2-4d9e-8a41-0c5d1e2f3a4b');
  expect(former.closed).toBe(true);
  expect(new URL(latest().url, location.href).searchParams.get('browserId')).toBe(
    '7f1c4a60-98b2-4d9e-8a41-0c5d1e2f3a4b',
  );
  expect(resumesAt()).toBeNull();
  former.emit('message', '{}', '8');
  expect(onEvent).not.toHaveBeenCalled();
});

test('leaves nothing of the former id behind, whatever else its stream says', () => {
  const former = latest();
  former.emit('ready', '', '7');
  expect(JSON.stringify(localStorage)).toContain('lastEventId');
  adoptBrowserId('3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c');
  former.emit('message', '{"type":"ALARM_TRIGGER"}', '8');
  former.emit('ready', '', '8');
  expect(JSON.stringify(localStorage)).not.toContain('lastEventId');
});

test('waits longer after each attempt in vain and starts over once it stood', () => {
  for (const wait of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    const failed = latest();
    failed.emit('error');
    expect(failed.closed).toBe(true);
    vi.advanceTimersByTime(wait - 1);
    expect(latest()).toBe(failed);
    vi.advanceTimersByTime(1);
    expect(latest()).not.toBe(failed);
  }
  latest().emit('ready', '', '1');
  const stood = latest();
  stood.emit('error');
  vi.advanceTimersByTime(2_000);
  expect(latest()).not.toBe(stood);
});

test('drops a stream that is silent for 40 seconds; pings keep it', () => {
  const first = latest();
  vi.advanceTimersByTime(39_999);
  first.emit('ping');
  vi.advanceTimersByTime(39_999);
  expect(first.closed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(first.closed).toBe(true);
});

test.each(['online', 'pageshow'])('%s ends a wait at once', (sign) => {
  const lost = latest();
  lost.emit('error');
  window.dispatchEvent(new Event(sign));
  vi.advanceTimersByTime(50);
  expect(latest()).not.toBe(lost);
});

test('waking leaves a stream alone that stands', () => {
  const standing = latest();
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(50);
  expect(latest()).toBe(standing);
});

test('closes on pagehide and stands again on pageshow', () => {
  const before = latest();
  window.dispatchEvent(new Event('pagehide'));
  expect(before.closed).toBe(true);
  vi.advanceTimersByTime(120_000);
  expect(latest()).toBe(before);
  window.dispatchEvent(new Event('pageshow'));
  vi.advanceTimersByTime(50);
  expect(latest()).not.toBe(before);
});

test('a closed source is not listened to any more', () => {
  const old = latest();
  old.emit('error');
  vi.advanceTimersByTime(2_000);
  old.emit('message', '{}', '99');
  old.emit('error');
  expect(onEvent).not.toHaveBeenCalled();
  expect(latest().closed).toBe(false);
});

const refusal = (retryAfter: string) =>
  new Response('{}', { status: 429, headers: { 'Retry-After': retryAfter } });

/** Stands in for the server that is asked why it refused. */
function answersWith(answer: Response | Promise<Response>) {
  const asked = vi.fn(() => Promise.resolve(answer));
  vi.stubGlobal('fetch', asked);
  return asked;
}

/** Refuses a source and expects another one when so much time has passed, and none before. */
async function expectRetryAfter(source: FakeEventSource, milliseconds: number) {
  source.refuse();
  await vi.advanceTimersByTimeAsync(milliseconds - 1);
  expect(latest()).toBe(source);
  await vi.advanceTimersByTimeAsync(1);
  expect(latest()).not.toBe(source);
}

test('waits as long as a server that refused it asks, and asks that once', async () => {
  const asked = answersWith(refusal('7'));
  const refused = latest();
  await expectRetryAfter(refused, 7_000);
  expect(asked).toHaveBeenCalledExactlyOnceWith(refused.url, expect.anything());
});

test('waits longer than it was asked to after attempts in vain', async () => {
  answersWith(refusal('3'));
  latest().emit('error');
  vi.advanceTimersByTime(2_000);
  await expectRetryAfter(latest(), 4_000);
});

test('heeds no wait that would keep it from ringing for hours', async () => {
  answersWith(refusal('86400'));
  await expectRetryAfter(latest(), 5 * 60_000);
});

test('keeps no second stream where the server has changed its mind', async () => {
  const cancel = vi.fn();
  answersWith(new Response(new ReadableStream({ cancel })));
  const refused = latest();
  refused.refuse();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(cancel).toHaveBeenCalledOnce();
  expect(latest()).toBe(refused);
  await vi.advanceTimersByTimeAsync(1);
  expect(latest()).not.toBe(refused);
});

test('tries again by itself where the question fails, too', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expectRetryAfter(latest(), 2_000);
});

test('asks nothing when the connection was lost, or without a network', () => {
  const asked = answersWith(refusal('7'));
  latest().emit('error');
  vi.advanceTimersByTime(2_000);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
  latest().refuse();
  expect(asked).not.toHaveBeenCalled();
});

test('waking does not cut short a wait that the server asked for', async () => {
  answersWith(refusal('7'));
  const refused = latest();
  refused.refuse();
  await vi.advanceTimersByTimeAsync(1_000);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(5_999);
  expect(latest()).toBe(refused);
  await vi.advanceTimersByTimeAsync(1);
  expect(latest()).not.toBe(refused);
});

test('an answer that comes after the end opens nothing', async () => {
  let answer: (response: Response) => void = () => undefined;
  answersWith(new Promise((resolve) => (answer = resolve)));
  const refused = latest();
  refused.refuse();
  stop();
  answer(refusal('7'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(latest()).toBe(refused);
});

test('resumes where it was left where nothing can be stored, too', () => {
  const storage = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  latest().emit('ready', '', '7');
  stop();
  stop = listenToStream(path, { onEvent, onReturn, onAbsence });
  expect(resumesAt()).toBe('7');
});

test('an outage is logged once, and does not say whose', () => {
  const logged = vi.mocked(console.warn);
  for (const times of [1, 2]) {
    latest().emit('ready', '', '7');
    latest().emit('error');
    vi.advanceTimersByTime(2_000);
    latest().emit('error');
    vi.advanceTimersByTime(4_000);
    expect(logged).toHaveBeenCalledTimes(times);
  }
  expect(logged).toHaveBeenCalledWith(`lost the stream of ${path}; trying again`);
});

test('a stream that is ended is no outage', () => {
  window.dispatchEvent(new Event('pagehide'));
  stop();
  expect(console.warn).not.toHaveBeenCalled();
});
