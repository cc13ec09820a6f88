// What a key that is pressed anywhere on a page is for. Small, because the script before the first paint uses it.

/** Whether a key begins a time or a length that is typed anywhere on a page, and goes to its line. */
export function isDigitKey(event: KeyboardEvent): boolean {
  return /^[\p{Nd}+]$/u.test(event.key) && !isKeyForSomethingElse(event);
}

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
