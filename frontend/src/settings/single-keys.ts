// Keys of one character that do something anywhere on a page, unless they are meant for something else.
import { storedValue } from '../browser/stored-value';

/** Such keys can interfere with speech input, so they can be switched off. Its name is from when only one page had any. */
export const singleKeysInUse = storedValue('stopwatch-keys:v1', true, (stored) =>
  typeof stored === 'boolean' ? stored : null,
);
