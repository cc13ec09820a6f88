// Requests: their headers and bodies, how failures are reported, and which requests are retried.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { request, isAwayNow, recordReached } from './client';
import { ProblemError } from './problem-error';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const answer = (status: number, body = '', headers: Record<string, string> = {}) =>
  new Response(status === 204 ? null : body, { status, statusText: 'No luck', headers });

test('a request has a JSON body, the browser id and cookies', async () => {
  fetched.mockResolvedValue(answer(201, '{"id":3}'));
  await expect(request('POST', '/api/timers', { seconds: 3 })).resolves.toEqual({ id: 3 });
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    '/api/timers',
    expect.objectContaining({
      method: 'POST',
      credentials: 'same-origin',
      body: '{"seconds":3}',
      headers: {
        'Content-Type': 'application/json',
        'X-Browser-Id': localStorage.getItem('browser-id'),
        'X-Client-Id': expect.stringMatching(/^\d+-\d+$/) as string,
      },
    }),
  );
});

test('an empty response returns undefined', async () => {
  fetched.mockResolvedValue(answer(204));
  await expect(request('DELETE', '/api/timers/3')).resolves.toBeUndefined();
});

describe('a failure', () => {
  test.each([
    [500, 'out of order', '500: out of order'],
    [502, '', '502: No luck'],
    [422, '{"title":"refused"}', '422: {"title":"refused"}'],
  ])('%i %j reads %j', async (status, body, message) => {
    fetched.mockResolvedValue(answer(status, body));
    await expect(request('GET', '/api/alarms')).rejects.toMatchObject({ message });
  });

  test('has the messages of refused fields', async () => {
    fetched.mockResolvedValue(answer(422, '{"status":422,"errors":{"time":["must be HH:mm"]}}'));
    const failure = await request('POST', '/api/alarms', {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProblemError);
    expect(failure).toMatchObject({ status: 422, errors: { time: ['must be HH:mm'] } });
  });
});

test.each([
  ['a gateway without a server', 502, 'text/html', true],
  ['a gateway whose server is slow', 504, 'text/html', true],
  ['a gateway that is told of no server', 503, 'text/plain', true],
  ['Cloudflare without a server', 522, 'text/html', true],
  ['the server about the weather provider', 502, 'application/problem+json', false],
  ['the server about a slow weather provider', 504, 'application/problem+json', false],
  ['an overloaded server', 503, 'application/problem+json', false],
])('%s: %i of type %s means that the server is away: %s', async (_, status, type, away) => {
  recordReached(!away);
  fetched.mockResolvedValue(answer(status, '{"title":"No luck"}', { 'Content-Type': type }));
  await expect(request('GET', '/api/weather?city=Tokyo')).rejects.toThrow(String(status));
  expect(isAwayNow()).toBe(away);
  recordReached(true);
});

describe('Retry-After', () => {
  const wait = { 'Retry-After': '2' };

  test.each([
    ['GET', 503],
    ['GET', 429],
    ['POST', 429],
  ] as const)('is respected for %s and %i', async (method, status) => {
    fetched.mockResolvedValueOnce(answer(status, '', wait)).mockResolvedValue(answer(200, '[]'));
    const answered = request(method, '/api/alarms');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect(answered).resolves.toEqual([]);
  });

  test.each([
    ['a write that may have taken effect', 'POST', 503, wait],
    ['a wait that is too long', 'GET', 503, { 'Retry-After': '60' }],
    ['no Retry-After', 'GET', 503, {}],
    ['another failure', 'GET', 500, wait],
  ] as const)('is ignored for %s', async (_, method, status, headers) => {
    fetched.mockResolvedValue(answer(status, '', headers));
    await expect(request(method, '/api/alarms')).rejects.toThrow(String(status));
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('causes a limited number of retries', async () => {
    fetched.mockImplementation(() => Promise.resolve(answer(503, '', wait)));
    const failed = expect(request('GET', '/api/alarms')).rejects.toThrow('503');
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    expect(fetched).toHaveBeenCalledTimes(3);
  });
});
