// Keys of one character that do something anywhere on a page, unless they are meant for something else.
import { storedValue } from '../browser/stored-value';

/** Such keys can interfere with speech input, so they can be switched off. Its name is from when only one page had any. */
export const singleKeysInUse = storedValue('stopwatch-keys:v1', true, (stored) =>
  typeof stored === 'boolean' ? stored : null,
);

/** Whether a key belongs to a field, a dialog, a menu or the browser. */
export function isKeyForSomethingElse(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, isComposing, defaultPrevented, target } = event;
  if (altKey || ctrlKey || metaKey || isComposing || defaultPrevented) return true;
  if (document.querySelector('dialog[open]') !== null) return true;
  return target instanceof Element && target.closest(takesKeys) !== null;
}

/** Elements that take keys themselves. */
const takesKeys =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"], [role="switch"], [role="dialog"]';
