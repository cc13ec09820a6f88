// How events of the stream change the lists and the browser id.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook, waitFor } from '@testing-library/react';
import { anAlarm, aTimer, aUser } from '../testing/rows';
import { browserId } from '../identity/browser-id';
import { listenToEvents } from './events';
import { refetch, useRows } from '../rows/lists';
import { clearRows, listOf, nextRequest, replaceRows } from '../rows/store';
import { synchronisedNow } from '../time/synchronised-time';
import type { Alarm, Timer } from '../model/types';

const encoder = new TextEncoder();
const listener = { onSign: vi.fn(), onRing: vi.fn(), onAnswer: vi.fn(), onReturn: vi.fn() };
const tomorrow = { nextTrigger: '2026-11-21T22:00:00Z' };
let stream: ReadableStreamDefaultController<Uint8Array>;
let asked: string[] = [];
let answers: Record<string, () => Response> = {};
let late: Record<string, Promise<Response>> = {};
const lost = new Set<string>();
let stop: () => void;

beforeEach(() => {
  asked = [];
  answers = {};
  late = {};
  vi.clearAllMocks();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/events') {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => void (stream = controller),
      });
      return Promise.resolve(new Response(body));
    }
    asked.push(path);
    if (lost.has(path)) return Promise.reject(new TypeError('lost'));
    const answer = late[path];
    if (answer !== undefined) return answer;
    return Promise.resolve(answers[path]?.() ?? Response.json([]));
  });
  clearRows('timers');
  const rows = [anAlarm(), anAlarm({ id: 2 })];
  replaceRows('alarms', { rows, asOf: -Infinity }, nextRequest());
  stop = listenToEvents(listener);
  send('event: ready\nid: 0\ndata: {}');
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function send(event: string) {
  stream.enqueue(encoder.encode(`${event}\n\n`));
}

function alarms(): readonly Alarm[] | undefined {
  return listOf('alarms')?.rows;
}

test('a ring contains its row, so no list is fetched', async () => {
  const alarm = anAlarm({ id: 2, ...tomorrow });
  const scheduledFor = '2026-11-20T22:00:00Z';
  send(
    `id: a2-1\ndata: ${JSON.stringify({ type: 'ALARM_TRIGGER', alarm, scheduledFor, answered: null })}`,
  );
  await vi.waitFor(() => {
    expect(listener.onRing).toHaveBeenCalledOnce();
  });
  expect(alarms()?.map(({ nextTrigger }) => nextTrigger)).toEqual([
    anAlarm().nextTrigger,
    tomorrow.nextTrigger,
  ]);
  expect(asked).toEqual([]);
});

test('a change on another device refetches that list only', async () => {
  send('event: changed\ndata: {"list":"timers"}');
  await vi.waitFor(() => {
    expect(asked).toEqual(['/api/timers']);
  });
  send('event: changed\ndata: {"list":"stopwatches"}');
  send('event: changed\ndata: {"list":"alarms"}');
  await vi.waitFor(() => {
    expect(asked).toEqual(['/api/timers', '/api/alarms']);
  });
});

const timerRing = (timer: Timer, scheduledFor: string) =>
  `id: t${String(timer.id)}-1\ndata: ${JSON.stringify({ type: 'TIMER_COMPLETE', timer, scheduledFor, answered: null })}`;
const rungTimer = aTimer({ enabled: 0, endsAt: null, remainingMs: 0 });

async function openTimers() {
  const { result } = renderHook(() => useRows('timers'));
  await refetch('timers');
  await waitFor(() => {
    expect(result.current.rows).toEqual([]);
  });
  asked = [];
  return result;
}

test('a ring that arrives after a later change does not restore its old row', async () => {
  const stopped = aTimer({ enabled: 0, endsAt: null, remainingMs: 300_000 });
  const result = await openTimers();
  answers['/api/timers'] = () => Response.json([stopped]);
  send('event: changed\ndata: {"list":"timers"}');
  await waitFor(() => {
    expect(result.current.rows).toMatchObject([{ remainingMs: 300_000 }]);
  });
  send(timerRing(rungTimer, new Date(synchronisedNow() - 500).toISOString()));
  await vi.waitFor(() => {
    expect(asked).toHaveLength(2);
  });
  expect(result.current.rows).toMatchObject([{ remainingMs: 300_000 }]);
});

test('a ring does not discard the rows of a fetch in progress', async () => {
  let answerList: (response: Response) => void = () => undefined;
  const result = await openTimers();
  const later = { enabled: 0, endsAt: null, remainingMs: 300_000 } as const;
  const rows = [aTimer({ id: 1, ...later }), aTimer({ id: 2, ...later })];
  late['/api/timers'] = new Promise((resolve) => (answerList = resolve));
  send('event: changed\ndata: {"list":"timers"}');
  await vi.waitFor(() => {
    expect(asked).toHaveLength(1);
  });
  Reflect.deleteProperty(late, '/api/timers');
  answers['/api/timers'] = () => Response.json(rows);
  send(timerRing(rungTimer, new Date(synchronisedNow()).toISOString()));
  await vi.waitFor(() => {
    expect(listener.onRing).toHaveBeenCalledOnce();
  });
  answerList(Response.json(rows));
  await waitFor(() => {
    expect(result.current.rows).toHaveLength(2);
  });
});

test('a list whose fetch failed is fetched again', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.useFakeTimers();
  lost.add('/api/alarms');
  send('event: changed\ndata: {"list":"alarms"}');
  await vi.waitFor(() => {
    expect(asked).toEqual(['/api/alarms']);
  });
  lost.clear();
  answers['/api/alarms'] = () => Response.json([anAlarm({ id: 3 })]);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => {
    expect(asked.filter((path) => path === '/api/alarms')).toHaveLength(2);
  });
  vi.useRealTimers();
  expect(alarms()?.map(({ id }) => id)).toEqual([3]);
});

test('an answer is passed to the listener, and an unreadable one does not block the next', async () => {
  send('event: answered\ndata: {"kind":"interval"}');
  send('event: unheard-of\ndata: {}');
  const at = '2026-11-20T22:00:09Z';
  const told = { kind: 'timer', id: 7, scheduledFor: '2026-11-20T22:00:00Z', answer: 'later', at };
  send(`event: answered\ndata: ${JSON.stringify(told)}`);
  await vi.waitFor(() => {
    expect(listener.onAnswer.mock.calls).toEqual([
      [{ ...told, answer: 'stop', snoozedUntil: null }],
    ]);
  });
});

test.each<[string, () => Response, string | null]>([
  [
    'as its account',
    () => Response.json(aUser({ uuid: '7f1c4a60-98b2-4d9e-8a41-0c5d1e2f3a4b' })),
    '7f1c4a60-98b2-4d9e-8a41-0c5d1e2f3a4b',
  ],
  ['as a new browser', () => Response.json({ status: 401 }, { status: 401 }), null],
])('a browser whose id has ended continues %s', async (_, user, id) => {
  const former = browserId();
  answers['/api/user'] = user;
  send('event: identity\ndata: {}');
  await vi.waitFor(() => {
    expect(browserId()).not.toBe(former);
  });
  if (id !== null) expect(browserId()).toBe(id);
});

test('the browser keeps its id while the account cannot be fetched', async () => {
  const former = browserId();
  answers['/api/user'] = () => Response.json({ status: 503 }, { status: 503 });
  send('event: identity\ndata: {}');
  await vi.waitFor(() => {
    expect(asked).toContain('/api/user');
  });
  expect(browserId()).toBe(former);
});
