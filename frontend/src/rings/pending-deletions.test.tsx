// Deletions that can be undone: hidden rows, and when they are deleted.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pendingDeletions, type Deletion, type PendingDeletions } from './pending-deletions';

let deletions: PendingDeletions;
const removed = vi.fn<() => Promise<void>>();
const onFailure = vi.fn<() => void>();
const deletion = (id: number): Deletion => ({ id, remove: removed, onFailure });

beforeEach(() => {
  vi.resetAllMocks();
  removed.mockResolvedValue();
  deletions = pendingDeletions('alarms');
});

afterEach(() => {
  for (const id of deletions.hidden()) deletions.undo(id);
  vi.restoreAllMocks();
});

function hidePage() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a row is hidden at once, before it is deleted', () => {
  deletions.begin(deletion(7));
  expect([...deletions.hidden()]).toEqual([7]);
  expect(removed).not.toHaveBeenCalled();
});

test('a row is shown again after undo, and never deleted', () => {
  deletions.begin(deletion(7));
  deletions.undo(7);
  deletions.commit(7);
  hidePage();
  expect([...deletions.hidden()]).toEqual([]);
  expect(removed).not.toHaveBeenCalled();
});

test('after the undo period a row is deleted once, and stays hidden meanwhile', async () => {
  let finish: (() => void) | undefined;
  removed.mockReturnValue(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  deletions.begin(deletion(7));
  deletions.commit(7);
  deletions.commit(7);
  expect(removed).toHaveBeenCalledOnce();
  expect([...deletions.hidden()]).toEqual([7]);
  finish?.();
  await vi.waitFor(() => {
    expect([...deletions.hidden()]).toEqual([]);
  });
});

test('of several hidden rows each is deleted or shown again alone', async () => {
  deletions.begin(deletion(7));
  deletions.begin(deletion(8));
  deletions.commit(7);
  expect([deletions.canUndo(7), deletions.canUndo(8)]).toEqual([false, true]);
  deletions.undo(8);
  deletions.commit(8);
  await vi.waitFor(() => {
    expect([...deletions.hidden()]).toEqual([]);
  });
  expect(removed).toHaveBeenCalledOnce();
});

test('a deletion cannot be undone once it is sent', () => {
  removed.mockReturnValue(new Promise(() => undefined));
  deletions.begin(deletion(7));
  deletions.commit(7);
  deletions.undo(7);
  expect([...deletions.hidden()]).toEqual([7]);
});

test('hiding the page sends all pending deletions, which cannot be undone then', () => {
  deletions.begin(deletion(7));
  deletions.begin(deletion(8));
  hidePage();
  expect(removed).toHaveBeenCalledTimes(2);
  expect([deletions.canUndo(7), deletions.canUndo(8)]).toEqual([false, false]);
});

test('a row is deleted in time although its toast stays, as in a window without focus', async () => {
  vi.useFakeTimers();
  const other = pendingDeletions('timers');
  other.begin(deletion(9));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(removed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(removed).toHaveBeenCalledOnce();
  expect(other.canUndo(9)).toBe(false);
  other.undo(9);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(removed).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('a row whose deletion fails is shown again, with a message', async () => {
  removed.mockRejectedValue(new Error('503'));
  deletions.begin(deletion(7));
  deletions.commit(7);
  await vi.waitFor(() => {
    expect([...deletions.hidden()]).toEqual([]);
  });
  expect(onFailure).toHaveBeenCalledOnce();
});

test('all pending deletions can be awaited', async () => {
  deletions.begin(deletion(7));
  deletions.begin(deletion(8));
  removed.mockRejectedValueOnce(new Error('out of reach'));
  await deletions.commitAll();
  expect(removed).toHaveBeenCalledTimes(2);
  expect(onFailure).toHaveBeenCalledOnce();
  expect([...deletions.hidden()]).toEqual([]);
});

test('a pending deletion of another tab hides the row here until it is undone or that tab is gone', async () => {
  vi.useFakeTimers();
  const otherTab = new BroadcastChannel('tokibako');
  const stop = deletions.followTabs();
  const tell = async (tab: string, ids: number[]) => {
    otherTab.postMessage({ topic: 'deletions-of-alarms', message: { tab, ids } });
    await vi.waitFor(() => {
      expect([...deletions.hidden()]).toEqual(expect.arrayContaining(ids));
    });
  };
  await tell('one', [7]);
  await tell('two', [8, 9]);
  expect([...deletions.hidden()].sort()).toEqual([7, 8, 9]);
  otherTab.postMessage({ topic: 'deletions-of-alarms', message: { tab: 'one', ids: [] } });
  await tell('two', [8]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...deletions.hidden()]).toEqual([8]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([...deletions.hidden()]).toEqual([]);
  stop();
  otherTab.close();
  vi.useRealTimers();
});

test('a new tab learns of the pending deletions', async () => {
  const otherTab = new BroadcastChannel('tokibako');
  const told = new Promise((resolve) => {
    otherTab.onmessage = ({
      data,
    }: MessageEvent<{ topic: string; message: { ids: number[] } }>) => {
      if (data.topic === 'deletions-of-alarms') resolve(data.message.ids);
    };
  });
  const stop = deletions.followTabs();
  deletions.begin(deletion(7));
  expect(await told).toEqual([7]);
  const again = new Promise((resolve) => {
    otherTab.onmessage = ({
      data,
    }: MessageEvent<{ topic: string; message: { ids: number[] } }>) => {
      resolve(data.message.ids);
    };
  });
  otherTab.postMessage({ topic: 'deletions-of-alarms-asked', message: null });
  expect(await again).toEqual([7]);
  stop();
  otherTab.close();
});

test('a row that is changed in another tab is not deleted, and the others are', async () => {
  const otherTab = new BroadcastChannel('tokibako');
  const stop = deletions.followTabs();
  deletions.begin(deletion(7));
  deletions.begin(deletion(8));
  otherTab.postMessage({ topic: 'deletions-of-alarms-cancelled', message: 8 });
  await vi.waitFor(() => {
    expect([...deletions.hidden()]).toEqual([7]);
  });
  expect([deletions.canUndo(7), deletions.canUndo(8)]).toEqual([true, false]);
  await deletions.commitAll();
  expect(removed).toHaveBeenCalledOnce();
  deletions.begin(deletion(9));
  otherTab.postMessage({ topic: 'deletions-of-alarms-cancelled', message: 9 });
  await vi.waitFor(() => {
    expect(deletions.canUndo(9)).toBe(false);
  });
  hidePage();
  expect(removed).toHaveBeenCalledOnce();
  stop();
  otherTab.close();
});

test('a new row stays hidden under the id that the server gives it, and its deletion can be cancelled by that', async () => {
  deletions.begin(deletion(-5));
  deletions.begin(deletion(8));
  deletions.rename(-5, 7);
  deletions.rename(-6, 9);
  expect([...deletions.hidden()].sort()).toEqual([-5, 7, 8]);
  deletions.cancel(7);
  expect([...deletions.hidden()]).toEqual([8]);
  await deletions.commitAll();
  expect(removed).toHaveBeenCalledOnce();
});
