// What a built timer page does not know, marked on its root before the first paint, so that nothing moves later: the
// space of the visitor's own presets, which is remembered between visits, and whether timers run that were started on
// an earlier one. Small and without React.
import type { StoredKey } from '../../browser/stored-keys';

const spaceKey: StoredKey = 'timer-presets-room:v1';
/** A class of the root element while the built page's row is shown. */
const ownPresetsMark = 'own-presets';

/** The size of the row when it was last shown, with the window's width and the language. */
interface Space {
  readonly width: number;
  readonly language: string;
  readonly height: number;
}

/** Reserves the space, if the window and the language are the same; before the first paint. */
export function reserveSpace(): void {
  const root = document.documentElement;
  try {
    const kept = JSON.parse(localStorage.getItem(spaceKey) ?? '{}') as Partial<Space>;
    if (kept.width !== innerWidth || kept.language !== root.lang || !kept.height) return;
    root.style.setProperty('--presets-room', `${String(kept.height)}px`);
    root.classList.add(ownPresetsMark);
  } catch {
    // Storage is blocked or contains something else: the presets will move the page.
  }
}

/**
 * The row is final: its own height counts, and is remembered for the next visit. Null if there are only default
 * presets.
 */
export function rememberSpace(
  own: { readonly row: HTMLElement; readonly language: string } | null,
) {
  document.documentElement.classList.remove(ownPresetsMark);
  try {
    if (own === null) localStorage.removeItem(spaceKey);
    else {
      const { row, language } = own;
      const room: Space = { width: innerWidth, language, height: row.offsetHeight };
      localStorage.setItem(spaceKey, JSON.stringify(room));
    }
  } catch {
    // Storage is blocked or full: the next visit reserves nothing.
  }
}

const runningMark = 'timers-run';
const storedLists: StoredKey = 'lists:v1';

/** Marks the root if a timer runs in the list as this browser last had it; before the first paint. */
export function markRunningTimers(): void {
  try {
    const stored = JSON.parse(localStorage.getItem(storedLists) ?? '{}') as StoredLists;
    const rows = stored.lists?.timers?.rows ?? [];
    const runs = rows.some(({ endsAt }) => Date.parse(endsAt ?? '') > Date.now());
    document.documentElement.classList.toggle(runningMark, runs);
  } catch {
    // Storage is blocked or contains something else: those that run come below.
  }
}

export function areTimersMarked(): boolean {
  return document.documentElement.classList.contains(runningMark);
}

interface StoredLists {
  readonly lists?: {
    readonly timers?: { readonly rows?: readonly { readonly endsAt?: string | null }[] };
  };
}
