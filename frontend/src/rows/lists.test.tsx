// Edits of a list: they are shown at once, undone if the server refuses them, and replaced by its response.
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anAlarm } from '../testing/rows';
import { deleteAlarm, switchAlarm, updateAlarm } from './alarms';
import { synchronisedNow } from '../time/synchronised-time';
import { browserId, renewBrowserId } from '../identity/browser-id';
import { storedRows, storeList, clearRows, listOf, listPaths } from './store';
import { keepListsFresh, refetch, useRows } from './lists';
import { alarmDeletions } from '../rings/pending-deletions';
import type { Alarm } from '../model/types';

const rows: Alarm[] = [];
let answerDelete: (response: Response) => void;

beforeEach(() => {
  clearRows('alarms');
  rows.splice(0, rows.length, anAlarm({ id: 1 }), anAlarm({ id: 2 }));
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) =>
    method === 'DELETE'
      ? new Promise<Response>((resolve) => (answerDelete = resolve))
      : Promise.resolve(Response.json(rows)),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function problem(status: number): Response {
  return new Response(JSON.stringify({ status }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
}

async function openList() {
  const { result } = renderHook(() => useRows('alarms'));
  await refetch('alarms');
  await waitFor(() => {
    expect(result.current.rows).toHaveLength(2);
  });
  return () => result.current.rows?.map(({ id }) => id);
}

test('a deleted row disappears before the server answers', async () => {
  const ids = await openList();
  const deleted = deleteAlarm(1);
  await waitFor(() => {
    expect(ids()).toEqual([2]);
  });
  rows.shift();
  answerDelete(new Response(null, { status: 204 }));
  await deleted;
  expect(ids()).toEqual([2]);
});

test('a refused change is undone, and a later one of another row stays', async () => {
  const responses: ((response: Response) => void)[] = [];
  rows.splice(0, rows.length, anAlarm({ id: 1 }), anAlarm({ id: 2, enabled: 0 }));
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) =>
    method === 'PATCH'
      ? new Promise<Response>((resolve) => responses.push(resolve))
      : Promise.resolve(Response.json(rows)),
  );
  const { result } = renderHook(() => useRows('alarms'));
  const shown = () => result.current.rows?.map(({ enabled }) => enabled);
  await refetch('alarms');
  await waitFor(() => {
    expect(shown()).toEqual([1, 0]);
  });
  const first = switchAlarm(1, 0);
  const second = switchAlarm(2, 1);
  await waitFor(() => {
    expect(shown()).toEqual([0, 1]);
  });
  responses[0]?.(problem(422));
  await expect(first).rejects.toMatchObject({ status: 422 });
  await waitFor(() => {
    expect(responses).toHaveLength(2);
  });
  rows[1] = anAlarm({ id: 2, enabled: 1 });
  responses[1]?.(Response.json(rows[1]));
  await second;
  expect(shown()).toEqual([1, 1]);
});

test('a row whose deletion was refused is shown again', async () => {
  const ids = await openList();
  const deleted = deleteAlarm(1);
  await waitFor(() => {
    expect(ids()).toEqual([2]);
  });
  answerDelete(problem(422));
  await expect(deleted).rejects.toMatchObject({ status: 422 });
  await waitFor(() => {
    expect(ids()).toEqual([1, 2]);
  });
});

test('the response to an edit is shown, and the list is not fetched again for it', async () => {
  await openList();
  let reads = 0;
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) => {
    if (method === 'PATCH') return Promise.resolve(Response.json(anAlarm({ id: 2, label: 'Tea' })));
    reads += 1;
    return Promise.resolve(Response.json(rows));
  });
  expect(await updateAlarm(2, { label: ' Tea ' })).toMatchObject({ id: 2, label: 'Tea' });
  expect(listOf('alarms')?.rows).toMatchObject([{ id: 1 }, { id: 2, label: 'Tea' }]);
  expect(reads).toBe(0);
});

test('an alarm that was given another time stays at its new place when the server has it', async () => {
  const at = (id: number, time: string) => anAlarm({ id, time });
  rows.splice(0, rows.length, at(1, '07:00'), at(2, '08:00'));
  const ids = await openList();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(at(1, '09:00'))));
  await updateAlarm(1, { time: '09:00' });
  expect(ids()).toEqual([2, 1]);
});

test('an edit gives up the deletion that waits for it, here and in the other tabs', async () => {
  await openList();
  const otherTab = new BroadcastChannel('tokibako');
  const told = new Promise((resolve) => {
    otherTab.onmessage = ({ data }: MessageEvent<{ topic: string; message: unknown }>) => {
      if (data.topic === 'deletions-of-alarms-cancelled') resolve(data.message);
    };
  });
  const remove = vi.fn<() => Promise<void>>();
  alarmDeletions.begin({ id: 1, remove, onFailure: vi.fn() });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(anAlarm({ id: 1, label: 'Tea' }))));
  await updateAlarm(1, { label: 'Tea' });
  expect(await told).toBe(1);
  expect([...alarmDeletions.hidden()]).toEqual([]);
  await alarmDeletions.commitAll();
  expect(remove).not.toHaveBeenCalled();
  otherTab.close();
});

test('a list that was requested before an edit was saved is requested again', async () => {
  const ids = await openList();
  const responses: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) =>
    method === 'DELETE'
      ? Promise.resolve(new Response(null, { status: 204 }))
      : new Promise<Response>((resolve) => responses.push(resolve)),
  );
  const fetched = refetch('alarms');
  await deleteAlarm(1);
  responses[0]?.(Response.json(rows));
  await waitFor(() => {
    expect(responses).toHaveLength(2);
  });
  expect(ids()).toEqual([2]);
  responses[1]?.(Response.json([anAlarm({ id: 2 }), anAlarm({ id: 3 })]));
  await fetched;
  await waitFor(() => {
    expect(ids()).toEqual([2, 3]);
  });
});

test('another browser id has its own list, and never shows the previous one', async () => {
  const ids = await openList();
  const stop = keepListsFresh();
  let answerList: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', (path: string) =>
    path === listPaths.alarms
      ? new Promise<Response>((resolve) => (answerList = resolve))
      : Promise.resolve(Response.json([])),
  );
  renewBrowserId();
  await waitFor(() => {
    expect(ids()).toBeUndefined();
  });
  answerList(Response.json([anAlarm({ id: 9 })]));
  await waitFor(() => {
    expect(ids()).toEqual([9]);
  });
  stop();
});

test('rows that were requested under another browser id are requested again', async () => {
  const ids = await openList();
  const asked = vi.fn<() => Promise<Response>>();
  vi.stubGlobal('fetch', asked);
  let answerFormer: (response: Response) => void = () => undefined;
  asked.mockReturnValueOnce(new Promise((resolve) => (answerFormer = resolve)));
  asked.mockImplementation(() => Promise.resolve(Response.json([anAlarm({ id: 9 })])));
  const fetched = refetch('alarms');
  renewBrowserId();
  answerFormer(Response.json(rows));
  await fetched;
  await waitFor(() => {
    expect(ids()).toEqual([9]);
  });
});

test('rows know when they were requested, even if the response to an earlier request arrives after them', async () => {
  const ids = await openList();
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
  const earlier = refetch('alarms');
  const between = synchronisedNow();
  const later = refetch('alarms');
  answers[1]?.(Response.json([anAlarm({ id: 2 })]));
  await later;
  answers[0]?.(Response.json(rows));
  await earlier;
  await waitFor(() => {
    expect(ids()).toEqual([2]);
  });
  expect(listOf('alarms')?.asOf).toBeGreaterThanOrEqual(between);
});

/** Deletes the first alarm, and returns the stored ids, which a page that opens shows without the server. */
async function storedAfterDeletion(before: () => void): Promise<readonly unknown[]> {
  await openList();
  before();
  const deleted = deleteAlarm(1);
  await vi.waitFor(() => {
    expect(listOf('alarms')?.rows).toHaveLength(1);
  });
  answerDelete(new Response(null, { status: 204 }));
  await deleted;
  return storedRows('alarms')?.rows.map(({ id }) => id) ?? [];
}

test('a deleted row does not come back with a list that was stored while the clock was ahead', async () => {
  const ahead = synchronisedNow() + 7 * 60_000;
  storeList('alarms', { rows, asOf: ahead, changedAt: ahead });
  expect(await storedAfterDeletion(() => undefined)).toEqual([2]);
});

test('a deleted row does not come back with a list that another tab has fetched later', async () => {
  const stored = await storedAfterDeletion(() => {
    const later = [...rows, anAlarm({ id: 3 })];
    const { asOf = 0 } = listOf('alarms') ?? {};
    // This tab has not heard of it yet.
    const text = JSON.stringify({
      browserId: browserId(),
      lists: { alarms: { rows: later, asOf: asOf + 0.5, changedAt: asOf + 0.5 } },
    });
    localStorage.setItem('lists:v1', text);
  });
  expect(stored).toEqual([2, 3]);
});
