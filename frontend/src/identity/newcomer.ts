// Whether this browser is new: without an id it owns nothing, and no list needs to be fetched.
import { browserIdKey } from './browser-id';

/** A class of the root element. */
const mark = 'newcomer';

/**
 * Marks the document of a browser without an id, before one is created. Small, because it runs before everything else.
 */
export function markNewcomer(): void {
  try {
    document.documentElement.classList.toggle(mark, localStorage.getItem(browserIdKey) === null);
  } catch {
    // Storage is blocked: the lists will tell what it owns.
  }
}

/** From now on the lists tell what the browser owns. */
export function unmarkNewcomer(): void {
  document.documentElement.classList.remove(mark);
}
