// Reserves space for the visitor's own presets, which built pages do not contain: it is remembered between visits, so
// that nothing moves when they are rendered.
//
// Small and without React, because a part of it runs before the first paint of the timer page.
import type { StoredKey } from '../../browser/stored-keys';

const spaceKey: StoredKey = 'timer-presets-room:v1';
/** A class of the root element while the built page's row is shown. */
const mark = 'own-presets';

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
    root.classList.add(mark);
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
  document.documentElement.classList.remove(mark);
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
