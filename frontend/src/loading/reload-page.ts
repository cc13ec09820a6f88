// Loads the page anew where its code is of a deployment that is gone.

/** What webpack puts in for the build's hash; tests have no build. */
declare const __webpack_hash__: string | undefined;

/**
 * Loads the page anew, once for each build. Does nothing while a dialog is open, as it may ring or hold what somebody typed.
 * Returns whether the page goes.
 */
export function reloadForNewCode(): boolean {
  if (document.querySelector('dialog[open]') !== null) return false;
  const build = typeof __webpack_hash__ === 'string' ? __webpack_hash__ : 'none';
  const state = history.state as { readonly reloadedFrom?: string } | null;
  // The page that came then lacks code as well: that is no old deployment.
  if (state?.reloadedFrom === build) return false;
  history.replaceState({ ...state, reloadedFrom: build }, '');
  location.reload();
  return true;
}
