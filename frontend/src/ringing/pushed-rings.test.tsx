// What a page and the service worker say to each other of rings.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserId } from '../identity/browser-id';
import { ringDeviceId } from '../push/push-support';
import type { PageReply, ShownData, WorkerNews, WorkerQuestion } from '../push/worker-talk';
import { keyOf, type AlarmOccurrence } from '../rings/occurrence';
import { synchronisedNow } from '../time/synchronised-time';
import { followPushedRings } from './pushed-rings';
import { answerRings, announceRing } from './store';
import { setOwnSilence, setOwnSounding } from './sound';

const worker = new EventTarget();
let shown: { data: ShownData; close: () => void }[];
let sent: unknown[];
let stop: () => void;
let id = 0;

beforeEach(() => {
  shown = [];
  sent = [];
  const registration = { getNotifications: () => Promise.resolve([...shown]) };
  Object.assign(worker, {
    startMessages: () => undefined,
    getRegistration: () => Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    sent.push([path, JSON.parse(body as string)]);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  ringDeviceId.write('d-1');
  stop = followPushedRings();
});

afterEach(() => {
  setOwnSilence();
  stop();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});

/** An alarm that rings now. */
function aRing(): AlarmOccurrence {
  id += 1;
  const dueAt = Math.floor(synchronisedNow());
  const key = keyOf('alarm', id, dueAt);
  const due = { kind: 'alarm', key, id, dueAt, label: null, sound: 'default' } as const;
  const ring: AlarmOccurrence = { ...due, time: '07:00', snoozeMinutes: 5, schedule: '' };
  announceRing(ring);
  return ring;
}

const nameOf = ({ kind, id: number, dueAt }: AlarmOccurrence) => ({
  kind,
  id: number,
  scheduledFor: new Date(dueAt).toISOString(),
});

function say(data: Partial<WorkerQuestion & WorkerNews>, ports: readonly MessagePort[] = []): void {
  worker.dispatchEvent(Object.assign(new Event('message'), { data, ports }));
}

function replyOn(ring: AlarmOccurrence): Promise<PageReply> {
  const { port1, port2 } = new MessageChannel();
  const reply = new Promise<PageReply>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<PageReply>) => {
      port1.close();
      resolve(data);
    };
  });
  say({ asksAbout: nameOf(ring) }, [port2]);
  return reply;
}

function show(data: ShownData): void {
  const one = {
    data,
    close: () => {
      shown = shown.filter((other) => other !== one);
    },
  };
  shown.push(one);
}

test('the worker hears whether a ring sounds here, is silent, or was answered', async () => {
  const ring = aRing();
  expect(await replyOn(ring)).toBe('silent');
  setOwnSounding('playing');
  expect(await replyOn(ring)).toBe('sounding');
  expect(await replyOn({ ...ring, id: 999 })).toBe('silent');
  answerRings([ring]);
  expect(await replyOn(ring)).toBe('answered');
});

test('the server hears once of a ring that sounds here', async () => {
  const ring = aRing();
  expect(sent).toEqual([]);
  setOwnSounding('playing');
  setOwnSounding('blocked');
  setOwnSounding('playing');
  await vi.waitFor(() => {
    expect(sent).toEqual([['/api/rings/heard', { ...nameOf(ring), device: 'd-1' }]]);
  });
  answerRings([ring]);
});

test('a browser that rings on open pages alone says nothing', () => {
  ringDeviceId.clear();
  const ring = aRing();
  setOwnSounding('playing');
  expect(sent).toEqual([]);
  answerRings([ring]);
});

test('a browser with an account says so although it has no push, because the account may have channels', async () => {
  ringDeviceId.clear();
  localStorage.setItem('account:v1', '{"ownId":null}');
  const ring = aRing();
  setOwnSounding('playing');
  await vi.waitFor(() => {
    expect(sent).toEqual([['/api/rings/heard', { ...nameOf(ring), device: browserId() }]]);
  });
  answerRings([ring]);
});

test('an answer closes the notification of that ring, and of no other', async () => {
  const [ring, later] = [aRing(), aRing()];
  show({ navigate: '/', ring: nameOf(ring) });
  show({ navigate: '/', ring: nameOf(later) });
  answerRings([ring]);
  await vi.waitFor(() => {
    expect(shown.map(({ data }) => data.ring?.id)).toEqual([later.id]);
  });
  answerRings([later]);
});

test('a page that is seen closes what only says that a ring is over', async () => {
  show({ navigate: '/', ring: null, isOver: true });
  show({ navigate: '/', ring: null });
  say({ tells: 'shown' });
  await vi.waitFor(() => {
    expect(shown).toHaveLength(1);
  });
  expect(shown[0]?.data.isOver).toBeUndefined();
});
