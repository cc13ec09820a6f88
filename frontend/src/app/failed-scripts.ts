// Retries scripts that are in the page's HTML: browsers do not fetch a failed script again.

/** From now on fetches failed scripts again, a second later each time, until they load. */
export function fetchFailedScriptsAgain(): void {
  let delayMs = 0;
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      delayMs += 1_000;
      setTimeout(() => {
        // A script that other code inserted and removed is that code's responsibility.
        if (!target.isConnected) return;
        const again = document.createElement('script');
        again.src = target.src;
        target.replaceWith(again);
      }, delayMs);
    },
    true,
  );
}
