// A list with one of its items in another place. Pure.

/** The items with the one at `from` at `to`, as near as there is a place; without such an item, as they were. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const rest = [...items];
  const [item] = from < 0 ? [] : rest.splice(from, 1);
  if (item === undefined) return items;
  rest.splice(Math.max(0, to), 0, item);
  return rest;
}
