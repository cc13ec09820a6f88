// A random name that the tabs of this profile share, so that the server need not tell them what they did themselves.
import { storedValue } from './stored-value';

const stored = storedValue<string | null>('client-name:v1', null, (value) =>
  typeof value === 'string' && value !== '' ? value : null,
);

/** The name, made on first use. */
export function clientName(): string {
  const known = stored.read();
  if (known !== null) return known;
  const made = crypto.getRandomValues(new Uint32Array(2)).join('-');
  stored.write(made);
  return made;
}
