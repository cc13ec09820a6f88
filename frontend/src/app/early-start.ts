// Runs before the first paint, as a script of its own: so that no page flashes in the wrong theme, no click is lost, a
// script that fails once is fetched again, and new visitors do not wait for lists.
import { markNewcomer } from '../identity/newcomer';
import { keepEarlyInput } from '../loading/early-input';
import { applyTheme, storedTheme } from '../settings/theme-choice';
import { fetchFailedScriptsAgain } from './failed-scripts';

applyTheme(storedTheme());
markNewcomer();
keepEarlyInput();
fetchFailedScriptsAgain();
