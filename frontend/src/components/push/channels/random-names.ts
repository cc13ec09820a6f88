// Names that nobody guesses: a topic, and a secret that signs messages.

/** A topic of the public ntfy server. Whoever knows its name reads its messages, so it has 100 random bits. */
export function newTopic(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  const letters = Array.from(bytes, (byte) => (byte % 32).toString(32)).join('');
  return `https://ntfy.sh/tokibako-${letters}`;
}

/** A secret as Standard Webhooks writes it, of 256 random bits. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
