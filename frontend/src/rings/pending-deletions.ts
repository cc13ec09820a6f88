// Rows taken off a list but not deleted yet. Deleting only when undo is over keeps an undone row the very row it
// was, with its id, its snooze and its remaining time; a tab that dies meanwhile leaves a row too many, never one too few.
import { useSyncExternalStore } from 'react';

export interface Deletion {
  readonly id: number;
  /** Really deletes; asked for once. */
  readonly remove: () => Promise<void>;
  /** The row could not be deleted and is back. */
  readonly onFailure: () => void;
  /** Undo is over because the page was hidden. */
  readonly onHidden: () => void;
}

export interface PendingDeletions {
  /** Takes a row off the list until it is undone or settled. */
  readonly begin: (deletion: Deletion) => void;
  readonly undo: (id: number) => void;
  /** Really deletes the row, unless it was undone or is settled. */
  readonly settle: (id: number) => void;
  /** Really deletes all rows that wait; done when the server has heard of them, or could not. */
  readonly settleAll: () => Promise<void>;
  readonly hidden: () => ReadonlySet<number>;
  readonly subscribe: (listener: () => void) => () => void;
}

const none: ReadonlySet<number> = new Set();

export const alarmDeletions = pendingDeletions();
export const timerDeletions = pendingDeletions();

/** The ids of rows not to be shown. */
export function useHiddenRows(deletions: PendingDeletions): ReadonlySet<number> {
  return useSyncExternalStore(deletions.subscribe, deletions.hidden, () => none);
}

export function pendingDeletions(): PendingDeletions {
  const waiting = new Map<number, Deletion>();
  const listeners = new Set<() => void>();
  let hidden = none;

  function change(ids: Iterable<number>) {
    hidden = new Set(ids);
    listeners.forEach((listener) => {
      listener();
    });
  }

  function show(id: number) {
    change([...hidden].filter((other) => other !== id));
  }

  async function settle(id: number): Promise<void> {
    const deletion = waiting.get(id);
    if (deletion === undefined) return;
    waiting.delete(id);
    listenWhileWaiting();
    await deletion
      .remove()
      .catch(deletion.onFailure)
      .finally(() => {
        show(id);
      });
  }

  async function settleAll(): Promise<void> {
    await Promise.all([...waiting.keys()].map(settle));
  }

  function settleHidden() {
    if (document.visibilityState !== 'hidden') return;
    for (const deletion of [...waiting.values()]) {
      void settle(deletion.id);
      deletion.onHidden();
    }
  }

  function listenWhileWaiting() {
    if (waiting.size > 0) document.addEventListener('visibilitychange', settleHidden);
    else document.removeEventListener('visibilitychange', settleHidden);
  }

  return {
    begin: (deletion) => {
      waiting.set(deletion.id, deletion);
      listenWhileWaiting();
      change([...hidden, deletion.id]);
    },
    undo: (id) => {
      if (!waiting.delete(id)) return;
      listenWhileWaiting();
      show(id);
    },
    settle: (id) => {
      void settle(id);
    },
    settleAll,
    hidden: () => hidden,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
