// Which key presses and clicks answer a ring: those that were meant for the page do not. `now` is an argument, in
// milliseconds of a clock that is never set.

/** Keys answer a ring after a pause of typing of this length. */
export const pauseMs = 2_000;
/** Pointers answer a ring that has been open for this time. */
export const pointersAfterMs = 500;

interface KeyPress {
  readonly key: string;
  readonly code: string;
  /** The key is held. */
  readonly repeat: boolean;
  readonly isComposing: boolean;
}

export interface AnsweringPresses {
  /** Whether nobody has typed for the length of a pause. */
  readonly isPause: (now: number) => boolean;
  /** How long it is until then. */
  readonly untilPause: (now: number) => number;
  /** Something was typed: by a key that answers nothing, dictation, or a keyboard on the screen. */
  readonly typed: (now: number) => void;
  /** Whether this press of a key may answer the ring. */
  readonly keyDown: (press: KeyPress, now: number) => boolean;
  /** Whether the key that is released now was pressed for the ring: buttons react to the release of Space. */
  readonly keyUp: (press: Pick<KeyPress, 'code'>) => boolean;
  readonly pointerDown: (now: number) => void;
  /** Whether a click may answer the ring; `detail` is 0 if it comes from a key or a screen reader. */
  readonly click: (click: { readonly detail: number }, now: number) => boolean;
}

const answering: readonly string[] = [' ', 'Enter', 'Escape'];
/** Keys that move the focus, and those that are held for others. */
const moving: readonly string[] = ['Tab', 'F8', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta'];

/** For a ring that opens at `openedAt`. */
export function answeringPresses(openedAt: number): AnsweringPresses {
  let typedAt = openedAt;
  let pressedAt: number | null = null;
  /** The keys that were pressed for the ring and are still down, by their code. */
  const pressed = new Set<string>();

  const isPause = (now: number) => now - typedAt >= pauseMs;

  return {
    isPause,
    untilPause: (now) => Math.max(0, typedAt + pauseMs - now),
    typed: (now) => {
      typedAt = now;
    },
    keyDown: ({ key, code, repeat, isComposing }, now) => {
      const hasPaused = isPause(now);
      if (answering.includes(key) && !isComposing) {
        // A press that comes too early does not begin another pause: somebody who presses again and again is heard.
        if (!hasPaused || repeat) return false;
        pressed.add(code);
        return true;
      }
      if (!hasPaused || !moving.includes(key)) typedAt = now;
      return false;
    },
    keyUp: ({ code }) => pressed.delete(code),
    pointerDown: (now) => {
      pressedAt = now;
    },
    click: ({ detail }, now) => {
      // A click of a pointer whose press was not seen began before the ring.
      const began = detail === 0 ? now : pressedAt;
      pressedAt = null;
      return began !== null && began - openedAt >= pointersAfterMs;
    },
  };
}
