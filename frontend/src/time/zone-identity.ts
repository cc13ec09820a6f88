// Names of zones: whether the browser knows a name, and whether two names belong to one zone.

/** Whether this browser's time zone database has a zone with this name. */
export function isKnownZone(name: string): boolean {
  return resolved(name) !== null;
}

/** The browser's name of a zone; an unknown name is returned unchanged. */
export function canonicalZone(name: string): string {
  return resolved(name) ?? name;
}

/** Whether two names such as `Asia/Kolkata` and `Asia/Calcutta` belong to one zone. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || canonicalZone(one) === canonicalZone(other);
}

/** What the browser calls each name; asking it takes long. */
const known = new Map<string, string | null>();

function resolved(timeZone: string): string | null {
  const name = known.get(timeZone);
  if (name !== undefined) return name;
  const found = askedFor(timeZone);
  known.set(timeZone, found);
  return found;
}

function askedFor(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
