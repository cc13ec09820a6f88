// Runs before the first paint, as a script of its own: no page flashes in the wrong theme, no click is lost, no script
// that fails once leaves the page dead, and who is new waits for no list.
import { markNewcomer } from '../api/newcomer';
import { keepEarlyInput } from '../loading/early-input';
import { applyTheme, storedTheme } from '../styles/theme-choice';
import { fetchFailedScriptsAgain } from './failed-scripts';

applyTheme(storedTheme());
markNewcomer();
keepEarlyInput();
fetchFailedScriptsAgain();
