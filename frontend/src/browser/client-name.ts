// A random id that the tabs of this browser profile share, so that the server does not notify them of their own
// changes.
import { storedValue } from './stored-value';

const stored = storedValue<string | null>('client-name:v1', null, (value) =>
  typeof value === 'string' && value !== '' ? value : null,
);

/** The id, created on first use. */
export function clientName(): string {
  const known = stored.read();
  if (known !== null) return known;
  const made = crypto.getRandomValues(new Uint32Array(2)).join('-');
  stored.write(made);
  return made;
}
