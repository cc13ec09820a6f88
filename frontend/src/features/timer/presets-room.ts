// Room for the visitor's own presets, which no built page knows: kept from visit to visit, so that nothing moves when they come.
//
// Small and without React, as a part of it runs before the first paint of the timer page.

const roomKey = 'timer-presets-room:v1';
/** Said on the document's root as long as the row is the built page's. */
const mark = 'own-presets';

/** What the row took when it was last seen, and where: a wider window or another language takes less. */
interface Room {
  readonly width: number;
  readonly language: string;
  readonly height: number;
}

/** Keeps the room free, in a window and a language in which it is known; before the first paint. */
export function reserveRoom(): void {
  const root = document.documentElement;
  try {
    const kept = JSON.parse(localStorage.getItem(roomKey) ?? '{}') as Partial<Room>;
    if (kept.width !== innerWidth || kept.language !== root.lang || !kept.height) return;
    root.style.setProperty('--presets-room', `${String(kept.height)}px`);
    root.classList.add(mark);
  } catch {
    // Storage is blocked, or something else stands there: what comes moves the page.
  }
}

/** The row stands as it is: its own height counts from now on, and the next visit knows it. Null: there are no presets but the usual. */
export function settleRoom(own: { readonly row: HTMLElement; readonly language: string } | null) {
  document.documentElement.classList.remove(mark);
  try {
    if (own === null) localStorage.removeItem(roomKey);
    else {
      const { row, language } = own;
      const room: Room = { width: innerWidth, language, height: row.offsetHeight };
      localStorage.setItem(roomKey, JSON.stringify(room));
    }
  } catch {
    // Blocked or full: the next visit does without.
  }
}
