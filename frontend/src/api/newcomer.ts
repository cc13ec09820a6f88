// Whether this browser is here for the first time: without an identity it owns nothing, and no list needs to be asked.
import { browserIdKey } from './browser-id';

/** Said on the document's root. */
const mark = 'newcomer';

/** Marks the document of a browser without an identity, before one is made; small, as it comes before all else. */
export function markNewcomer(): void {
  try {
    document.documentElement.classList.toggle(mark, localStorage.getItem(browserIdKey) === null);
  } catch {
    // Blocked: what it owns is known once the lists are there.
  }
}

/** From now on the lists tell what the browser owns. */
export function unmarkNewcomer(): void {
  document.documentElement.classList.remove(mark);
}
