// Drags the rows of a list by a handle, with mouse, pen or finger. Escape and a lost pointer cancel it. Keyboard users
// have buttons instead.
import { useRef, useState, type PointerEvent } from 'react';
import { dropIndex, rowShift, type RowBox } from './drag-places';

interface Drag {
  readonly pointer: number;
  readonly key: string | number;
  readonly rows: readonly RowBox[];
  readonly from: number;
  readonly to: number;
  /** Pixels from its original position. */
  readonly by: number;
  /** Where the pointer grabbed the list. */
  readonly grip: number;
}

/** The list scrolls when the pointer is this near to the dialog's edge, in pixels. */
const edge = 48;
const scrollStep = 12;

/** `keys` identify the rows: another tab may change the list during a drag. */
export function useRowDrag(
  keys: readonly (string | number)[],
  onMove: (from: number, to: number) => void,
) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  function placeOf(event: PointerEvent): number {
    return event.clientY - (list.current?.getBoundingClientRect().top ?? 0);
  }

  function end(event: PointerEvent, drops: boolean) {
    if (drag?.pointer !== event.pointerId) return;
    setDrag(null);
    const from = keys.indexOf(drag.key);
    if (drops && drag.to !== drag.from && from >= 0) onMove(from, drag.to);
  }

  /** The event handlers of the handle of the row at this index. */
  const handleOf = (from: number) => ({
    onPointerDown: (event: PointerEvent) => {
      const key = keys[from];
      if (event.button !== 0 || drag !== null || list.current === null || key === undefined) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const rows = Array.from(list.current.children, (row) => {
        const { offsetTop: top, offsetHeight: height } = row as HTMLElement;
        return { top, height };
      });
      setDrag({ pointer: event.pointerId, key, rows, from, to: from, by: 0, grip: placeOf(event) });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag?.pointer !== event.pointerId) return;
      const dialog = list.current?.closest('dialog');
      const { top, bottom } = dialog?.getBoundingClientRect() ?? {
        top: -Infinity,
        bottom: Infinity,
      };
      if (event.clientY < top + edge) dialog?.scrollBy(0, -scrollStep);
      if (event.clientY > bottom - edge) dialog?.scrollBy(0, scrollStep);
      const by = placeOf(event) - drag.grip;
      setDrag({ ...drag, by, to: dropIndex(drag.rows, drag.from, by) });
    },
    onPointerUp: (event: PointerEvent) => {
      end(event, true);
    },
    onLostPointerCapture: (event: PointerEvent) => {
      end(event, false);
    },
    onPointerCancel: (event: PointerEvent) => {
      end(event, false);
    },
  });

  return {
    list,
    handleOf,
    dragged: drag === null ? null : keys.indexOf(drag.key),
    /** How many pixels the row at this index is shifted. */
    shiftOf: (at: number) => (drag === null ? 0 : rowShift(drag.rows, at, drag)),
  };
}
