// What the stream of events makes of the lists and of who this browser is.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mutate } from 'swr';
import { anAlarm, aUser } from '../testing/rows';
import { browserId } from './browser-id';
import { listenToEvents } from './events';
import { listPaths } from './lists';
import type { Alarm } from './types';

const encoder = new TextEncoder();
const listener = { onRing: vi.fn(), onAnswer: vi.fn(), onReturn: vi.fn() };
const tomorrow = { nextTrigger: '2026-11-21T22:00:00Z' };
let stream: ReadableStreamDefaultController<Uint8Array>;
let asked: string[] = [];
let answers: Record<string, () => Response> = {};
let stop: () => void;

beforeEach(async () => {
  asked = [];
  answers = {};
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
    return Promise.resolve(answers[path]?.() ?? Response.json([]));
  });
  await mutate(listPaths.alarms, [anAlarm(), anAlarm({ id: 2 })], { revalidate: false });
  stop = listenToEvents(listener);
  send('event: ready\nid: 0\ndata: {}');
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

function send(event: string) {
  stream.enqueue(encoder.encode(`${event}\n\n`));
}

async function alarms(): Promise<readonly Alarm[] | undefined> {
  return mutate<readonly Alarm[]>(listPaths.alarms, (rows) => rows, { revalidate: false });
}

test('a ring brings its row, and no list is asked for', async () => {
  const alarm = anAlarm({ id: 2, ...tomorrow });
  const scheduledFor = '2026-11-20T22:00:00Z';
  send(
    `id: a2-1\ndata: ${JSON.stringify({ type: 'ALARM_TRIGGER', alarm, scheduledFor, answered: null })}`,
  );
  await vi.waitFor(() => {
    expect(listener.onRing).toHaveBeenCalledOnce();
  });
  expect((await alarms())?.map(({ nextTrigger }) => nextTrigger)).toEqual([
    anAlarm().nextTrigger,
    tomorrow.nextTrigger,
  ]);
  expect(asked).toEqual([]);
});

test('what has changed elsewhere is asked for, and that alone', async () => {
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

test('an answer is passed on, and one that cannot be read keeps no other back', async () => {
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
])('a browser whose id has ended goes on %s', async (_, user, id) => {
  const former = browserId();
  answers['/api/user'] = user;
  send('event: identity\ndata: {}');
  await vi.waitFor(() => {
    expect(browserId()).not.toBe(former);
  });
  if (id !== null) expect(browserId()).toBe(id);
});

test('while the account cannot be asked the browser stays who it is', async () => {
  const former = browserId();
  answers['/api/user'] = () => Response.json({ status: 503 }, { status: 503 });
  send('event: identity\ndata: {}');
  await vi.waitFor(() => {
    expect(asked).toContain('/api/user');
  });
  expect(browserId()).toBe(former);
});
