// Names of zones: whether a browser knows them, and which are of one zone.

/** Whether this browser's table of zones has one of that name. */
export function isKnownZone(name: string): boolean {
  return resolved(name) !== null;
}

/** What this browser calls a zone; a name it does not know stays. */
export function canonicalZone(name: string): string {
  return resolved(name) ?? name;
}

/** Whether two names, as `Asia/Kolkata` and `Asia/Calcutta`, are of one zone. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || canonicalZone(one) === canonicalZone(other);
}

function resolved(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
