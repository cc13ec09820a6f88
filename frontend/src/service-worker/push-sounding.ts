// For which ring each notification sounds. What the browser says is shown lags behind what was asked of it: a
// notification that is being replaced or closed is there for a moment longer, and must not sound again for that.

/** The ring's token, by the notification's tag. */
const rings = new Map<string, string>();

/** From now on the notification with this tag sounds for this ring, and for no other. */
export function soundsFor(tag: string, token: string): void {
  rings.set(tag, token);
}

/** The notification with this tag was answered or dismissed, or something else takes its place. */
export function soundsNoMore(tag: string): void {
  rings.delete(tag);
}

export function stillSoundsFor(tag: string, token: string): boolean {
  return rings.get(tag) === token;
}
