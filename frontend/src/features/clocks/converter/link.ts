// An instant in the address of a clock page: `?at=2026-11-22T09:15Z`.

/** The address of this page with an instant in it, to the minute and in UTC. */
export function linkTo(instant: number, page: string): string {
  const address = new URL(page);
  address.hash = '';
  address.search = '';
  address.searchParams.set('at', `${new Date(instant).toISOString().slice(0, 16)}Z`);
  // Colons are allowed in a query, and easier to read than `%3A`.
  return address.href.replaceAll('%3A', ':');
}

/** The instant in a page's address; null if there is none. */
export function instantIn(search: string): number | null {
  const text = new URLSearchParams(search).get('at');
  if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text)) return null;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? null : instant;
}
