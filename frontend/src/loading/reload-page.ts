// Reloads the page if its code belongs to a deployment that is gone.

/** The build's hash, which webpack inserts; undefined in tests. */
declare const __webpack_hash__: string | undefined;

/**
 * Reloads the page, once per build. Does nothing while a dialog is open, because it may show a ring or contain input.
 * Returns whether the page is being reloaded.
 */
export function reloadForNewCode(): boolean {
  if (document.querySelector('dialog[open]') !== null) return false;
  const build = typeof __webpack_hash__ === 'string' ? __webpack_hash__ : 'none';
  const state = history.state as { readonly reloadedFrom?: string } | null;
  // The reloaded page lacks code as well, so an old deployment is not the cause.
  if (state?.reloadedFrom === build) return false;
  history.replaceState({ ...state, reloadedFrom: build }, '');
  location.reload();
  return true;
}
