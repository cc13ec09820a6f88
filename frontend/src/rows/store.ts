// The rows of each list in this tab. Responses, rows of the stream, edits on their way and the outbox all change them here;
// SWR shows them to components, and the ring book reads them.
import { mutate } from 'swr';
import { listenersTo } from '../browser/listeners';
import type { FetchedRows, RowOf } from '../model/fetched-rows';
import type { ListName } from '../model/types';
import { withUnsavedEdits } from '../offline/unsaved-rows';

/** The paths of the lists that this browser owns. */
export const listPaths = {
  alarms: '/api/alarms',
  timers: '/api/timers',
} as const satisfies Record<ListName, string>;

interface AnyRow {
  readonly id: number;
}
export type Change<Row> = (rows: readonly Row[]) => readonly Row[];

interface StoredList {
  /** The rows as the server sent them, with the rows of rings since; undefined before the first response. */
  readonly saved: readonly AnyRow[] | undefined;
  readonly asOf: number;
  /** The turn of the response or edit that they come from. */
  readonly turn: number;
  /** What edits on their way to the server will make of them. */
  readonly edits: readonly Change<AnyRow>[];
  /** The rows to show: with edits on their way and those in the outbox. */
  readonly shown: readonly AnyRow[] | undefined;
}

const empty = { saved: undefined, asOf: -Infinity, edits: [], shown: undefined } as const;
const lists: Record<ListName, StoredList> = {
  alarms: { ...empty, turn: 0 },
  timers: { ...empty, turn: 0 },
};
const listeners = listenersTo<[list: ListName]>();
/** Fetches and ends of edits take turns: what took its turn earlier never replaces something later. */
let turns = 0;

export function nextTurn(): number {
  return (turns += 1);
}

/** The rows to show, and their age; undefined before the first response. */
export function listOf<List extends ListName>(list: List): FetchedRows<RowOf[List]> | undefined {
  const { shown, asOf } = lists[list];
  return shown && { rows: shown as readonly object[] as readonly RowOf[List][], asOf };
}

/** Calls back whenever the rows of a list, or their age, have changed. */
export const onRowsChange = listeners.add;

/** Replaces the rows by those of a response, unless an edit or a later response has overtaken it. */
export async function replaceRows(
  list: ListName,
  { rows, asOf }: FetchedRows<AnyRow>,
  turn: number,
): Promise<void> {
  const { saved, turn: shownTurn, edits } = lists[list];
  // Edits on their way fetch the list when they have arrived.
  const isOvertaken = turn < shownTurn || (saved !== undefined && edits.length > 0);
  await put(list, isOvertaken ? {} : { saved: rows, asOf, turn });
}

/** Changes the saved rows, for example by a row of the stream. */
export async function changeRows(list: ListName, change: Change<AnyRow>): Promise<void> {
  const { saved } = lists[list];
  if (saved !== undefined) await put(list, { saved: change(saved) });
}

/** Shows an edit that is on its way; call the returned function when it is saved or has failed. */
export function showEdit(list: ListName, edit: Change<AnyRow>): (isSaved: boolean) => void {
  // A function of its own, because two edits may be the same function.
  const own: Change<AnyRow> = (rows) => edit(rows);
  void put(list, { edits: [...lists[list].edits, own] });
  return (isSaved) => {
    const { saved, edits } = lists[list];
    void put(list, {
      saved: isSaved && saved !== undefined ? edit(saved) : saved,
      edits: edits.filter((one) => one !== own),
      turn: nextTurn(),
    });
  };
}

/** Forgets the rows, because they are another browser id's. Components that show them fetch them again. */
export function clearRows(list: ListName): void {
  lists[list] = { ...empty, turn: nextTurn() };
  listeners.notify(list);
  void mutate(listPaths[list], undefined, { revalidate: true }).catch(() => undefined);
}

async function put(list: ListName, change: Partial<StoredList>): Promise<void> {
  const next = { ...lists[list], ...change };
  const shown = next.saved && next.edits.reduce(applied, withUnsavedEdits(list, next.saved));
  lists[list] = { ...next, shown };
  listeners.notify(list);
  if (shown !== undefined) await mutate(listPaths[list], shown, { revalidate: false });
}

function applied(rows: readonly AnyRow[], edit: Change<AnyRow>): readonly AnyRow[] {
  return edit(rows);
}
