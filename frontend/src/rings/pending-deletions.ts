// Rows taken off a list but not deleted yet. Deleting only when undo is over keeps an undone row the very row it
// was, with its id, its snooze and its remaining time; a tab that dies meanwhile leaves a row too many, never one too few.
import { useSyncExternalStore } from 'react';
import { after } from '../time/background-timer';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';

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
  /** Hears of what is being deleted in the other tabs, until the returned function is called. */
  readonly followTabs: () => () => void;
}

const none: ReadonlySet<number> = new Set();
/** A tab that has said nothing for so long is gone, and undo with it: nothing of it was deleted. */
const tabHoldsMs = 20_000;
/** By then a row that was deleted in another tab has left the list of this one. */
const listFollowsMs = 1_000;

export const alarmDeletions = pendingDeletions('alarms');
export const timerDeletions = pendingDeletions('timers');

/** What a tab says of its own. */
interface TabsDeletions {
  readonly tab: string;
  readonly ids: readonly number[];
}

/** The ids of rows not to be shown. */
export function useHiddenRows(deletions: PendingDeletions): ReadonlySet<number> {
  return useSyncExternalStore(deletions.subscribe, deletions.hidden, () => none);
}

export function pendingDeletions(list: string): PendingDeletions {
  const waiting = new Map<number, Deletion>();
  const own = new Set<number>();
  const others = new Map<string, readonly number[]>();
  const ends = new Map<string, () => void>();
  const listeners = new Set<() => void>();
  const topic = `deletions-of-${list}`;
  const tab = Math.random().toString(36).slice(2);
  let hidden = none;

  function update() {
    hidden = new Set([...own, ...[...others.values()].flat()]);
    listeners.forEach((listener) => {
      listener();
    });
  }

  function tell() {
    announceToTabs(topic, { tab, ids: [...own] } satisfies TabsDeletions);
  }

  function change() {
    update();
    tell();
  }

  function show(id: number) {
    own.delete(id);
    change();
  }

  function hear({ tab: other, ids }: TabsDeletions) {
    ends.get(other)?.();
    const gone = (others.get(other) ?? []).filter((id) => !ids.includes(id));
    others.set(other, [...ids, ...gone]);
    update();
    const letGo = () => {
      if (ids.length === 0) others.delete(other);
      else others.set(other, ids);
      update();
    };
    const cancelGone = after(listFollowsMs, letGo);
    const cancelAll = after(tabHoldsMs, () => {
      others.delete(other);
      update();
    });
    ends.set(other, () => {
      cancelGone();
      cancelAll();
    });
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
      own.add(deletion.id);
      listenWhileWaiting();
      change();
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
    followTabs: () => {
      const stops = [
        onTabMessage(topic, (told) => {
          hear(told as TabsDeletions);
        }),
        onTabMessage(`${topic}-asked`, () => {
          if (own.size > 0) tell();
        }),
      ];
      announceToTabs(`${topic}-asked`, null);
      return () => {
        stops.forEach((stop) => {
          stop();
        });
      };
    },
  };
}
