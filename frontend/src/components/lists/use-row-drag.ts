// Dragging the rows of a list by a handle, with mouse, pen or finger; Escape and whatever takes the pointer away leave them as
// they are. The keyboard has buttons of its own.
import { useRef, useState, type PointerEvent } from 'react';
import { dropIndex, rowShift, type RowBox } from './drag-places';

interface Drag {
  readonly pointer: number;
  readonly key: string | number;
  readonly rows: readonly RowBox[];
  readonly from: number;
  readonly to: number;
  /** Pixels from where it was. */
  readonly by: number;
  /** Where in the list the pointer took hold of it. */
  readonly grip: number;
}

/** So near the edge of the dialog, in pixels, the list is scrolled. */
const edge = 48;
const scrollStep = 12;

/** `keys` tell the rows apart: while one is dragged, the list may change by another hand. */
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

  /** Handlers of the handle of the row at an index. */
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
    /** The index of the row that is dragged; null where none is. */
    dragged: drag === null ? null : keys.indexOf(drag.key),
    /** How many pixels below its place the row at an index stands. */
    shiftOf: (at: number) => (drag === null ? 0 : rowShift(drag.rows, at, drag)),
  };
}
