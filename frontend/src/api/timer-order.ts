// The order of the timers: what one comes to, and the one that the server does not have yet.
import { storedValue, useStoredValue } from '../browser/stored-value';
import { browserId } from './browser-id';

interface KeptOrder {
  readonly browserId: string;
  /** The numbers of timers as they are listed; below nought those that the server does not have yet. */
  readonly ids: readonly number[];
}

const kept = storedValue<KeptOrder | null>('timer-order:v1', null, (stored) => {
  const { browserId: whose, ids } = stored as Partial<KeptOrder>;
  const isOrder = Array.isArray(ids) && ids.every((id) => typeof id === 'number');
  return typeof whose === 'string' && isOrder ? { browserId: whose, ids } : null;
});

/** Rows in an order, as the server puts them: those named first, the others after them as they were. */
export function inOrder<Row extends { readonly id: number }>(
  rows: readonly Row[],
  ids: readonly number[],
): readonly Row[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Row) => places.get(id) ?? ids.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The order that the server does not have yet; null where there is none. */
export function unsavedOrder(): readonly number[] | null {
  const order = kept.read();
  return order?.browserId === browserId() ? order.ids : null;
}

/** Whether there is such an order, rendering anew whenever that changes. */
export function useIsOrderUnsaved(): boolean {
  return useStoredValue(kept, null) !== null;
}

/** Keeps an order until the server can be reached, in the place of the one before. */
export function keepOrder(ids: readonly number[]): void {
  kept.write({ browserId: browserId(), ids });
}

/** Forgets the order: the server has it, or a later one, or this browser is another from now on. */
export function forgetOrder(): void {
  kept.clear();
}

/** Forgets an order that the server has, unless there is another one by now. */
export function settleOrder(sent: readonly number[]): void {
  if (String(unsavedOrder()) === String(sent)) forgetOrder();
}

/** Names a timer in the order by the number that it has become on the server. */
export function renumberInOrder(id: number, became: number): void {
  const ids = unsavedOrder();
  if (ids?.includes(id) !== true) return;
  keepOrder(ids.map((one) => (one === id ? became : one)));
}

/** Calls whenever an order is kept or has been saved. */
export function onOrderChange(listener: () => void): () => void {
  return kept.subscribe(listener);
}
