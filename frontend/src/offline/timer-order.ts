// The order of the timers: how it is applied, and an order that the server does not have yet.
import { useStoredValue } from '../browser/stored-value';
import { browserId } from '../identity/browser-id';
import { ownedValue, useOwner } from '../identity/owned-values';

interface StoredOrder {
  readonly browserId: string;
  /** The ids of timers in order; negative for those that the server does not have yet. */
  readonly ids: readonly number[];
}

const stored = ownedValue<StoredOrder | null>(
  'timer-order:v1',
  null,
  (stored) => {
    const { browserId: whose, ids } = stored as Partial<StoredOrder>;
    const isOrder = Array.isArray(ids) && ids.every((id) => typeof id === 'number');
    return typeof whose === 'string' && isOrder ? { browserId: whose, ids } : null;
  },
  { onRenew: 'carry', onLeave: 'drop', isUnsaved: () => true },
);

/** Sorts rows as the server does: those in `ids` first, the others after them. */
export function inOrder<Row extends { readonly id: number }>(
  rows: readonly Row[],
  ids: readonly number[],
): readonly Row[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Row) => places.get(id) ?? ids.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The order that the server does not have yet; null if there is none. */
export function unsavedOrder(): readonly number[] | null {
  const order = stored.read();
  return order?.browserId === browserId() ? order.ids : null;
}

/** Whether there is such an order, as a hook. */
export function useIsOrderUnsaved(): boolean {
  const order = useStoredValue(stored, null);
  const own = useOwner();
  return order?.browserId === own;
}

/** Stores an order until the server can be reached. */
export function keepOrder(ids: readonly number[]): void {
  stored.write({ browserId: browserId(), ids });
}

/** Deletes an order that the server has, unless a newer one is stored. */
export function removeSentOrder(sent: readonly number[]): void {
  if (String(unsavedOrder()) === String(sent)) stored.clear();
}

/** Replaces the temporary id of a timer in the order by the server's. */
export function renumberInOrder(id: number, became: number): void {
  const ids = unsavedOrder();
  if (ids?.includes(id) !== true) return;
  keepOrder(ids.map((one) => (one === id ? became : one)));
}

/** Calls back whenever an order is stored or saved. */
export const onOrderChange = stored.subscribe;
