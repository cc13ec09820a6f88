// What a key that is pressed anywhere on a page is for, and digits that are typed before the page's line is hydrated:
// they go to the line, whose input is recorded and replayed. Small, because scripts before the first paint use it.

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

/** Ends with the early input: from then on the line listens itself. */
export function typeOnLineEarly(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (window.earlyInput === undefined || !isDigitKey(event) || areKeysOff()) return;
      document.querySelector<HTMLInputElement>('[data-line]')?.focus();
    },
    true,
  );
}

/** As `singleKeysInUse`, without the code of stored values. */
function areKeysOff(): boolean {
  try {
    return localStorage.getItem('stopwatch-keys:v1') === 'false';
  } catch {
    return false;
  }
}
