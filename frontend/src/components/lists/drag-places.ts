// Computes where a dragged row would be dropped, and how the others make room. Pure functions.

/** The position of a row in its list, in pixels from the list's top. */
export interface RowBox {
  readonly top: number;
  readonly height: number;
}

/**
 * The new index of the row at `from` when it is dropped `by` pixels further down: it passes a row at that row's middle.
 */
export function dropIndex(rows: readonly RowBox[], from: number, by: number): number {
  const own = rows[from];
  if (own === undefined) return from;
  const [top, end] = [own.top + by, own.top + by + own.height];
  return rows.filter((row, at) => {
    const middle = row.top + row.height / 2;
    // The leading edge has to reach the middle of another row.
    return at < from ? middle < top : at > from && middle < end;
  }).length;
}

/** How many pixels the row at `at` is shifted while the row at `from`, dragged by `by`, would be dropped at `to`. */
export function rowShift(
  rows: readonly RowBox[],
  at: number,
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: number },
): number {
  if (at === from) return by;
  const height = rows[from]?.height ?? 0;
  if (from < at && at <= to) return -height;
  return to <= at && at < from ? height : 0;
}
