// Which ring each notification sounds for. `getNotifications` lags behind: a notification that is being replaced or
// closed is listed a moment longer, and must not sound again.

/** The ring's token, by the notification's tag. */
const rings = new Map<string, string>();

/** From now on the notification with this tag sounds for this ring only. */
export function soundsFor(tag: string, token: string): void {
  rings.set(tag, token);
}

/**
 * The notification with this tag was answered, dismissed or replaced. Returns false if it sounds for another ring than
 * that of `token`, or for a repeat, and goes on.
 */
export function soundsNoMore(tag: string, token = rings.get(tag)): boolean {
  // The worker may have been restarted since.
  if ((rings.get(tag) ?? token) !== token) return false;
  rings.delete(tag);
  return true;
}

export function stillSoundsFor(tag: string, token: string): boolean {
  return rings.get(tag) === token;
}
