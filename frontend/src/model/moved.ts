// Moves an item of a list. Pure.

/** The items with the one at `from` moved to `to`, or as near as possible; unchanged if there is no such item. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const rest = [...items];
  const [item] = from < 0 ? [] : rest.splice(from, 1);
  if (item === undefined) return items;
  rest.splice(Math.max(0, to), 0, item);
  return rest;
}
