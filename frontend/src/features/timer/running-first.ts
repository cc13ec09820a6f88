// Whether timers run that were started on an earlier visit: on a phone they come before a new one, from the first paint on.
//
// Small and without React, because a part of it runs before the first paint of the timer page.

import type { StoredKey } from '../../browser/stored-keys';

const mark = 'timers-run';
const storedLists: StoredKey = 'lists:v1';

/** Marks the root if a timer runs in the list as this browser last had it; before the first paint. */
export function markRunningTimers(): void {
  try {
    const stored = JSON.parse(localStorage.getItem(storedLists) ?? '{}') as StoredLists;
    const rows = stored.lists?.timers?.rows ?? [];
    const runs = rows.some(({ endsAt }) => Date.parse(endsAt ?? '') > Date.now());
    document.documentElement.classList.toggle(mark, runs);
  } catch {
    // Storage is blocked or contains something else: those that run come below.
  }
}

export function areTimersMarked(): boolean {
  return document.documentElement.classList.contains(mark);
}

interface StoredLists {
  readonly lists?: {
    readonly timers?: { readonly rows?: readonly { readonly endsAt?: string | null }[] };
  };
}
