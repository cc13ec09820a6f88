// The scripts that a page names itself: one that does not come is asked for again, as nothing else would do that.

/** From now on, scripts of the page that fail are fetched again until they come, each time a second later. */
export function fetchFailedScriptsAgain(): void {
  let delayMs = 0;
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      delayMs += 1_000;
      setTimeout(() => {
        // Whoever fetches a script by another has taken it out by now, and sees to it.
        if (!target.isConnected) return;
        const again = document.createElement('script');
        again.src = target.src;
        target.replaceWith(again);
      }, delayMs);
    },
    true,
  );
}
