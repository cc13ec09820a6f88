// Answers to rings: sent at once, or stored until the server can be reached.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adoptBrowserId } from '../identity/browser-id';
import { answerRing, fetchRings, sendUnsentAnswers } from './rings';

const ring = { kind: 'alarm', id: 7, dueAt: Date.parse('2026-11-20T22:00:00Z') } as const;
const now = ring.dueAt + 5_000;
const stands = { answer: 'stop', at: '2026-11-20T22:00:05Z', snoozedUntil: null } as const;
let answers: (() => Response)[];
const sent: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now });
  answers = [];
  sent.length = 0;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path !== '/api/rings/answer') return Promise.resolve(Response.json([]));
    sent.push(JSON.parse(init.body as string));
    const answer = answers.shift();
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('Failed to fetch'));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.removeItem('unsent-answers:v1');
});

const accepts = () => Response.json(stands);
const refuses = (status: number) => () => Response.json({ status }, { status });
const unsent = () => JSON.parse(localStorage.getItem('unsent-answers:v1') ?? '[]') as unknown[];

test('an answer is sent with the instants of the ring and of the answer', async () => {
  answers = [accepts];
  expect(await answerRing(ring, 'stop')).toEqual(stands);
  expect(sent).toEqual([
    {
      kind: 'alarm',
      id: 7,
      scheduledFor: '2026-11-20T22:00:00.000Z',
      answer: 'stop',
      givenAt: '2026-11-20T22:00:05.000Z',
    },
  ]);
  expect(unsent()).toEqual([]);
});

test.each([
  ['without a network', []],
  ['while the server fails', [refuses(503)]],
  ['while the server is overloaded', [refuses(429)]],
])('an answer given %s is stored and sent later with its original time', async (_, first) => {
  answers = [...first];
  await expect(answerRing(ring, 'stop')).rejects.toThrow();
  expect(unsent()).toHaveLength(1);
  answers = [accepts];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.at(-1)).toMatchObject({ givenAt: '2026-11-20T22:00:05.000Z' });
  expect(unsent()).toEqual([]);
});

test('a stored answer is sent as soon as the server is back', async () => {
  await expect(answerRing(ring, 'snooze')).rejects.toThrow();
  answers = [accepts];
  await sendUnsentAnswers();
  expect(unsent()).toEqual([]);
});

test.each([
  ['a ring that the server does not know', 404, null],
  ['an answer that it refuses', 422, 'fails'],
])('%s is not stored', async (_, status, outcome) => {
  answers = [refuses(status)];
  const answered = answerRing(ring, 'stop');
  if (outcome === null) expect(await answered).toBeNull();
  else await expect(answered).rejects.toThrow();
  expect(unsent()).toEqual([]);
});

test('an answer older than a day, or of another browser id, is not sent', async () => {
  await expect(answerRing(ring, 'stop')).rejects.toThrow();
  sent.length = 0;
  adoptBrowserId('7f1c4a60-98b2-4d9e-8a41-0c5d1e2f3a4b');
  await sendUnsentAnswers();
  expect([sent, unsent()]).toEqual([[], [expect.anything()]]);
  vi.setSystemTime(now + 25 * 3_600_000);
  await sendUnsentAnswers();
  expect([sent, unsent()]).toEqual([[], []]);
});

test('an unreadable answer of another version does not block the others', async () => {
  await expect(answerRing(ring, 'stop')).rejects.toThrow();
  localStorage.setItem('unsent-answers:v1', JSON.stringify([null, { kind: 'x' }, ...unsent()]));
  answers = [accepts];
  await sendUnsentAnswers();
  expect(unsent()).toEqual([]);
});

test.each([
  ['nothing open', null, now - 600_000],
  ['something open lately', now - 60_000, now - 600_000],
  ['something open for hours', now - 3 * 3_600_000, now - 3 * 3_600_000],
  ['something open for days', now - 99 * 3_600_000, now - 24 * 3_600_000],
])('rings are fetched as far back as needed: %s', async (_, open, since) => {
  expect((await fetchRings(open)).since).toBe(since);
});
