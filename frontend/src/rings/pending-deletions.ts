// Rows that are hidden from a list but not deleted yet. They are deleted when undo is no longer possible, so an undone
// row keeps its id, its snooze and its remaining time. If the tab is closed before, the row stays.
import { useSyncExternalStore } from 'react';
import { disposeAll, createEmitter } from '../browser/emitter';
import { after } from '../time/background-timer';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';

export interface Deletion {
  readonly id: number;
  /** Deletes the row; called once. */
  readonly remove: () => Promise<void>;
  /** The row could not be deleted and is shown again. */
  readonly onFailure: () => void;
}

export interface PendingDeletions {
  /** Hides a row until it is undone or deleted. */
  readonly begin: (deletion: Deletion) => void;
  /** Shows a hidden row again. */
  readonly undo: (id: number) => void;
  /** Whether a row is hidden and not deleted yet: until its toast is gone, the page is hidden or the time is over. */
  readonly canUndo: (id: number) => boolean;
  /** Cancels the deletion of a row that has been changed meanwhile, also if it waits in another tab. */
  readonly cancel: (id: number) => void;
  /** A new row has got another id from the server. */
  readonly rename: (first: number, became: number) => void;
  /** Deletes a hidden row. */
  readonly commit: (id: number) => void;
  /** Deletes all hidden rows; resolves when the server has answered or could not be reached. */
  readonly commitAll: () => Promise<void>;
  readonly hidden: () => ReadonlySet<number>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Follows the pending deletions of other tabs, until the returned function is called. */
  readonly followTabs: () => () => void;
}

const none: ReadonlySet<number> = new Set();
/**
 * Rows are deleted when none was hidden for this long. Their toast usually ends sooner, but stays while the window has no
 * focus or the pointer is on it; meanwhile a deleted alarm would ring on other devices.
 */
const undoForMs = 10_000;
/** A tab that was silent for this long is gone, and its pending deletions were not carried out. */
const tabHoldsMs = 20_000;
/** After this time a row that was deleted in another tab has left this tab's list. */
const listFollowsMs = 1_000;

export const alarmDeletions = pendingDeletions('alarms');
export const timerDeletions = pendingDeletions('timers');

/** A tab's message about its pending deletions. */
interface TabsDeletions {
  readonly tab: string;
  readonly ids: readonly number[];
}

export function useHiddenRows(deletions: PendingDeletions): ReadonlySet<number> {
  return useSyncExternalStore(deletions.subscribe, deletions.hidden, () => none);
}

export function pendingDeletions(list: string): PendingDeletions {
  const waiting = new Map<number, Deletion>();
  let cancelEnd: (() => void) | null = null;
  const own = new Set<number>();
  /** The ids that rows have got since they were hidden, by those under which they wait. */
  const renamed = new Map<number, number>();
  const others = new Map<string, readonly number[]>();
  const ends = new Map<string, () => void>();
  const listeners = createEmitter();
  const topic = `deletions-of-${list}`;
  const tab = Math.random().toString(36).slice(2);
  let hidden = none;

  function update() {
    hidden = new Set([...own, ...[...others.values()].flat()]);
    listeners.emit();
  }

  function announce() {
    announceToTabs(topic, { tab, ids: [...own] } satisfies TabsDeletions);
  }

  function change() {
    update();
    announce();
  }

  function show(id: number) {
    own.delete(id);
    own.delete(renamed.get(id) ?? id);
    renamed.delete(id);
    change();
  }

  function cancelHere(changed: number) {
    const deletion = [...waiting.values()].find(({ id }) =>
      [id, renamed.get(id)].includes(changed),
    );
    if (deletion !== undefined) undo(deletion.id);
  }

  function receive({ tab: other, ids }: TabsDeletions) {
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

  /** Ends the time for undo of a row; returns its deletion if it waited. */
  function stopWaiting(id: number): Deletion | undefined {
    const deletion = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) {
      cancelEnd?.();
      document.removeEventListener('visibilitychange', commitIfHidden);
    }
    return deletion;
  }

  function undo(id: number): void {
    if (stopWaiting(id) !== undefined) show(id);
  }

  async function commit(id: number): Promise<void> {
    const deletion = stopWaiting(id);
    if (deletion === undefined) return;
    listeners.emit();
    await deletion.remove().catch(deletion.onFailure);
    show(id);
  }

  async function commitAll(): Promise<void> {
    await Promise.all([...waiting.keys()].map(commit));
  }

  function commitIfHidden() {
    if (document.visibilityState === 'hidden') void commitAll();
  }

  return {
    begin: (deletion) => {
      cancelEnd?.();
      cancelEnd = after(undoForMs, () => void commitAll());
      waiting.set(deletion.id, deletion);
      own.add(deletion.id);
      document.addEventListener('visibilitychange', commitIfHidden);
      change();
    },
    undo,
    canUndo: (id) => waiting.has(id),
    cancel: (id) => {
      cancelHere(id);
      announceToTabs(`${topic}-cancelled`, id);
    },
    rename: (first, became) => {
      if (!own.has(first)) return;
      renamed.set(first, became);
      own.add(became);
      change();
    },
    commit: (id) => void commit(id),
    commitAll,
    hidden: () => hidden,
    subscribe: listeners.subscribe,
    followTabs: () => {
      const stop = disposeAll(
        onTabMessage(topic, (message) => {
          receive(message as TabsDeletions);
        }),
        onTabMessage(`${topic}-cancelled`, (id) => {
          cancelHere(id as number);
        }),
        onTabMessage(`${topic}-asked`, () => {
          if (own.size > 0) announce();
        }),
      );
      announceToTabs(`${topic}-asked`, null);
      return stop;
    },
  };
}
