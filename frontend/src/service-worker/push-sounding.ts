// Which ring each notification sounds for. `getNotifications` lags behind: a notification that is being replaced or
// closed is listed a moment longer, and must not sound again.

/** The ring's token, by the notification's tag. */
const rings = new Map<string, string>();

/** From now on the notification with this tag sounds for this ring only. */
export function soundsFor(tag: string, token: string): void {
  rings.set(tag, token);
}

/** The notification with this tag was answered, dismissed or replaced. */
export function soundsNoMore(tag: string): void {
  rings.delete(tag);
}

export function stillSoundsFor(tag: string, token: string): boolean {
  return rings.get(tag) === token;
}
