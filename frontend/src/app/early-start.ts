// Runs before the first paint, as a script of its own: no page flashes in the wrong theme, no press is lost, no script
// that fails once leaves the page dead, and who is new waits for no list.
import { markNewcomer } from '../api/newcomer';
import { rememberPresses } from '../loading/early-presses';
import { applyTheme, storedTheme } from '../styles/theme-choice';
import { fetchFailedScriptsAgain } from './failed-scripts';

applyTheme(storedTheme());
markNewcomer();
rememberPresses();
fetchFailedScriptsAgain();
