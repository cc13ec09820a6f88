// Runs before the first paint, as a script of its own: so that no page flashes in the wrong theme, no click is lost, a
// script that fails once is fetched again, and new visitors do not wait for lists.
import { markNewcomer } from '../identity/newcomer';
import { recordEarlyInput } from '../loading/early-input';
import { applyTheme, storedTheme } from '../settings/theme-choice';

applyTheme(storedTheme());
markNewcomer();
recordEarlyInput();
fetchFailedScriptsAgain();

/**
 * From now on fetches scripts of the page's HTML that fail again, a second later each time, until they load: browsers do
 * not.
 */
function fetchFailedScriptsAgain(): void {
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
